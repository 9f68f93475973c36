// JSONReader: reads numbers, integers exactly and floats correctly rounded.

extension JSONReader {
  /// Reads an integer, exactly. `1.0` and `1e2` are mismatches, and so is an integer that does not fit into `T`.
  @inlinable public mutating func readInteger<T: FixedWidthInteger>(_ type: T.Type = T.self) throws(JSONError) -> T {
    let first = cursor
    if let small = readSmallInteger() {
      if let value = T(exactly: small) { return value }
      throw integerRangeError(from: first, T.self)
    }
    return try findInteger(T.self)
  }

  /// The slow way of `readInteger`: for white space, for a number of many digits, and if there is no integer.
  @inlinable @inline(never) mutating func findInteger<T: FixedWidthInteger>(_ type: T.Type) throws(JSONError) -> T {
    skipWhitespace()
    let first = cursor
    let digits = try readLargeInteger()
    if !digits.isNegative {
      if let magnitude = digits.magnitude, let value = T(exactly: magnitude) { return value }
    } else if let magnitude = digits.magnitude, magnitude <= 1 << 63 {
      if let value = T(exactly: Int64(truncatingIfNeeded: 0 &- magnitude)) { return value }
    }
    if T.bitWidth > 64, let value = T(text(from: first), radix: 10) { return value }
    throw integerRangeError(from: first, type)
  }

  /// Reads a number, correctly rounded, or one of the strings "NaN", "Infinity" and "-Infinity". Numbers too great
  /// for a `Double` are mismatches.
  @inlinable public mutating func readDouble() throws(JSONError) -> Double {
    skipWhitespace()
    let first = cursor
    guard first < end, isNumberStart(first.pointee) else { return try readNonFinite() }
    let value = try scanNumber().doubleValue(text: first, end: cursor)
    guard value.isFinite else { throw rangeError(from: first, type: "Double", range: "about ±1.8e308") }
    return value
  }

  /// Reads a number, correctly rounded, or one of the strings "NaN", "Infinity" and "-Infinity". Numbers too great
  /// for a `Float` are mismatches.
  @inlinable public mutating func readFloat() throws(JSONError) -> Float {
    skipWhitespace()
    let first = cursor
    guard first < end, isNumberStart(first.pointee) else { return Float(try readNonFinite()) }
    let value = try scanNumber().floatValue(text: first, end: cursor)
    guard value.isFinite else { throw rangeError(from: first, type: "Float", range: "about ±3.4e38") }
    return value
  }

  @inlinable @inline(__always) func isNumberStart(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-")
  }

  /// Reads an integer of up to 18 digits. For everything else, returns nil and consumes nothing.
  @inlinable @inline(__always) mutating func readSmallInteger() -> Int64? {
    var position = cursor
    guard position < end else { return nil }
    let isNegative = position.pointee == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let digits = position
    var magnitude: Int64 = 0
    while position < end {
      let digit = position.pointee &- UInt8(ascii: "0")
      guard digit < 10 else {
        // The bytes that could continue the number: '.', 'e' and 'E'.
        if position.pointee == UInt8(ascii: ".") || position.pointee | 0x20 == UInt8(ascii: "e") { return nil }
        break
      }
      magnitude = magnitude &* 10 &+ Int64(truncatingIfNeeded: digit)
      position += 1
    }
    let count = position - digits
    guard count > 0, count <= 18, count == 1 || digits.pointee != UInt8(ascii: "0") else { return nil }
    cursor = position
    return isNegative ? 0 &- magnitude : magnitude
  }

  /// Reads an integer of any length. Its magnitude is nil if it does not fit into 64 bits.
  @usableFromInline @inline(never)
  mutating func readLargeInteger() throws(JSONError) -> (isNegative: Bool, magnitude: UInt64?) {
    guard cursor < end, isNumberStart(cursor.pointee) else { throw unexpected("an integer") }
    let first = cursor
    let number = try scanNumber()
    guard number.isInteger else {
      throw JSONError(
        code: .mismatch, offset: first - start,
        message: "\(shortText(from: first)) is no integer: digits alone make one")
    }
    // With up to 19 digits the exponent is 0, and the mantissa is the number itself.
    guard number.exponent != 0 else { return (number.isNegative, number.mantissa) }
    return (number.isNegative, UInt64(text(from: first, droppingSign: number.isNegative), radix: 10))
  }

  /// Reads one of the strings for the numbers that JSON does not have.
  @usableFromInline @inline(never) mutating func readNonFinite() throws(JSONError) -> Double {
    guard cursor < end, cursor.pointee == UInt8(ascii: "\"") else { throw unexpected("a number") }
    let error = mismatch("a string where a number is expected")
    switch try readString() {
    case "NaN": return .nan
    case "Infinity": return .infinity
    case "-Infinity": return -.infinity
    default: throw error
    }
  }

  @usableFromInline func text(from first: UnsafePointer<UInt8>, droppingSign: Bool = false) -> String {
    let digits = droppingSign ? first + 1 : first
    return String(decoding: UnsafeBufferPointer(start: digits, count: cursor - digits), as: UTF8.self)
  }
}
