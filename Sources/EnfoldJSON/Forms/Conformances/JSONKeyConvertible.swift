// JSONKeyConvertible: types whose values can be keys of a JSON object.

/// A type whose values can be keys of a JSON object: strings, integers, and enums with such raw values. As a key, each
/// value has exactly one text.
public protocol JSONKeyConvertible: Hashable {
  /// The key's text.
  var jsonKey: String { get }

  /// The value whose key has this text; nil if there is none. Only the text that `jsonKey` gives is accepted.
  init?(jsonKey: String)
}

extension String: JSONKeyConvertible {
  @inlinable public var jsonKey: String { self }
  @inlinable public init?(jsonKey: String) { self = jsonKey }
}

extension JSONKeyConvertible where Self: FixedWidthInteger {
  public var jsonKey: String { String(self) }

  public init?(jsonKey: String) {
    // Only "1" is the key for 1; "+1" and "01" are refused.
    guard let value = Self(jsonKey, radix: 10), value.jsonKey == jsonKey else { return nil }
    self = value
  }
}

extension JSONKeyConvertible where Self: RawRepresentable, RawValue: JSONKeyConvertible {
  public var jsonKey: String { rawValue.jsonKey }

  public init?(jsonKey: String) {
    guard let rawValue = RawValue(jsonKey: jsonKey) else { return nil }
    self.init(rawValue: rawValue)
  }
}

extension Int: JSONKeyConvertible {}
extension Int8: JSONKeyConvertible {}
extension Int16: JSONKeyConvertible {}
extension Int32: JSONKeyConvertible {}
extension Int64: JSONKeyConvertible {}
extension UInt: JSONKeyConvertible {}
extension UInt8: JSONKeyConvertible {}
extension UInt16: JSONKeyConvertible {}
extension UInt32: JSONKeyConvertible {}
extension UInt64: JSONKeyConvertible {}
