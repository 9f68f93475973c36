// How macro expansions read and write a binding in an action.

// BindingAction has a JSON form only as a value of a case. So it does not conform to JSONCodable, and a plugin without bindings does
// not contain it: a linker cannot leave out what a type conforms to.

extension JSONFields {
  public static func write<State>(_ binding: BindingAction<State>, to writer: inout JSONWriter) {
    binding.writeJSON(to: &writer)
  }

  public static func write<State>(
    _ binding: BindingAction<State>, at path: JSONPath, to writer: inout JSONWriter
  ) -> Bool { binding.writeJSON(at: path, to: &writer) }

  public static func areSame<State>(_ binding: BindingAction<State>, _ other: BindingAction<State>) -> Bool {
    var one = JSONWriter()
    var two = JSONWriter()
    binding.writeJSON(to: &one)
    other.writeJSON(to: &two)
    return one.withBytes { bytes in two.withBytes { bytes.elementsEqual($0) } }
  }

  public static func allows<State>(_ type: BindingAction<State>.Type, _ path: JSONPath) -> Bool {
    type.jsonAllows(path)
  }
}

extension CaseReading {
  public static func single<State>(
    _ name: StaticString, _ hasPayload: Bool, _ reader: inout JSONReader
  ) throws(JSONError) -> BindingAction<State> {
    guard hasPayload else { throw missing(name, reader) }
    do { return try BindingAction(json: &reader) } catch { throw JSONFields.located(error, in: name) }
  }
}

extension CasesSchema {
  public mutating func add<State>(
    _ name: String, _ type: BindingAction<State>.Type, isRedacted: Bool = false, in builder: inout JSONSchemaBuilder
  ) { add(name, WritablePlaces(of: State.self).schema(in: &builder), isRedacted) }
}
