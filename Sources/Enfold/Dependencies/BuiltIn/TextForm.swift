// Reading and writing values whose form is a text.

extension JSONReader {
  /// Reads a string, of which `make` makes the value. If it makes none, the error says what was expected.
  package mutating func readText<T>(_ expected: String, _ make: (String) -> T?) throws(JSONError) -> T {
    _ = peek()
    let offset = offset
    let text = try readString()
    guard let value = make(text) else {
      throw JSONError(code: .mismatch, offset: offset, message: "\"\(text.prefix(60))\" where \(expected) is expected")
    }
    return value
  }
}

extension Decoder {
  package func decodeText<T: LosslessStringConvertible>(_ expected: String) throws -> T {
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
  package func encodeText(_ value: some LosslessStringConvertible) throws {
    var container = singleValueContainer()
    try container.encode(value.description)
  }
}
