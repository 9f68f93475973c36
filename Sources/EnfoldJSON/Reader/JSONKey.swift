// JSONKey: the key of an object's member, as it is written in the text.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A key in a JSON text: borrowed bytes, valid as long as the text.
///
/// Keys are compared by their bytes, after escapes are undone: `"a"` and `"\u0061"` are the same key. Characters that
/// Unicode only calls equivalent are different keys.
public struct JSONKey {
  @usableFromInline let start: UnsafePointer<UInt8>
  /// The length in bytes, times two, plus one if there are escapes. Packed like this, a key fits into registers.
  @usableFromInline let packedCount: Int
  /// The byte offset of the key's opening quote.
  public let offset: Int

  @inlinable @inline(__always) init(start: UnsafePointer<UInt8>, count: Int, hasEscapes: Bool, offset: Int) {
    self.start = start
    packedCount = count << 1 | (hasEscapes ? 1 : 0)
    self.offset = offset
  }

  @inlinable var count: Int { packedCount >> 1 }
  @inlinable var hasEscapes: Bool { packedCount & 1 != 0 }

  /// The key's bytes; nil if the key has escapes. Valid as long as the text.
  @inlinable @inline(__always) public var plainBytes: UnsafeBufferPointer<UInt8>? {
    hasEscapes ? nil : UnsafeBufferPointer(start: start, count: count)
  }

  /// The key's text.
  @inlinable public var string: String {
    makeString(start, count: count, StringTraits(hasEscapes: hasEscapes, isASCII: false))
  }

  /// Whether the key is `name`. Allocates nothing.
  @inlinable @inline(__always) public static func == (key: JSONKey, name: StaticString) -> Bool {
    guard key.packedCount == name.utf8CodeUnitCount << 1 else { return key.hasEscapes && key.unescapedEquals(name) }
    return memcmp(key.start, name.utf8Start, name.utf8CodeUnitCount) == 0
  }

  /// Whether the key is `name`. Macro expansions call this, because the compiler takes long to choose the right `==`.
  @inlinable @inline(__always) public func matches(_ name: StaticString) -> Bool { self == name }

  /// Lets `switch` compare a key with names.
  @inlinable @inline(__always) public static func ~= (name: StaticString, key: JSONKey) -> Bool { key == name }

  /// The slow path of `==`, for keys with escapes.
  @usableFromInline func unescapedEquals(_ name: StaticString) -> Bool {
    // An escape has at most six bytes and stands for at least one, so a key that is longer than that cannot be equal.
    let length = name.utf8CodeUnitCount
    guard count >= length, count <= 6 * length else { return false }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
      guard let base = buffer.baseAddress else { return length == 0 }
      return unescape(start, count: count, into: base) == length && memcmp(base, name.utf8Start, length) == 0
    }
  }

  /// The key's text for messages, shortened if it is long.
  var shortened: String {
    let text = string
    return text.utf8.count <= 80 ? text : text.prefix(60) + "…"
  }
}
