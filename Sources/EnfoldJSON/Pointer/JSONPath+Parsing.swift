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

  // MARK: Pointers that are not parsed

  /// How many bytes the first tokens of a JSON Pointer have; nil if the bytes are no JSON Pointer.
  package static func length(ofPointer bytes: UnsafeRawBufferPointer, tokens limit: Int) -> Int? {
    guard let first = bytes.first else { return 0 }
    guard first == UInt8(ascii: "/") else { return nil }
    var (count, length) = (0, bytes.count)
    var isASCII = true
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "/") {
        count += 1
        if count == limit + 1 { length = position - 1 }
      } else if byte == UInt8(ascii: "~") {
        guard position < bytes.count, bytes[position] | 1 == UInt8(ascii: "1") else { return nil }
      } else if byte >= 0x80 {
        isASCII = false
      }
    }
    return isASCII || firstInvalidByte(in: bytes) == nil ? length : nil
  }
}

extension JSONPath.Token {
  /// How many bytes of a JSON Pointer that is not empty are this token and its slash; nil if it begins with another.
  package func length(inPointer bytes: UnsafeRawBufferPointer) -> Int? {
    var length = 1
    var hasEscapes = false
    while length < bytes.count, bytes[length] != UInt8(ascii: "/") {
      if bytes[length] == UInt8(ascii: "~") { hasEscapes = true }
      length += 1
    }
    let token = UnsafeRawBufferPointer(rebasing: bytes[..<length])
    let isSame =
      hasEscapes
      ? (try? JSONPath(pointer: token))?.first == self
      : text.hasBytes(UnsafeRawBufferPointer(rebasing: token[1...]).assumingMemoryBound(to: UInt8.self))
    return isSame ? length : nil
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
