// LastDelivered: the last value that a subscription got, and whether a new one equals it. HostObserver decides what follows.
import EnfoldJSON
import Glibc

/// Remembers the value that was delivered last. Up to 48 bytes are kept as they are, more as a 128-bit hash.
struct LastDelivered {
  private enum Kind { case nothing, removed, bytes, hash }
  private typealias Storage = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  private var kind = Kind.nothing
  private var length = 0
  private var storage: Storage = (0, 0, 0, 0, 0, 0)

  /// Notes that nothing is there. False if that was noted before.
  mutating func noteNothing() -> Bool {
    defer { kind = .removed }
    return kind != .removed
  }

  /// Notes that something is there, but its value is not known.
  mutating func noteSomething() {
    if kind == .removed { kind = .nothing }
  }

  /// Notes a value. False if it is equal to the one that was noted before.
  ///
  /// - Parameter hashes: the hash that was made for another subscription in this delivery.
  @inline(__always) mutating func note(_ bytes: UnsafeRawPointer, _ count: Int, _ hashes: inout SharedHash) -> Bool {
    count <= Sizes.of(MemoryLayout<Storage>.size, tiny: 2)
      ? note(short: bytes, count) : note(long: bytes, count, &hashes)
  }

  @inline(__always) private mutating func note(short bytes: UnsafeRawPointer, _ count: Int) -> Bool {
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
  private mutating func note(long bytes: UnsafeRawPointer, _ count: Int, _ hashes: inout SharedHash) -> Bool {
    let hash = hashes.hash(bytes, count)
    if kind == .hash, length == count, storage.0 == hash.low, storage.1 == hash.high { return false }
    (storage.0, storage.1) = (hash.low, hash.high)
    (kind, length) = (.hash, count)
    return true
  }
}

/// Up to 16 bytes as two words, which may overlap. Two values of the same length have equal words only if they are
/// equal.
@inline(__always) private func overlappingWords(_ bytes: UnsafeRawPointer, _ count: Int) -> (UInt64, UInt64) {
  func word<T: FixedWidthInteger>(at offset: Int, _: T.Type) -> UInt64 {
    UInt64(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: offset, as: T.self))
  }
  if count >= 8 { return (word(at: 0, UInt64.self), word(at: count &- 8, UInt64.self)) }
  if count >= 4 { return (word(at: 0, UInt32.self), word(at: count &- 4, UInt32.self)) }
  if count >= 2 { return (word(at: 0, UInt16.self), word(at: count &- 2, UInt16.self)) }
  return (count == 1 ? word(at: 0, UInt8.self) : 0, 0)
}
