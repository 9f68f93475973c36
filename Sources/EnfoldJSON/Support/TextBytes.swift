// The bytes of strings: finding special ones, checking UTF-8, undoing escapes.

/// Finds, among eight bytes of a string, those that need a closer look: quotes, backslashes, control characters and
/// everything beyond ASCII. The lowest bit that is set in the result is in the first of these bytes.
@inlinable @inline(__always) func specialBytes(in bytes: UInt64) -> UInt64 {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let quotes = bytes ^ (ones &* 0x22)
  let backslashes = bytes ^ (ones &* 0x5C)
  // Each subtraction sets the upper bit of a byte that is less than what is subtracted. It may also be set in bytes
  // beyond ASCII, which are special anyway.
  return ((quotes &- ones) | (backslashes &- ones) | (bytes &- (ones &* 0x20)) | bytes) & (ones &* 0x80)
}

/// How many of eight bytes come before the first one that is `byte`; eight if there is none.
@inlinable @inline(__always) func count(before byte: UInt8, in bytes: UInt64) -> Int {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let differences = bytes ^ (ones &* UInt64(byte))
  return ((differences &- ones) & ~differences & (ones &* 0x80)).trailingZeroBitCount >> 3
}

/// The value of a hexadecimal digit.
@inline(__always) func hexValue(_ byte: UInt8) -> UInt32? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte &- UInt8(ascii: "0"))
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte &- UInt8(ascii: "a") &+ 10)
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte &- UInt8(ascii: "A") &+ 10)
  default: nil
  }
}

/// The length of the UTF-8 sequence at `position`, which must be before `end`. If the sequence is invalid, the result
/// is minus the offset of the first byte that cannot continue it (RFC 3629: no overlong forms, no surrogates, nothing
/// above U+10FFFF).
func validSequence(at position: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) -> Int {
  let lead = position.pointee
  let length: Int
  var second: ClosedRange<UInt8> = 0x80...0xBF
  switch lead {
  case 0x00...0x7F: return 1
  case 0xC2...0xDF: length = 2
  case 0xE0...0xEF:
    length = 3
    if lead == 0xE0 { second = 0xA0...0xBF } else if lead == 0xED { second = 0x80...0x9F }
  case 0xF0...0xF4:
    length = 4
    if lead == 0xF0 { second = 0x90...0xBF } else if lead == 0xF4 { second = 0x80...0x8F }
  default: return 0
  }
  guard end - position > 1, second.contains(position[1]) else { return -1 }
  for index in 2..<max(length, 2) {
    guard end - position > index, position[index] & 0xC0 == 0x80 else { return -index }
  }
  return length
}

/// The offset of the first byte that is not UTF-8; nil if there is none.
func firstInvalidByte(in bytes: UnsafeRawBufferPointer) -> Int? {
  guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
  let end = base + bytes.count
  var position = base
  while position < end {
    let length = validSequence(at: position, end: end)
    guard length > 0 else { return position - base - length }
    position += length
  }
  return nil
}

/// The kinds of bytes that were seen in a string.
@usableFromInline struct StringTraits {
  var hasEscapes = false
  /// Whether all bytes are known to be ASCII. Escapes may still stand for other characters.
  var isASCII = true

  @usableFromInline init(hasEscapes: Bool = false, isASCII: Bool = true) {
    self.hasEscapes = hasEscapes
    self.isASCII = isASCII
  }
}

/// The string that `count` bytes of checked text stand for.
@usableFromInline func makeString(_ start: UnsafePointer<UInt8>, count: Int, _ traits: StringTraits) -> String {
  guard traits.hasEscapes else {
    return copyString(UnsafeBufferPointer(start: start, count: count), isASCII: traits.isASCII)
  }
  // A short text may fit into the string value itself after its escapes are undone, so they are undone on the stack.
  guard count > 64 else {
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
      guard let base = buffer.baseAddress else { return "" }
      let length = unescape(start, count: count, into: base)
      return copyString(UnsafeBufferPointer(start: base, count: length), isASCII: false)
    }
  }
  return String(unsafeUninitializedCapacity: count) { buffer in
    guard let base = buffer.baseAddress else { return 0 }
    return unescape(start, count: count, into: base)
  }
}

/// The string of bytes that are known to be UTF-8: they are not checked again.
@inline(__always) private func copyString(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> String {
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
    return String(copying: unsafe UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Undoes the escapes in `count` bytes of checked text. Returns how many bytes it wrote: never more than `count`.
func unescape(_ start: UnsafePointer<UInt8>, count: Int, into target: UnsafeMutablePointer<UInt8>) -> Int {
  let end = start + count
  var source = start
  var output = target
  while source < end {
    // The room that is left is never less than the text that is left, so whole words can be copied.
    while end - source >= 8 {
      let bytes = UnsafeRawPointer(source).loadUnaligned(as: UInt64.self)
      let plain = EnfoldJSON.count(before: UInt8(ascii: "\\"), in: UInt64(littleEndian: bytes))
      UnsafeMutableRawPointer(output).storeBytes(of: bytes, as: UInt64.self)
      source += plain
      output += plain
      if plain < 8 { break }
    }
    guard source < end else { break }
    let byte = source.pointee
    guard byte == UInt8(ascii: "\\") else {
      output.pointee = byte
      output += 1
      source += 1
      continue
    }
    let letter = source[1]
    source += 2
    guard letter == UInt8(ascii: "u") else {
      output.pointee = unescaped(letter)
      output += 1
      continue
    }
    var scalar = hexUnit(source)
    source += 4
    if scalar & 0xFC00 == 0xD800 {
      scalar = 0x10000 + (scalar & 0x3FF) << 10 + hexUnit(source + 2) & 0x3FF
      source += 6
    }
    output = appendUTF8(scalar, at: output)
  }
  return output - target
}

private func unescaped(_ letter: UInt8) -> UInt8 {
  switch letter {
  case UInt8(ascii: "b"): 0x08
  case UInt8(ascii: "f"): 0x0C
  case UInt8(ascii: "n"): 0x0A
  case UInt8(ascii: "r"): 0x0D
  case UInt8(ascii: "t"): 0x09
  default: letter
  }
}

private func hexUnit(_ digits: UnsafePointer<UInt8>) -> UInt32 {
  var value: UInt32 = 0
  for index in 0..<4 { value = value << 4 | (hexValue(digits[index]) ?? 0) }
  return value
}

private func appendUTF8(_ scalar: UInt32, at output: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
  switch scalar {
  case 0..<0x80:
    output[0] = UInt8(truncatingIfNeeded: scalar)
    return output + 1
  case 0x80..<0x800:
    output[0] = UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6)
    output[1] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
    return output + 2
  case 0x800..<0x10000:
    output[0] = UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12)
    output[1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
    output[2] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
    return output + 3
  default:
    output[0] = UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18)
    output[1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F)
    output[2] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
    output[3] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
    return output + 4
  }
}
