// StateEmitter: the JSON form of an @ObservableState struct without properties, which is {}.

extension StateEmitter {
  /// Members of the struct.
  var membersOfNothing: [String] {
    [
      changes,
      """
      \(access)static func jsonSchema(in builder: inout Enfold.JSONSchemaBuilder) -> Enfold.JSONSchema {
        builder.reference(Self.self) { _ in Enfold.ObjectSchema().schema }
      }
      """,
      "\(access)static func jsonAllows(_ path: Enfold.JSONPath) -> Bool { path.isEmpty }",
    ]
  }

  /// Members of the extension. What else the JSON form needs has a default for values without parts.
  var jsonOfNothing: [String] {
    [
      """
      \(access)init(json reader: inout Enfold.JSONReader) throws(Enfold.JSONError) {
        try reader.beginObject()
        while let key = try reader.nextKey() {
          try reader.skipUnknownKey(key, of: \(quoted(typeName)), known: "")
        }
      }
      """,
      "\(access)func writeJSON(to writer: inout Enfold.JSONWriter) { writer.literal(\"{}\") }",
    ]
  }
}
