// ExactNumber: a decimal number of any length, for the bounds and multiples of a schema.

/// A number as it is written, without rounding: ±0.d₁d₂d₃… · 10^exponent.
struct ExactNumber: Sendable, Equatable {
  /// False for zero.
  private(set) var isNegative = false
  /// Without zeros at the start and at the end; empty for zero.
  private(set) var digits: [UInt8] = []
  private(set) var exponent = 0

  /// - Parameter text: the bytes of a JSON number.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    var position = text.startIndex
    if position < text.endIndex, text[position] == UInt8(ascii: "-") {
      isNegative = true
      position += 1
    }
    var hasPoint = false
    while position < text.endIndex {
      let byte = text[position]
      if byte == UInt8(ascii: ".") {
        hasPoint = true
      } else if byte &- UInt8(ascii: "0") < 10 {
        let digit = byte &- UInt8(ascii: "0")
        if digit == 0, digits.isEmpty {
          if hasPoint { exponent -= 1 }
        } else {
          digits.append(digit)
          if !hasPoint { exponent += 1 }
        }
      } else {
        break
      }
      position += 1
    }
    exponent += Self.exponent(text[min(position + 1, text.endIndex)...])
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { (isNegative, exponent) = (false, 0) }
  }

  init(_ text: String) {
    var text = text
    self = text.withUTF8 { ExactNumber($0) }
  }

  /// The value behind an `e`. It stops to count where the length of any text is too small to matter.
  private static func exponent(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var value = 0
    for byte in text where byte &- UInt8(ascii: "0") < 10 && value < 1 << 48 {
      value = value * 10 + Int(byte &- UInt8(ascii: "0"))
    }
    return text.first == UInt8(ascii: "-") ? -value : value
  }

  /// Whether this number is an integer times `other`, which is greater than 0 and whose digits fit into 64 bits.
  func isMultiple(of other: ExactNumber) -> Bool {
    guard !digits.isEmpty else { return true }
    guard let divisor = other.significand, divisor > 0 else { return false }
    // This number is d · 10^shift times the other's power of ten, where d has no zero at its end. So if `shift` is
    // negative, the quotient is no integer.
    let shift = (exponent - digits.count) - (other.exponent - other.digits.count)
    guard shift >= 0 else { return false }
    func product(_ first: UInt64, _ second: UInt64) -> UInt64 {
      divisor.dividingFullWidth(first.multipliedFullWidth(by: second)).remainder
    }
    var rest: UInt64 = 0
    for digit in digits {
      let (sum, overflow) = product(rest, 10 % divisor).addingReportingOverflow(UInt64(digit) % divisor)
      rest = overflow || sum >= divisor ? sum &- divisor : sum
    }
    var power = 10 % divisor
    var left = shift
    while left > 0, rest != 0 {
      if left & 1 == 1 { rest = product(rest, power) }
      power = product(power, power)
      left >>= 1
    }
    return rest == 0
  }

  /// The digits as an integer; nil if they do not fit.
  private var significand: UInt64? { UInt64(String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)) }
}

extension ExactNumber: Comparable {
  static func < (number: ExactNumber, other: ExactNumber) -> Bool {
    if number.isNegative != other.isNegative { return number.isNegative }
    return number.isNegative ? other.isCloserToZero(than: number) : number.isCloserToZero(than: other)
  }

  private func isCloserToZero(than other: ExactNumber) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    if exponent != other.exponent { return exponent < other.exponent }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}
