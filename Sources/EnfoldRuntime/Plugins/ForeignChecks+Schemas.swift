// ForeignChecks: makes the checks of states and actions from a reducer's schemas.
import EnfoldJSON
import EnfoldPlugin

extension ForeignChecks {
  /// - Parameters:
  ///   - schemas: of the state; of actions, unless the reducer checks them itself.
  ///   - place: what the schemas belong to, for messages.
  init(state: String?, action: String?, _ place: String) throws(RuntimeError) {
    self.init()
    self.state = try state.map { (schema) throws(RuntimeError) in
      try Self.check(schema, "\(place).state_schema", noun: "case")
    }
    self.action = try action.map { (schema) throws(RuntimeError) in
      try Self.check(schema, "\(place).action_schema", noun: "action")
    }
  }

  private static func check(_ schema: String, _ field: String, noun: String) throws(RuntimeError) -> Check {
    let known: SchemaCheck
    do throws(JSONError) {
      known = try SchemaCheck(parsing: schema, noun: noun)
    } catch {
      throw .badPlugin("\(field) cannot be used: \(error)")
    }
    // The caller has checked the size of the text.
    return { text throws(JSONError) in
      if let error = known.check(text, limits: .greatest) { throw error }
    }
  }
}
