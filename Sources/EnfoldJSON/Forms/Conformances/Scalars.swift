// The JSON form of booleans, numbers and strings.

extension Bool: JSONEncodable, JSONDecodable, JSONDescribable {
  @inlinable public func writeJSON(to writer: inout JSONWriter) { writer.write(self) }
  @inlinable public init(json reader: inout JSONReader) throws(JSONError) { self = try reader.readBool() }
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .boolean }
}

extension String: JSONEncodable, JSONDecodable, JSONDescribable {
  @inlinable public func writeJSON(to writer: inout JSONWriter) { writer.write(self) }
  @inlinable public init(json reader: inout JSONReader) throws(JSONError) { self = try reader.readString() }
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .string }
}

extension Double: JSONEncodable, JSONDecodable, JSONDescribable {
  @inlinable public func writeJSON(to writer: inout JSONWriter) { writer.write(self) }
  @inlinable public init(json reader: inout JSONReader) throws(JSONError) { self = try reader.readDouble() }
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .floatingPoint }
}

extension Float: JSONEncodable, JSONDecodable, JSONDescribable {
  @inlinable public func writeJSON(to writer: inout JSONWriter) { writer.write(self) }
  @inlinable public init(json reader: inout JSONReader) throws(JSONError) { self = try reader.readFloat() }
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .floatingPoint }
}

extension JSONSchema {
  /// A number, or one of the strings for the numbers that JSON does not have.
  static var floatingPoint: JSONSchema { .anyOf([.number, .enumeration(["NaN", "Infinity", "-Infinity"])]) }
}

/// The protocol from which the integers of the standard library get their conformances.
public protocol JSONInteger: FixedWidthInteger, JSONEncodable, JSONDecodable, JSONDescribable {}

extension JSONInteger {
  @inlinable public func writeJSON(to writer: inout JSONWriter) { writer.write(self) }
  @inlinable public init(json reader: inout JSONReader) throws(JSONError) { self = try reader.readInteger() }
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .integer(Self.self) }
}

extension Int: JSONInteger {}
extension Int8: JSONInteger {}
extension Int16: JSONInteger {}
extension Int32: JSONInteger {}
extension Int64: JSONInteger {}
extension UInt: JSONInteger {}
extension UInt8: JSONInteger {}
extension UInt16: JSONInteger {}
extension UInt32: JSONInteger {}
extension UInt64: JSONInteger {}
