// Reading and writing values whose form is a text.

extension JSONReader {
  /// Reads a value from a string.
  mutating func readText<T: LosslessStringConvertible>(_ expected: String) throws(JSONError) -> T {
    _ = peek()
    let offset = offset
    let text = try readString()
    guard let value = T(text) else {
      throw JSONError(code: .mismatch, offset: offset, message: "\"\(text.prefix(60))\" where \(expected) is expected")
    }
    return value
  }
}

extension Decoder {
  func decodeText<T: LosslessStringConvertible>(_ expected: String) throws -> T {
    let container = try singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = T(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\"\(text.prefix(60))\" where \(expected) is expected")
    }
    return value
  }
}

extension Encoder {
  func encodeText(_ value: some LosslessStringConvertible) throws {
    var container = singleValueContainer()
    try container.encode(value.description)
  }
}
