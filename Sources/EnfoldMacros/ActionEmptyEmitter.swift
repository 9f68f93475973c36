// ActionEmitter: the JSON form of an @Action enum without cases, of which there are no values.

extension ActionEmitter {
  /// Everything that is read is refused, and the schema allows nothing.
  var jsonOfNothing: String {
    """
    \(access)static func _$caseIndex(of name: Enfold.CaseText) -> Int? { nil }
    \(access)static func _$read(
      case index: Int, hasPayload: Bool, from reader: inout Enfold.JSONReader
    ) throws(Enfold.JSONError) -> Self { throw reader.mismatch("there are no actions") }
    \(access)func writeJSON(to writer: inout Enfold.JSONWriter) {}
    \(access)func writeJSON(at path: Enfold.JSONPath, to writer: inout Enfold.JSONWriter) -> Bool { switch self {} }
    \(access)static func jsonSchema(in builder: inout Enfold.JSONSchemaBuilder) -> Enfold.JSONSchema {
      Enfold.CasesSchema().schema
    }
    \(access)static func jsonAllows(_ path: Enfold.JSONPath) -> Bool { path.isEmpty }
    """
  }
}
