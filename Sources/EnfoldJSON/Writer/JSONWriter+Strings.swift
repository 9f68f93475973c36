// JSONWriter: writes strings as raw UTF-8 with the fewest escapes.

extension JSONWriter {
  /// Writes a string in quotes. Only quotes, backslashes and control characters are escaped.
  @inlinable public mutating func write(_ value: String) {
    if value.utf8.withContiguousStorageIfAvailable({ writeQuoted($0) }) == nil { writeBridged(value) }
  }

  /// Writes a key and its colon.
  @inlinable public mutating func writeKey(_ key: String) {
    write(key)
    raw(UInt8(ascii: ":"))
  }

  /// Writes a string that is not stored as UTF-8, because it is bridged from Objective-C.
  @usableFromInline @inline(never) mutating func writeBridged(_ value: String) {
    var copy = value
    copy.withUTF8 { writeQuoted($0) }
  }

  @usableFromInline mutating func writeQuoted(_ text: UnsafeBufferPointer<UInt8>) {
    reserve(text.count + 2)
    buffer[length] = UInt8(ascii: "\"")
    length += 1
    if var source = text.baseAddress {
      let end = source + text.count
      while source < end { source = copyPlain(source, end) }
    }
    raw(UInt8(ascii: "\""))
  }

  /// Copies bytes up to and with the first one that must be escaped. Returns the position behind that byte, or `end`.
  @inline(__always) private mutating func copyPlain(
    _ source: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    // Room for the rest and the quote. An escape reserves the room that it needs in addition.
    reserve(end - source + 1)
    var source = source
    var target = buffer + length
    while end - source >= 8 {
      let bytes = UnsafeRawPointer(source).loadUnaligned(as: UInt64.self)
      guard !hasEscapable(bytes) else { break }
      UnsafeMutableRawPointer(target).storeBytes(of: bytes, as: UInt64.self)
      source += 8
      target += 8
    }
    while source < end {
      let byte = source.pointee
      source += 1
      guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else {
        length = target - buffer
        writeEscape(byte)
        return source
      }
      target.pointee = byte
      target += 1
    }
    length = target - buffer
    return source
  }

  private mutating func writeEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): literal("\\\"")
    case UInt8(ascii: "\\"): literal("\\\\")
    case 0x08: literal("\\b")
    case 0x09: literal("\\t")
    case 0x0A: literal("\\n")
    case 0x0C: literal("\\f")
    case 0x0D: literal("\\r")
    default:
      literal(byte < 0x10 ? "\\u000" : "\\u001")
      let digit = byte & 0xF
      raw(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }
  }
}

/// Whether one of eight bytes must be escaped: a quote, a backslash or a control character.
@inline(__always) private func hasEscapable(_ bytes: UInt64) -> Bool {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let quotes = bytes ^ (ones &* 0x22)
  let backslashes = bytes ^ (ones &* 0x5C)
  let found =
    ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes) | ((bytes &- (ones &* 0x20)) & ~bytes)
  return found & (ones &* 0x80) != 0
}
