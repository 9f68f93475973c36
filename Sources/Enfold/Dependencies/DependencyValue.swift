// DependencyValue: what a dependency has given, as a trace tells it. RandomBits: the JSON of random numbers.
import EnfoldJSON

/// What a dependency has given.
public struct DependencyValue: Sendable, Equatable {
  /// `uuid`, `date` or `random`.
  public let name: String
  /// As JSON: an id, a time, or the 64 random bits as a string of digits.
  public let value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// 64 random bits. As JSON a string of digits, because not every reader of JSON knows such large numbers.
struct RandomBits: JSONEncodable, JSONDecodable, Sendable {
  let bits: UInt64

  init(_ bits: UInt64) { self.bits = bits }

  init(json reader: inout JSONReader) throws(JSONError) {
    let offset = reader.offset
    guard let bits = UInt64(try reader.readString()) else {
      throw JSONError(code: .mismatch, offset: offset, message: "64 random bits are a string of digits")
    }
    self.bits = bits
  }

  func writeJSON(to writer: inout JSONWriter) { writer.write(String(bits)) }
}
