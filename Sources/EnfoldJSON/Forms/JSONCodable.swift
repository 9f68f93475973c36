// JSONEncodable, JSONDecodable: the protocols of types that have a JSON form.

/// A type that writes itself as JSON.
public protocol JSONEncodable {
  /// Writes exactly one JSON value.
  func writeJSON(to writer: inout JSONWriter)

  /// Writes the value at a path inside this one: `path` is empty for the value itself.
  ///
  /// - Returns: false, with nothing written, if nothing is there now.
  func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool

  /// Whether this value and another one have the same JSON, byte for byte. Observers are told of a value if its JSON is not
  /// the same as before, whatever `==` says: `0.0` and `-0.0`, or two spellings of a text, are equal and differ in JSON.
  ///
  /// A type need not implement this: the default writes and compares both values. An implementation must give the same answer.
  func hasSameJSON(as other: Self) -> Bool

  /// Whether the JSON is null. Without an implementation of its own the value is written.
  var jsonIsNull: Bool { get }
}

/// A type that reads itself from JSON.
public protocol JSONDecodable {
  /// Reads exactly one JSON value. On an error the reader's position is undefined.
  init(json reader: inout JSONReader) throws(JSONError)

  /// Whether an object with any keys can be a value of this type, as with dictionaries. A payload of such a type is
  /// never taken for Swift's `{"_0": …}`.
  static var jsonAcceptsAnyKey: Bool { get }
}

/// A type that describes its JSON form.
public protocol JSONDescribable {
  /// The JSON Schema (2020-12) of this type. Types that can contain themselves use `builder.reference`.
  static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema

  /// Whether some value of this type can have something at `path`. Array indices and dictionary keys are always
  /// possible.
  static func jsonAllows(_ path: JSONPath) -> Bool
}

/// A type with a complete JSON form. Properties of a state and payloads of an action need one.
public typealias JSONCodable = JSONEncodable & JSONDecodable & JSONDescribable

extension JSONEncodable {
  public func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    guard path.isEmpty else { return false }
    writeJSON(to: &writer)
    return true
  }

  /// Writes this value, or the value at a path inside the part that the first token names. With it a type implements
  /// `writeJSON(at:to:)`.
  @inlinable public func writeJSON<Part: JSONEncodable>(
    at path: JSONPath, to writer: inout JSONWriter, part: (JSONPath.Token) -> Part?
  ) -> Bool {
    guard let token = path.first else {
      writeJSON(to: &writer)
      return true
    }
    return part(token)?.writeJSON(at: path.dropFirst(), to: &writer) ?? false
  }
}

extension JSONDecodable {
  public static var jsonAcceptsAnyKey: Bool { false }
}

extension JSONDescribable {
  public static func jsonAllows(_ path: JSONPath) -> Bool { path.isEmpty }
}

// Here, where a linker finds them for everybody who asks for one of the protocols.
extension Result: JSONEncodable where Success: JSONEncodable, Failure: JSONEncodable {}
extension Result: JSONDecodable where Success: JSONDecodable, Failure: JSONDecodable {}
extension Result: JSONDescribable where Success: JSONDescribable, Failure: JSONDescribable {}
extension Never: JSONEncodable, JSONDecodable, JSONDescribable {}
