// JSONReader: reads strings. It finds their end while it checks every byte.

extension JSONReader {
  /// Reads a string.
  public mutating func readString() throws(JSONError) -> String {
    skipWhitespace()
    guard cursor < end, cursor.pointee == UInt8(ascii: "\"") else { throw unexpected("a string") }
    cursor += 1
    let text = cursor
    let traits = try scanString()
    return makeString(text, count: cursor - text - 1, traits)
  }

  /// Moves from behind the opening quote to behind the closing one. Checks escapes, surrogates, control characters and
  /// UTF-8.
  @inline(__always) mutating func scanString() throws(JSONError) -> StringTraits {
    var position = cursor
    var traits = StringTraits()
    while true {
      var special: UInt64 = 0
      while special == 0, end - position >= 8 {
        special = specialBytes(in: loadWord(at: position))
        if special == 0 { position += 8 }
      }
      // Fewer than eight bytes are left. Zeros stand for the others, and zeros are special.
      if special == 0 { special = specialBytes(in: word(at: position)) }
      position += special.trailingZeroBitCount >> 3
      guard position < end, position.pointee == UInt8(ascii: "\"") else {
        position = try scanSpecial(at: position, &traits)
        continue
      }
      cursor = position + 1
      return traits
    }
  }

  /// Checks the escape or character that begins with the special byte at `position`, which is not a quote. Returns the
  /// position behind it.
  ///
  /// This function and those that it calls do not change the reader. They are mutating so that the reader is not
  /// copied.
  @inline(never) private mutating func scanSpecial(
    at position: UnsafePointer<UInt8>, _ traits: inout StringTraits
  ) throws(JSONError) -> UnsafePointer<UInt8> {
    guard position < end else { throw syntaxError("the rest of a string", at: position) }
    switch position.pointee {
    case UInt8(ascii: "\\"):
      traits.hasEscapes = true
      return try scanEscape(at: position)
    case 0x00...0x1F:
      throw syntaxError("an escape of this control character", at: position)
    case 0x80...0xFF:
      traits.isASCII = false
      return try scanMultibyte(at: position)
    default:
      // Not reached, because the first special byte of a word is always found exactly.
      return position + 1
    }
  }

  /// Checks the escape at `position` and returns the position behind it; for a surrogate pair, behind both.
  private mutating func scanEscape(at position: UnsafePointer<UInt8>) throws(JSONError) -> UnsafePointer<UInt8> {
    let letter = position + 1
    guard letter < end else { throw syntaxError("an escape", at: letter) }
    switch letter.pointee {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return position + 2
    case UInt8(ascii: "u"):
      let isHigh = try scanUnit(at: position + 2, isLow: false)
      return isHigh ? try scanLowSurrogate(at: position + 6) : position + 6
    default:
      throw syntaxError("an escape", at: letter)
    }
  }

  /// Checks the second half of a surrogate pair.
  private mutating func scanLowSurrogate(at position: UnsafePointer<UInt8>) throws(JSONError) -> UnsafePointer<UInt8> {
    guard position < end, position.pointee == UInt8(ascii: "\\") else {
      throw syntaxError("the low surrogate of a pair", at: position)
    }
    guard position + 1 < end, position[1] == UInt8(ascii: "u") else {
      throw syntaxError("the low surrogate of a pair", at: position + 1)
    }
    _ = try scanUnit(at: position + 2, isLow: true)
    return position + 6
  }

  /// Checks the four hexadecimal digits at `position`. If `isLow`, they must be a low surrogate; otherwise they must
  /// not be one. Returns whether they are a high surrogate. An error is at the first digit that is wrong: in `\udc00`,
  /// at the c.
  private mutating func scanUnit(at position: UnsafePointer<UInt8>, isLow: Bool) throws(JSONError) -> Bool {
    var startsWithD = false
    var isHigh = false
    for index in 0..<4 {
      guard position + index < end, let digit = hexValue(position[index]) else {
        throw syntaxError("a hexadecimal digit", at: position + index)
      }
      if index == 0 {
        startsWithD = digit == 0xD
        if isLow, !startsWithD { throw syntaxError("a low surrogate", at: position) }
      } else if index == 1, startsWithD {
        guard isLow == (digit >= 0xC) else {
          if isLow { throw syntaxError("a low surrogate", at: position + 1) }
          throw syntaxError(saying: "a low surrogate without a high one before it", at: position + 1)
        }
        isHigh = digit >= 0x8 && digit < 0xC
      }
    }
    return isHigh
  }

  /// Checks the characters beyond ASCII at `position` and returns the position behind them.
  private mutating func scanMultibyte(at position: UnsafePointer<UInt8>) throws(JSONError) -> UnsafePointer<UInt8> {
    var position = position
    while position < end, position.pointee >= 0x80 {
      let length = validSequence(at: position, end: end)
      guard length > 0 else { throw syntaxError("UTF-8", at: position - length) }
      position += length
    }
    return position
  }
}
