// The JSON form of an element's action.

// What the expansion of @Action would be, if macros could write "where".
extension IdentifiedAction where ID: JSONCodable, Action: JSONCodable {
  public func writeJSON(to writer: inout JSONWriter) {
    writer.literal("{\"element\":")
    writeElement(to: &writer)
    writer.literal("}")
  }

  public func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    guard let name = path.first else {
      writeJSON(to: &writer)
      return true
    }
    guard name == "element" else { return false }
    let rest = path.dropFirst()
    guard let field = rest.first else {
      writeElement(to: &writer)
      return true
    }
    if field == "id" { return id.writeJSON(at: rest.dropFirst(), to: &writer) }
    if field == "action" { return action.writeJSON(at: rest.dropFirst(), to: &writer) }
    return false
  }

  public func hasSameJSON(as other: Self) -> Bool {
    id.hasSameJSON(as: other.id) && action.hasSameJSON(as: other.action)
  }

  private func writeElement(to writer: inout JSONWriter) {
    writer.literal("{\"id\":")
    id.writeJSON(to: &writer)
    writer.literal(",\"action\":")
    action.writeJSON(to: &writer)
    writer.literal("}")
  }
}

extension IdentifiedAction: TaggedCases where ID: JSONCodable, Action: JSONCodable {
  public static func _$caseIndex(of name: CaseText) -> Int? { name.matches("element") ? 0 : nil }

  public static func _$read(
    case index: Int, hasPayload: Bool, from reader: inout JSONReader
  ) throws(JSONError) -> Self {
    var id: ID?
    var action: Action?
    if try CaseReading.object("element", hasPayload, optional: false, &reader) {
      while let key = try reader.nextKey() {
        if key == "id" {
          try JSONFields.fill(&id, "id", from: &reader)
        } else if key == "action" {
          try JSONFields.fill(&action, "action", from: &reader)
        } else {
          try reader.skipUnknownKey(key, of: "element", known: "id, action")
        }
      }
    }
    return .element(
      id: try JSONFields.required(id, "id", of: "element", in: &reader),
      action: try JSONFields.required(action, "action", of: "element", in: &reader))
  }
}

extension IdentifiedAction where ID: JSONCodable, Action: JSONCodable {
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    builder.reference(Self.self) { builder in
      var cases = CasesSchema()
      var fields = ObjectSchema()
      fields.add("id", ID.self, required: true, in: &builder)
      fields.add("action", Action.self, required: true, in: &builder)
      cases.add("element", object: fields)
      return cases.schema
    }
  }

  public static func jsonAllows(_ path: JSONPath) -> Bool {
    guard let name = path.first else { return true }
    guard name == "element" else { return false }
    let rest = path.dropFirst()
    guard let field = rest.first else { return true }
    if field == "id" { return ID.jsonAllows(rest.dropFirst()) }
    return field == "action" && Action.jsonAllows(rest.dropFirst())
  }
}
