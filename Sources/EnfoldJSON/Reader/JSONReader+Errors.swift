// JSONReader: its errors, at which byte and with which message. None of this is on the fast path.

extension JSONReader {
  /// A mismatch at the next value: the text is JSON, but not what the caller expected.
  public func mismatch(_ message: String) -> JSONError {
    var copy = self
    copy.skipWhitespace()
    return JSONError(code: .mismatch, offset: copy.offset, message: message)
  }

  /// The error to report when decoding has failed with `error`. This checks the whole text again from its start. If the
  /// text is not JSON, or is beyond a limit, that error is the result.
  public mutating func checkRest(after error: JSONError) -> JSONError {
    cursor = start
    freeLevels = min(limits.depth, JSONLimits.freeDepth)
    do {
      try skipValue()
      try finish()
    } catch let worse {
      return worse
    }
    return error
  }

  /// A syntax error at the cursor, where `expected` should be.
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
    let advice = cursor.pointee == UInt8(ascii: "'") ? "; JSON has double quotes" : quotesMissing(expected)
    let message =
      isBehindComma(expected)
      ? "\(name(of: cursor.pointee)) behind a comma; take the comma out"
      : "\(name(of: cursor.pointee)) where \(expected) is expected\(advice)"
    return JSONError(code: .syntax, offset: offset, message: message)
  }

  /// Whether the byte at the cursor closes what is open here, and a comma is before it. What is expected tells what is open.
  private func isBehindComma(_ expected: StaticString) -> Bool {
    switch (cursor.pointee, "\(expected)") {
    case (UInt8(ascii: "}"), "a key"), (UInt8(ascii: "]"), "a value"): break
    default: return false
    }
    var before = cursor
    while before > start, before[-1] <= 0x20 { before -= 1 }
    return before > start && before[-1] == UInt8(ascii: ",")
  }

  /// Advice for a word without quotes around the cursor, where a value or a key may begin; empty if there is none.
  private func quotesMissing(_ expected: StaticString) -> String {
    guard ["a value", "a key", "the rest of a literal"].contains("\(expected)") else { return "" }
    func isPart(_ byte: UInt8) -> Bool {
      (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
    }
    var first = cursor
    while first > start, isPart(first[-1]) { first -= 1 }
    var last = cursor
    while last < end, isPart(last.pointee), last - first < 60 { last += 1 }
    guard first < last, !(0x30...0x39).contains(first.pointee) else { return "" }
    let word = String(decoding: UnsafeBufferPointer(start: first, count: last - first), as: UTF8.self)
    return "; put it in quotes: \"\(word)\""
  }

  /// A syntax error at another byte than the cursor's.
  @inline(never)
  func syntaxError(_ expected: StaticString, at position: UnsafePointer<UInt8>) -> JSONError {
    var copy = self
    copy.cursor = position
    return copy.syntaxError(expected)
  }

  /// A syntax error at a byte, with its own message.
  @inline(never)
  func syntaxError(saying message: String, at position: UnsafePointer<UInt8>) -> JSONError {
    JSONError(code: .syntax, offset: position - start, message: message)
  }

  func depthError(_ limit: Int) -> JSONError {
    JSONError(code: .limit, offset: offset, message: "arrays and objects are nested deeper than \(limit)")
  }

  /// The error for an array or object that the thread's stack has no room for.
  func stackError() -> JSONError {
    JSONError(
      code: .limit, offset: offset,
      message: """
        arrays and objects are nested \(depthOfText) deep; the stack of this thread holds \(depth): use a thread with more
        """)
  }

  /// How deeply the whole text is nested. It need not be JSON.
  private var depthOfText: Int {
    var (depth, deepest, isInString) = (0, 0, false)
    var position = start
    while position < end {
      switch position.pointee {
      case UInt8(ascii: "\\") where isInString: position += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case _ where isInString: break
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      deepest = max(deepest, depth)
      position += 1
    }
    return deepest
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

  /// The error for an integer that does not fit into `T`.
  @inlinable @inline(never)
  func integerRangeError<T: FixedWidthInteger>(from first: UnsafePointer<UInt8>, _ type: T.Type) -> JSONError {
    rangeError(from: first, type: "\(T.self)", range: "\(T.min)...\(T.max)")
  }

  /// The error for the number that begins at `first` and ends at the cursor.
  @usableFromInline @inline(never)
  func rangeError(from first: UnsafePointer<UInt8>, type: String, range: String) -> JSONError {
    JSONError(
      code: .mismatch, offset: first - start,
      message: "\(shortText(from: first)) is out of the range of \(type) (\(range))")
  }

  /// The number that begins at `first` and ends at the cursor, shortened if it is long.
  func shortText(from first: UnsafePointer<UInt8>) -> String {
    let count = cursor - first
    let shown = String(decoding: UnsafeBufferPointer(start: first, count: min(count, 40)), as: UTF8.self)
    return count > 40 ? shown + "…" : shown
  }

  private func name(of byte: UInt8) -> String {
    switch byte {
    case 0x21...0x7E: "'\(Character(UnicodeScalar(byte)))'"
    default: "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
}

extension JSONReader.Kind {
  package var name: String {
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
