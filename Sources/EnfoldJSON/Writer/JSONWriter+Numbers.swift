// JSONWriter: writes numbers, integers two digits at a time, floats in their shortest form.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension JSONWriter {
  /// Writes an integer.
  @inlinable
  public mutating func write<T: FixedWidthInteger>(_ value: T) {
    if T.bitWidth <= 64 {
      writeInteger(UInt64(truncatingIfNeeded: value.magnitude), isNegative: value < 0)
    } else {
      writeASCII(String(value))
    }
  }

  /// Writes the shortest text that reads back as the same `Double`: `1.0`, `0.1`, `1e+20`. A value that is not finite
  /// becomes a string: `"NaN"`, `"Infinity"` or `"-Infinity"`.
  public mutating func write(_ value: Double) {
    // Below 2^53, the shortest form of a value without a fraction is its digits and ".0".
    if value.magnitude < 0x1p53 {
      let integer = Int64(value)
      if Double(integer) == value, integer != 0 || value.sign == .plus {
        writeInteger(integer.magnitude, isNegative: integer < 0)
        literal(".0")
        return
      }
    } else if !value.isFinite {
      return writeNonFinite(value)
    }
    reserve(32)
    var output = NumberOutput(buffer + length, capacity: 32)
    value.write(to: &output)
    length += output.count
  }

  /// Writes the shortest text that reads back as the same `Float`. A value that is not finite becomes a string.
  public mutating func write(_ value: Float) {
    guard value.isFinite else { return writeNonFinite(Double(value)) }
    reserve(32)
    var output = NumberOutput(buffer + length, capacity: 32)
    value.write(to: &output)
    length += output.count
  }

  private mutating func writeNonFinite(_ value: Double) {
    if value.isNaN {
      literal("\"NaN\"")
    } else if value < 0 {
      literal("\"-Infinity\"")
    } else {
      literal("\"Infinity\"")
    }
  }

  @usableFromInline
  mutating func writeASCII(_ text: String) {
    var copy = text
    copy.withUTF8 { raw(UnsafeRawBufferPointer($0)) }
  }

  @usableFromInline
  mutating func writeInteger(_ magnitude: UInt64, isNegative: Bool) {
    reserve(20)
    var output = buffer + length
    if isNegative {
      output.pointee = UInt8(ascii: "-")
      output += 1
    }
    length = writeDigits(magnitude, at: output) - buffer
  }
}

/// Writes the digits of a number and returns the position behind them.
@inline(__always)
private func writeDigits(_ value: UInt64, at output: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
  guard value >= 100_000_000 else { return writeUpToEightDigits(UInt32(truncatingIfNeeded: value), at: output) }
  return writeManyDigits(value, at: output)
}

/// Writes a number of more than eight digits: first the upper digits, then the lower eight.
@inline(never)
private func writeManyDigits(_ value: UInt64, at output: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
  let (upper, lower) = value.quotientAndRemainder(dividingBy: 100_000_000)
  let end =
    upper < 100_000_000
    ? writeUpToEightDigits(UInt32(truncatingIfNeeded: upper), at: output) : writeManyDigits(upper, at: output)
  let (high, low) = UInt32(truncatingIfNeeded: lower).quotientAndRemainder(dividingBy: 10_000)
  writeFourDigits(high, at: end)
  writeFourDigits(low, at: end + 4)
  return end + 8
}

@inline(__always)
private func writeUpToEightDigits(
  _ value: UInt32, at output: UnsafeMutablePointer<UInt8>
) -> UnsafeMutablePointer<UInt8> {
  guard value >= 10_000 else { return writeUpToFourDigits(value, at: output) }
  let (high, low) = value.quotientAndRemainder(dividingBy: 10_000)
  let end = writeUpToFourDigits(high, at: output)
  writeFourDigits(low, at: end)
  return end + 4
}

@inline(__always)
private func writeUpToFourDigits(
  _ value: UInt32, at output: UnsafeMutablePointer<UInt8>
) -> UnsafeMutablePointer<UInt8> {
  guard value >= 100 else { return writeUpToTwoDigits(value, at: output) }
  let (high, low) = value.quotientAndRemainder(dividingBy: 100)
  let end = writeUpToTwoDigits(high, at: output)
  writeTwoDigits(low, at: end)
  return end + 2
}

@inline(__always)
private func writeUpToTwoDigits(
  _ value: UInt32, at output: UnsafeMutablePointer<UInt8>
) -> UnsafeMutablePointer<UInt8> {
  guard value >= 10 else {
    output.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)
    return output + 1
  }
  writeTwoDigits(value, at: output)
  return output + 2
}

@inline(__always)
private func writeFourDigits(_ value: UInt32, at output: UnsafeMutablePointer<UInt8>) {
  let (high, low) = value.quotientAndRemainder(dividingBy: 100)
  writeTwoDigits(high, at: output)
  writeTwoDigits(low, at: output + 2)
}

@inline(__always)
private func writeTwoDigits(_ value: UInt32, at output: UnsafeMutablePointer<UInt8>) {
  memcpy(output, digitPairs.utf8Start + 2 * Int(truncatingIfNeeded: value), 2)
}

private let digitPairs: StaticString = """
  0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
  5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
  """

/// Receives the text of a floating-point number without making a `String` of it. The standard library passes ASCII to
/// `_writeASCII`. If it ever stops doing so, it passes a string to `write`.
private struct NumberOutput: TextOutputStream {
  let target: UnsafeMutablePointer<UInt8>
  let capacity: Int
  var count = 0

  init(_ target: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.target = target
    self.capacity = capacity
  }

  mutating func _writeASCII(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress, count + bytes.count <= capacity else { return }
    memcpy(target + count, source, bytes.count)
    count += bytes.count
  }

  mutating func write(_ string: String) {
    var copy = string
    copy.withUTF8 { _writeASCII($0) }
  }
}
