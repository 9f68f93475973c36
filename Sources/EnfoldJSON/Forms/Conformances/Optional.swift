// The JSON form of optionals: null, or the value.

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
  @inlinable public func writeJSON(to writer: inout JSONWriter) {
    if let self { self.writeJSON(to: &writer) } else { writer.writeNull() }
  }

  @inlinable public func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    if let self { return self.writeJSON(at: path, to: &writer) }
    guard path.isEmpty else { return false }
    writer.writeNull()
    return true
  }
}

extension Optional: JSONDecodable where Wrapped: JSONDecodable {
  @inlinable public init(json reader: inout JSONReader) throws(JSONError) {
    self = reader.readNull() ? nil : try Wrapped(json: &reader)
  }

  @inlinable public static var jsonAcceptsAnyKey: Bool { Wrapped.jsonAcceptsAnyKey }
}

extension Optional: JSONDescribable where Wrapped: JSONDescribable {
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    .nullable(Wrapped.jsonSchema(in: &builder))
  }

  public static func jsonAllows(_ path: JSONPath) -> Bool { Wrapped.jsonAllows(path) }
}
