// LastDelivered: what a subscription saw last, for comparing.
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

  /// Notes a value. False if it is the one noted last.
  mutating func replace(_ bytes: UnsafeRawPointer, _ count: Int) -> Bool {
    if count <= MemoryLayout<Storage>.size {
      if kind == .bytes, length == count, isStored(bytes, count) { return false }
      withUnsafeMutableBytes(of: &storage) { $0.copyMemory(from: UnsafeRawBufferPointer(start: bytes, count: count)) }
      (kind, length) = (.bytes, count)
      return true
    }
    let hash = hash128(bytes, count)
    if kind == .hash, length == count, storage.0 == hash.0, storage.1 == hash.1 { return false }
    (storage.0, storage.1) = hash
    (kind, length) = (.hash, count)
    return true
  }

  private func isStored(_ bytes: UnsafeRawPointer, _ count: Int) -> Bool {
    withUnsafeBytes(of: storage) { stored in
      guard count <= 16 else { return stored.baseAddress.map { memcmp($0, bytes, count) == 0 } ?? false }
      // Byte by byte: a number was written a moment ago, byte by byte, and wider loads would wait for it.
      for index in 0..<count where stored[index] != bytes.load(fromByteOffset: index, as: UInt8.self) { return false }
      return true
    }
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
