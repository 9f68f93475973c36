// Parsing JSON Pointers.

extension JSONPath {
  /// Parses a JSON Pointer. `""` is the value itself. Otherwise each token comes behind a slash, as in `/items/0`. In a
  /// token `~0` stands for `~`, and `~1` for `/`. Errors are mismatches that say what is wrong and at which byte.
  public init(pointer: String) throws(JSONError) {
    var copy = pointer
    // The standard library's closure cannot throw a typed error, so it returns a Result.
    tokens = try copy.withUTF8 { bytes in parse(UnsafeRawBufferPointer(bytes)) }.get()
  }

  /// Parses the UTF-8 bytes of a JSON Pointer. Bytes that are not UTF-8 are refused.
  public init(pointer bytes: UnsafeRawBufferPointer) throws(JSONError) {
    if let offset = firstInvalidByte(in: bytes) {
      throw JSONError(code: .mismatch, offset: offset, message: "the JSON Pointer is not UTF-8")
    }
    tokens = try parse(bytes).get()
  }
}

private func parse(_ bytes: UnsafeRawBufferPointer) -> Result<ArraySlice<JSONPath.Token>, JSONError> {
  guard let first = bytes.first else { return .success([]) }
  guard first == UInt8(ascii: "/") else {
    return .failure(
      JSONError(code: .mismatch, offset: 0, message: "a JSON Pointer is empty or begins with '/'"))
  }
  var tokens: ArraySlice<JSONPath.Token> = []
  var text: [UInt8] = []
  var position = 1
  while position < bytes.count {
    switch bytes[position] {
    case UInt8(ascii: "/"):
      tokens.append(JSONPath.Token(String(decoding: text, as: UTF8.self)))
      text.removeAll(keepingCapacity: true)
    case UInt8(ascii: "~"):
      position += 1
      switch position < bytes.count ? bytes[position] : 0 {
      case UInt8(ascii: "0"): text.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): text.append(UInt8(ascii: "/"))
      default:
        return .failure(
          JSONError(code: .mismatch, offset: position, message: "in a JSON Pointer '~' is followed by '0' or '1'"))
      }
    case let byte:
      text.append(byte)
    }
    position += 1
  }
  tokens.append(JSONPath.Token(String(decoding: text, as: UTF8.self)))
  return .success(tokens)
}
