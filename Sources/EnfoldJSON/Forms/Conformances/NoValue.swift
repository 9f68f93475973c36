// NoValue: the type of an absent value. Its JSON form is null.

/// A type with one value, whose JSON form is null: for example the payload of a request that needs none.
public struct NoValue: JSONCodable, Hashable, Sendable {
  @inlinable public init() {}

  public func writeJSON(to writer: inout JSONWriter) { writer.writeNull() }

  public init(json reader: inout JSONReader) throws(JSONError) {
    guard reader.readNull() else { throw reader.mismatch("null is needed here") }
  }

  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .null }
}
