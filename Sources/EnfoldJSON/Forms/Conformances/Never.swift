// Never: the type without values. Nothing that is read is one.

/// For what nobody can answer: an `AlertState<Never>` can only be dismissed.
extension Never {
  public func writeJSON(to writer: inout JSONWriter) {}

  public init(json reader: inout JSONReader) throws(JSONError) { throw reader.mismatch("there are no values") }

  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .any.with("not", [:]) }
}
