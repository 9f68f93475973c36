// Shared: is Equatable, Hashable, Codable and so on as its value is.

extension Shared: Equatable where Value: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.wrappedValue == rhs.wrappedValue }
}

extension Shared: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { wrappedValue.hash(into: &hasher) }
}

extension Shared: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension Shared: Decodable where Value: Decodable {
  /// A value of its own, which has no key.
  public init(from decoder: any Decoder) throws { self.init(value: try Value(from: decoder)) }
}

extension Shared: CustomStringConvertible {
  public var description: String { "\(wrappedValue)" }
}

extension Shared: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension Shared: JSONEncodable {
  public func writeJSON(to writer: inout JSONWriter) { wrappedValue.writeJSON(to: &writer) }
  public func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    wrappedValue.writeJSON(at: path, to: &writer)
  }
  public func hasSameJSON(as other: Self) -> Bool { wrappedValue.hasSameJSON(as: other.wrappedValue) }
  public var jsonIsNull: Bool { wrappedValue.jsonIsNull }
}

extension Shared: JSONDecodable {
  /// A value of its own, which has no key. (A property that has one keeps it: see ``JSONFields``.)
  public init(json reader: inout JSONReader) throws(JSONError) {
    self.init(value: try Value(json: &reader))
    source = .given
  }
  public static var jsonAcceptsAnyKey: Bool { Value.jsonAcceptsAnyKey }
}

extension Shared: JSONDescribable {
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { Value.jsonSchema(in: &builder) }
  public static func jsonAllows(_ path: JSONPath) -> Bool { Value.jsonAllows(path) }
}
