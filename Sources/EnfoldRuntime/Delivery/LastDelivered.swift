// LastDelivered: what a subscription saw last, for comparing.
import EnfoldJSON
import Glibc

/// Remembers the bytes delivered last: as they are up to 48 of them, as a 128-bit hash beyond.
///
/// The hash is keyed by a number that the process draws at random, so that nobody can prepare two values that look equal.
struct LastDelivered {
  private enum Kind { case nothing, removed, bytes, hash }
  private typealias Storage = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  private var kind = Kind.nothing
  private var length = 0
  private var storage: Storage = (0, 0, 0, 0, 0, 0)

  /// Notes that nothing is there. False if that was noted last.
  mutating func replaceByNothing() -> Bool {
    defer { kind = .removed }
    return kind != .removed
  }

  /// Notes that something is there, of which nothing is known.
  mutating func noteSomething() {
    if kind == .removed { kind = .nothing }
  }

  /// Notes a value. False if it is the one noted last.
  ///
  /// - Parameter hashes: what was hashed for other subscriptions of this delivery.
  @inline(__always)
  mutating func replace(_ bytes: UnsafeRawPointer, _ count: Int, _ hashes: inout SharedHash) -> Bool {
    count <= Sizes.of(MemoryLayout<Storage>.size, tiny: 2)
      ? replace(short: bytes, count) : replace(long: bytes, count, &hashes)
  }

  @inline(__always)
  private mutating func replace(short bytes: UnsafeRawPointer, _ count: Int) -> Bool {
    var isNew = kind != .bytes || length != count
    if count <= 16 {
      let words = overlappingWords(bytes, count)
      isNew = isNew || words != (storage.0, storage.1)
      (storage.0, storage.1) = words
    } else {
      withUnsafeMutableBytes(of: &storage) { stored in
        guard let stored = stored.baseAddress, isNew || memcmp(stored, bytes, count) != 0 else { return }
        memcpy(stored, bytes, count)
        isNew = true
      }
    }
    (kind, length) = (.bytes, count)
    return isNew
  }

  @inline(never)
  private mutating func replace(long bytes: UnsafeRawPointer, _ count: Int, _ hashes: inout SharedHash) -> Bool {
    let hash = hashes.hash(bytes, count)
    if kind == .hash, length == count, storage.0 == hash.0, storage.1 == hash.1 { return false }
    (storage.0, storage.1) = hash
    (kind, length) = (.hash, count)
    return true
  }
}

/// Up to 16 bytes as two words, which overlap: of two values of one length, only equal ones have equal words.
@inline(__always)
private func overlappingWords(_ bytes: UnsafeRawPointer, _ count: Int) -> (UInt64, UInt64) {
  func word<T: FixedWidthInteger>(at offset: Int, _: T.Type) -> UInt64 {
    UInt64(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: offset, as: T.self))
  }
  if count >= 8 { return (word(at: 0, UInt64.self), word(at: count &- 8, UInt64.self)) }
  if count >= 4 { return (word(at: 0, UInt32.self), word(at: count &- 4, UInt32.self)) }
  if count >= 2 { return (word(at: 0, UInt16.self), word(at: count &- 2, UInt16.self)) }
  return (count == 1 ? word(at: 0, UInt8.self) : 0, 0)
}

/// The hash of the long value that was hashed last in one delivery: subscriptions of one pointer are given one value.
struct SharedHash {
  private var bytes: UnsafeRawPointer?
  private var count = 0
  private var hash: (UInt64, UInt64) = (0, 0)

  /// Another delivery begins: the same place may have other bytes.
  @inline(__always)
  mutating func forget() { bytes = nil }

  mutating func hash(_ bytes: UnsafeRawPointer, _ count: Int) -> (UInt64, UInt64) {
    if bytes != self.bytes || count != self.count {
      hash = hash128(bytes, count)
      (self.bytes, self.count) = (bytes, count)
    }
    return hash
  }
}

private let seed = UInt64.random(in: .min ... .max)

/// Two independent lanes of multiply-and-fold over 16 bytes at a time.
private func hash128(_ bytes: UnsafeRawPointer, _ count: Int) -> (UInt64, UInt64) {
  var first = seed ^ 0x9E37_79B9_7F4A_7C15
  var second = seed &* 0xD6E8_FEB8_6659_FD93 ^ UInt64(count)
  func mix(_ low: UInt64, _ high: UInt64) {
    first = fold(low ^ first ^ 0xA076_1D64_78BD_642F, high ^ 0xE703_7ED1_A0B4_28DB) &+ first.byteSwapped
    second = fold(high ^ second ^ 0x8EBC_6AF0_9C88_C6E3, low ^ 0x5899_65CC_7537_4CC3) &+ second.byteSwapped
  }
  var offset = 0
  while offset + 16 <= count {
    mix(
      bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
      bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
    offset += 16
  }
  if offset < count {
    var tail: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &tail) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: bytes + offset, count: count - offset))
    }
    mix(tail.0, tail.1)
  }
  mix(UInt64(count), seed)
  return (first, second)
}

@inline(__always)
private func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
  let product = left.multipliedFullWidth(by: right)
  return product.high ^ product.low
}
