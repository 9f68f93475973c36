// JSONValue: any JSON value as a tree, for patches, schemas and tests. Actions and states are never converted to it.

/// Any JSON value.
///
/// Values are compared as JSON values. Numbers are compared by their numeric value: `.integer(1)` equals `.double(1)`.
/// Strings are compared by their bytes. The order of keys in objects does not matter.
public enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// An integer that is too great for `Int64`.
  case unsigned(UInt64)
  /// A number with a fraction or an exponent.
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

extension JSONValue {
  /// Parses one text. A key that occurs more than once keeps its first place and its last value.
  public init(parsing text: String, limits: JSONLimits = .default) throws(JSONError) {
    self = try JSON.decode(JSONValue.self, from: text, limits: limits)
  }

  /// The value that `encodable` writes.
  public init(encoding encodable: some JSONEncodable) {
    self = (try? JSONValue(parsing: JSON.string(encodable), limits: .greatest)) ?? .null
  }

  /// The compact text, with the keys in their order.
  public var json: String { JSON.string(self) }

  /// The value of a key, if this is an object that has it.
  public subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// An element, if this is an array that has it.
  public subscript(index: Int) -> JSONValue? {
    if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
  }

  /// The value at a path, if there is one.
  public subscript(path: JSONPath) -> JSONValue? {
    var value = self
    for token in path.tokens {
      guard let next = value.child(token) else { return nil }
      value = next
    }
    return value
  }

  private func child(_ token: JSONPath.Token) -> JSONValue? {
    switch self {
    case .object(let object): object[token.text]
    case .array(let elements): elements.position(of: token).map { elements[$0] }
    default: nil
    }
  }
}

extension JSONValue: Equatable {
  public static func == (value: JSONValue, other: JSONValue) -> Bool {
    switch (value, other) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: value.equalsNumerically(other)
    }
  }

  private func equalsNumerically(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left == right
    case (.unsigned(let left), .unsigned(let right)): left == right
    case (.integer(let left), .unsigned(let right)), (.unsigned(let right), .integer(let left)): left == right
    case (.double(let left), .double(let right)): left == right || left.isNaN && right.isNaN
    // Exactly: an integer that no double can hold equals no double.
    case (.integer(let left), .double(let right)), (.double(let right), .integer(let left)):
      Double(exactly: left) == right
    case (.unsigned(let left), .double(let right)), (.double(let right), .unsigned(let left)):
      Double(exactly: left) == right
    // JSON has no number that is not finite. Such a double is written as a string.
    case (.double(let left), .string(let right)), (.string(let right), .double(let left)):
      !left.isFinite && right == (left.isNaN ? "NaN" : left < 0 ? "-Infinity" : "Infinity")
    default: false
    }
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }
}
