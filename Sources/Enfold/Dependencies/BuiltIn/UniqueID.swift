// UniqueID: a universally unique identifier.

/// 128 bits that identify something: a UUID of RFC 9562, without Foundation.
///
/// Its text is 32 hexadecimal digits in five groups. Upper case is read, too; lower case is written. Ids are ordered
/// like their texts. The JSON form is the text.
public struct UniqueID: Hashable, Sendable {
  /// The first and the second half of its bytes. The first byte of a half is its highest one.
  public let high, low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The id with a number at its end: `UniqueID(1)` is `00000000-0000-0000-0000-000000000001`.
  public init(_ number: UInt64) { self.init(high: 0, low: number) }

  /// A random id, version 4. Takes two numbers: one for the first half, one for the second.
  public init(random: RandomSource) {
    high = random.next() & ~0xF000 | 0x4000
    low = random.next() & ~(0b11 << 62) | 0b10 << 62
  }
}

extension UniqueID: Comparable {
  public static func < (lhs: Self, rhs: Self) -> Bool { (lhs.high, lhs.low) < (rhs.high, rhs.low) }
}

extension UniqueID: LosslessStringConvertible {
  public var description: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: 36) { text in
      var position = 0
      for shift in stride(from: 124, through: 0, by: -4) {
        if Self.hyphens.contains(position) {
          text[position] = UInt8(ascii: "-")
          position += 1
        }
        let half = shift >= 64 ? high : low
        text[position] = digits[Int(half >> UInt64(shift % 64) & 0xF)]
        position += 1
      }
      return position
    }
  }

  /// Reads the text form, and nothing else.
  public init?(_ description: String) {
    guard description.utf8.count == 36 else { return nil }
    var (high, low) = (UInt64(0), UInt64(0))
    for (position, byte) in description.utf8.enumerated() {
      if Self.hyphens.contains(position) {
        guard byte == UInt8(ascii: "-") else { return nil }
      } else {
        guard byte < 0x80, let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
        high = high << 4 | low >> 60
        low = low << 4 | UInt64(digit)
      }
    }
    self.init(high: high, low: low)
  }

  private static let hyphens: Set = [8, 13, 18, 23]
}

extension UniqueID: JSONEncodable, JSONDecodable, JSONDescribable {
  public func writeJSON(to writer: inout JSONWriter) { writer.write(description) }
  public func hasSameJSON(as other: Self) -> Bool { self == other }
  public var jsonIsNull: Bool { false }

  public init(json reader: inout JSONReader) throws(JSONError) { self = try reader.readText("a UUID") { UniqueID($0) } }

  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .string.with("format", "uuid") }
}

extension UniqueID: JSONKeyConvertible {
  public var jsonKey: String { description }

  public init?(jsonKey: String) {
    guard let id = Self(jsonKey), id.description == jsonKey else { return nil }
    self = id
  }
}

extension UniqueID: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.decodeText("a UUID") }
  public func encode(to encoder: any Encoder) throws { try encoder.encodeText(self) }
}
