// JSONReader: fast ways to read text that is written as expected. Of other text they consume nothing.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension JSONReader {
  /// Moves behind the next key and its colon if they are written exactly as `text`, for example `"name":`. The only
  /// white space allowed is one space behind the comma. Otherwise this consumes nothing, and `nextKey` tells what is
  /// there.
  ///
  /// - Parameter isFirst: whether the object was just opened. If so, there is no comma before the key.
  @inlinable @inline(__always) public mutating func skipKey(_ text: StaticString, isFirst: Bool = false) -> Bool {
    var position = cursor
    if isFirst {
      // A member that was skipped may have come before.
      guard self.isFirst else { return false }
    } else {
      guard end - position >= 2, position.pointee == UInt8(ascii: ",") else { return false }
      position += position[1] == UInt8(ascii: " ") ? 2 : 1
    }
    let count = text.utf8CodeUnitCount
    guard end - position >= count, memcmp(position, text.utf8Start, count) == 0 else { return false }
    cursor = position + count
    if isFirst { self.isFirst = false }
    return true
  }

  /// The bytes of an object's first key, if the object begins exactly like `{"name":`, without white space. This
  /// consumes nothing and checks nothing. So the caller can be sure that the bytes are a key only if they equal a name
  /// that it knows.
  @inlinable public mutating func peekFirstKey() -> UnsafeBufferPointer<UInt8>? {
    guard freeLevels > 0, end - cursor >= 2 else { return nil }
    guard cursor[0] == UInt8(ascii: "{"), cursor[1] == UInt8(ascii: "\"") else { return nil }
    let key = cursor + 2
    var position = key
    var plain: Int
    repeat {
      plain = count(before: UInt8(ascii: "\""), in: word(at: position))
      position += plain
    } while plain == 8 && position < end
    guard end - position >= 2, position[0] == UInt8(ascii: "\""), position[1] == UInt8(ascii: ":") else { return nil }
    return UnsafeBufferPointer(start: key, count: position - key)
  }

  /// Opens the object whose first key `peekFirstKey` gave, and moves to the value.
  @inlinable @inline(__always) public mutating func enterObject(behind key: UnsafeBufferPointer<UInt8>) {
    freeLevels &-= 1
    isFirst = false
    cursor += key.count + 4
  }

  /// Moves over `{}` if exactly that is next.
  @inlinable @inline(__always) public mutating func skipEmptyObject() -> Bool {
    // If the object may be nested too deeply, nothing is consumed, and the next read checks the depth.
    freeLevels > 0 && consume("{}")
  }

  /// Whether the next value may be an object whose first key is `name`. False is certain. True is not certain: only the
  /// first few bytes were looked at.
  @inlinable @inline(__always) public func mayBeObject(beginningWith name: StaticString) -> Bool {
    guard cursor < end, cursor[0] > 0x20 else { return true }
    guard cursor[0] == UInt8(ascii: "{") else { return false }
    guard freeLevels > 0, end - cursor >= 3, cursor[1] == UInt8(ascii: "\"") else { return true }
    return cursor[2] == name.utf8Start.pointee || cursor[2] == UInt8(ascii: "\\")
  }

  /// The bytes that are left; nil if `levels` more arrays and objects may not be nested here, or if only a slow read
  /// can tell.
  @inlinable @inline(__always) public func rest(nesting levels: Int) -> UnsafeBufferPointer<UInt8>? {
    freeLevels >= levels ? UnsafeBufferPointer(start: cursor, count: end - cursor) : nil
  }

  /// Whether a text is exactly `{"name":{}}`, with a name in ASCII without escapes: what most actions are.
  public static func isPlainCase(_ text: UnsafeRawBufferPointer) -> Bool {
    // The shortest one is {"":{}}. The name of an action has a byte at least, so the text has eight bytes at least.
    guard text.count >= 8, let bytes = text.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return false }
    let end = bytes + text.count
    // The last five bytes are ":{}} and the first two {".
    guard loadWord(at: end - 8) >> 24 == 0x7D_7D7B_3A22, loadWord(at: bytes) & 0xFFFF == 0x227B else { return false }
    let behindName = end - 5
    var position = bytes + 2
    while behindName - position >= 8 {
      guard specialBytes(in: loadWord(at: position)) == 0 else { return false }
      position += 8
    }
    // The next special byte must be the quote behind the name.
    let left = behindName - position
    let rest =
      left >= 3 ? loadWord(at: position) : loadWord(at: end - 8) >> UInt64(truncatingIfNeeded: 8 &* (3 &- left))
    return specialBytes(in: rest).trailingZeroBitCount >> 3 == left
  }

  /// Moves behind all bytes that are left. The caller must know that they are exactly one value.
  @inlinable @inline(__always) public mutating func skipRest() {
    cursor = end
    isFirst = false
  }

  /// The eight bytes at `position` as a word, little-endian. Zeros stand for bytes behind the end.
  @inlinable @inline(__always) func word(at position: UnsafePointer<UInt8>) -> UInt64 {
    let left = end - position
    guard left < 8 else { return loadWord(at: position) }
    guard end - start < 8 else { return loadWord(at: end - 8) >> UInt64(truncatingIfNeeded: 64 &- 8 &* left) }
    return shortWord(at: position, count: left)
  }
}

/// Eight bytes as a word, little-endian.
@inlinable @inline(__always) func loadWord(at position: UnsafePointer<UInt8>) -> UInt64 {
  UInt64(littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt64.self))
}

/// Fewer than eight bytes as a word, little-endian.
@usableFromInline @inline(never) func shortWord(at position: UnsafePointer<UInt8>, count: Int) -> UInt64 {
  var bytes: UInt64 = 0
  for index in 0..<count { bytes |= UInt64(position[index]) << UInt64(8 * index) }
  return bytes
}
