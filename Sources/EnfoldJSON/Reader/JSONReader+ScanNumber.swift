// JSONReader: scans numbers. It checks the grammar and computes the decimal value at the same time.

extension JSONReader {
  /// Moves over the number at the cursor, whose first byte is a digit or a minus sign.
  @usableFromInline mutating func scanNumber() throws(JSONError) -> DecimalNumber {
    let isNegative = cursor.pointee == UInt8(ascii: "-")
    if isNegative { cursor += 1 }
    let digits = cursor
    var mantissa: UInt64 = 0
    try scanDigits(into: &mantissa)
    var count = cursor - digits
    guard count == 1 || digits.pointee != UInt8(ascii: "0") else {
      throw syntaxError(saying: "a leading zero, which numbers do not have; remove it", at: digits + 1)
    }
    var exponent = 0
    var isInteger = true
    if cursor < end, cursor.pointee == UInt8(ascii: ".") {
      cursor += 1
      isInteger = false
      let fraction = cursor
      try scanDigits(into: &mantissa)
      exponent = fraction - cursor
      count -= exponent
    }
    let digitsEnd = cursor
    if cursor < end, cursor.pointee | 0x20 == UInt8(ascii: "e") {
      cursor += 1
      isInteger = false
      exponent += try scanExponent()
    }
    var number = DecimalNumber(
      isNegative: isNegative, isInteger: isInteger, isTruncated: false, mantissa: mantissa, exponent: exponent)
    if count > 19 { number.keepFirstDigits(from: digits, to: digitsEnd) }
    return number
  }

  @inline(__always) private mutating func scanDigits(into mantissa: inout UInt64) throws(JSONError) {
    let first = cursor
    var position = cursor
    while end - position >= 8, let eight = eightDigits(at: position) {
      mantissa = mantissa &* 100_000_000 &+ eight
      position += 8
    }
    while position < end {
      let digit = position.pointee &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      mantissa = mantissa &* 10 &+ UInt64(digit)
      position += 1
    }
    cursor = position
    guard position > first else { throw syntaxError("a digit") }
  }

  private mutating func scanExponent() throws(JSONError) -> Int {
    let isNegative = cursor < end && cursor.pointee == UInt8(ascii: "-")
    if isNegative || cursor < end && cursor.pointee == UInt8(ascii: "+") { cursor += 1 }
    let first = cursor
    var value = 0
    while cursor < end {
      let digit = cursor.pointee &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      // If the exponent is greater than the length of any text, its exact value does not matter.
      if value < 1 << 48 { value = value * 10 + Int(digit) }
      cursor += 1
    }
    guard cursor > first else { throw syntaxError("a digit") }
    return isNegative ? -value : value
  }
}

extension DecimalNumber {
  /// Takes the first 19 significant digits as the mantissa, because all of them together do not fit.
  fileprivate mutating func keepFirstDigits(from first: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) {
    mantissa = 0
    var kept = 0
    var position = first
    while position < end {
      let digit = position.pointee &- UInt8(ascii: "0")
      position += 1
      guard digit < 10 else { continue }
      if kept < 19 {
        mantissa = mantissa * 10 + UInt64(digit)
        if mantissa > 0 { kept += 1 }
      } else {
        exponent += 1
        if digit != 0 { isTruncated = true }
      }
    }
  }
}

/// The value of eight digits, computed at once; nil if not all of them are digits. Eight bytes must be readable.
@inline(__always) private func eightDigits(at position: UnsafePointer<UInt8>) -> UInt64? {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let bytes = UInt64(littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt64.self))
  // '0'...'9' are 0x30...0x39: the upper half of the byte is 3, and it is still 3 after 6 is added.
  let upper = bytes & (ones &* 0xF0) | ((bytes &+ ones &* 0x06) & (ones &* 0xF0)) >> 4
  guard upper == ones &* 0x33 else { return nil }
  // Combines the digits to pairs, then to fours, then to all eight. The first digit is the lowest byte.
  var value = bytes &- ones &* 0x30
  value = value &* 10 &+ value >> 8
  let low = (value & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
  let high = (value >> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
  return (low &+ high) >> 32
}
