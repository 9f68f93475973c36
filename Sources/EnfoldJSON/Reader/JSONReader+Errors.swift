// The errors of the reader: which byte, which words. All of it is off the fast path.

extension JSONReader {
  /// A mismatch at the next value: the text is JSON, but not what the caller expected.
  public func mismatch(_ message: String) -> JSONError {
    var copy = self
    copy.skipWhitespace()
    return JSONError(code: .mismatch, offset: copy.offset, message: message)
  }

  /// The error to report when decoding has failed with `error`: what is not JSON at all is a syntax error, wherever
  /// decoding stopped. Checks the whole text again from its start.
  public mutating func checkRest(after error: JSONError) -> JSONError {
    cursor = start
    remainingDepth = min(limits.depth, JSONLimits.greatestDepth)
    do {
      try skipValue()
      try finish()
    } catch let worse {
      return worse
    }
    return error
  }

  /// A syntax error at the cursor, where `expected` should have stood.
  @usableFromInline @inline(never)
  func syntaxError(_ expected: StaticString) -> JSONError {
    guard !isTooLong else {
      return JSONError(code: .limit, offset: limits.bytes, message: "the text is longer than \(limits.bytes) bytes")
    }
    guard cursor < end else {
      return JSONError(code: .syntax, offset: offset, message: "the text ends where \(expected) is expected")
    }
    if cursor == start, end - cursor >= 3, cursor[0] == 0xEF, cursor[1] == 0xBB, cursor[2] == 0xBF {
      return syntaxError(saying: "a byte order mark, which JSON does not have: remove its three bytes", at: cursor)
    }
    let found = name(of: cursor.pointee)
    return JSONError(code: .syntax, offset: offset, message: "\(found) where \(expected) is expected")
  }

  /// A syntax error at another byte than the cursor's.
  @inline(never)
  func syntaxError(_ expected: StaticString, at position: UnsafePointer<UInt8>) -> JSONError {
    var copy = self
    copy.cursor = position
    return copy.syntaxError(expected)
  }

  /// A syntax error at a byte, in words of its own.
  @inline(never)
  func syntaxError(saying message: String, at position: UnsafePointer<UInt8>) -> JSONError {
    JSONError(code: .syntax, offset: position - start, message: message)
  }

  @usableFromInline @inline(never)
  func depthError() -> JSONError {
    let depth = min(limits.depth, JSONLimits.greatestDepth)
    return JSONError(code: .limit, offset: offset, message: "arrays and objects are nested deeper than \(depth)")
  }

  /// The error for a value at the cursor that is not `expected`: a syntax error if it is no value at all.
  @usableFromInline @inline(never)
  func unexpected(_ expected: StaticString) -> JSONError {
    var copy = self
    let kind = copy.peek()
    do {
      try copy.skipValue()
    } catch {
      return error
    }
    return mismatch("\(kind.name) where \(expected) is expected")
  }

  private func name(of byte: UInt8) -> String {
    switch byte {
    case 0x21...0x7E: "'\(Character(UnicodeScalar(byte)))'"
    default: "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
}

extension JSONReader.Kind {
  var name: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool: "a boolean"
    case .null: "null"
    case .end: "the end"
    case .invalid: "no value"
    }
  }
}
