// Types that can be keys of a JSON object.

/// A type whose values have one text as keys of a JSON object: strings, integers, and enums of either.
public protocol JSONKeyConvertible: Hashable {
  /// The key's text.
  var jsonKey: String { get }

  /// The value of a key's text, or nil if it is none. Only the text that `jsonKey` gives is accepted.
  init?(jsonKey: String)
}

extension String: JSONKeyConvertible {
  @inlinable public var jsonKey: String { self }
  @inlinable public init?(jsonKey: String) { self = jsonKey }
}

extension JSONKeyConvertible where Self: FixedWidthInteger {
  public var jsonKey: String { String(self) }

  public init?(jsonKey: String) {
    // "+1" and "01" are no other ways to say 1.
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
