// DecimalNumber: a scanned number, and its correctly rounded binary value.

/// A scanned number: ±mantissa · 10^exponent.
@usableFromInline struct DecimalNumber {
  var isNegative: Bool
  /// Whether there was neither a fraction nor an exponent.
  var isInteger: Bool
  /// Whether digits behind the first 19 were dropped and are not all zero. Then the value lies between this mantissa
  /// and the next one.
  var isTruncated: Bool
  var mantissa: UInt64
  var exponent: Int

  /// The `Double` nearest to the number, ties to even; infinite if it is too great. The number is the text from `text`
  /// to `end`.
  @usableFromInline func doubleValue(text: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) -> Double {
    if !isTruncated, mantissa <= 1 << 53, exponent >= -22, exponent <= 22 {
      // Both factors are exact, so one operation rounds once (Clinger 1990).
      let value = Double(mantissa)
      let scaled = exponent < 0 ? value / exactPower(-exponent) : value * exactPower(exponent)
      return isNegative ? -scaled : scaled
    }
    let magnitude = nearestDouble(mantissa, exponent)
    if isTruncated, magnitude != nearestDouble(mantissa &+ 1, exponent) {
      return Double(String(decoding: UnsafeBufferPointer(start: text, count: end - text), as: UTF8.self)) ?? .nan
    }
    return isNegative ? -magnitude : magnitude
  }

  /// The `Float` nearest to the number, ties to even; infinite if it is too great.
  @usableFromInline func floatValue(text: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) -> Float {
    let value = doubleValue(text: text, end: end)
    // Rounding to a double and then to a float can be wrong only if the double lies exactly between two floats, or if
    // the float is subnormal.
    let isBetween = value.bitPattern & 0x1FFF_FFFF == 0x1000_0000
    guard isBetween || value.magnitude < 0x1p-125, value != 0 else { return Float(value) }
    return Float(String(decoding: UnsafeBufferPointer(start: text, count: end - text), as: UTF8.self)) ?? .nan
  }
}

/// 10^exponent for 0...22, exact.
@inline(__always) private func exactPower(_ exponent: Int) -> Double { exactPowersOfTen[exponent] }

private let exactPowersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
]

/// The double nearest to mantissa · 10^exponent, by the algorithm of Eisel and Lemire, which needs no fallback for a
/// mantissa of 64 bits (Mushtak and Lemire, 2023).
private func nearestDouble(_ mantissa: UInt64, _ exponent: Int) -> Double {
  guard mantissa != 0, exponent >= -342 else { return 0 }
  guard exponent <= 308 else { return .infinity }
  let leadingZeros = mantissa.leadingZeroBitCount
  let product = scaledProduct(mantissa << UInt64(leadingZeros), exponent)
  let upperBit = Int(product.high >> 63)
  let shift = UInt64(upperBit + 9)
  var significand = product.high >> shift
  var binaryExponent = ((217_706 * exponent) >> 16) + 63 + upperBit - leadingZeros + 1023
  if binaryExponent <= 0 {
    guard binaryExponent > -63 else { return 0 }
    significand >>= UInt64(1 - binaryExponent)
    significand = (significand + significand & 1) >> 1
    // If a subnormal number rounds up to 2^52, it becomes the least normal number, which has the same bits.
    return Double(bitPattern: significand)
  }
  // Exactly half way between two doubles, which is possible only for small exponents: rounds to even.
  if product.low <= 1, exponent >= -4, exponent <= 23, significand & 3 == 1, significand << shift == product.high {
    significand &= ~1
  }
  significand = (significand + significand & 1) >> 1
  if significand >= 2 << 52 {
    significand = 1 << 52
    binaryExponent += 1
  }
  guard binaryExponent < 0x7FF else { return .infinity }
  return Double(bitPattern: UInt64(binaryExponent) << 52 | significand & ~(1 << 52))
}

/// The upper 128 bits of mantissa · 5^exponent, exact in its upper 55 bits.
@inline(__always) private func scaledProduct(_ mantissa: UInt64, _ exponent: Int) -> (high: UInt64, low: UInt64) {
  let index = 2 * (exponent + 342)
  var (high, low) = mantissa.multipliedFullWidth(by: powersOfFive[index])
  if high & 0x1FF == 0x1FF {
    let second = mantissa.multipliedFullWidth(by: powersOfFive[index + 1])
    low = low &+ second.high
    if second.high > low { high += 1 }
  }
  return (high, low)
}
