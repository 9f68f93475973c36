// Strings compared by their bytes. Swift's own `==` uses Unicode's canonical equivalence, which JSON does not have.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reading and writing whole texts, and comparing.
public enum JSON {
  /// Whether two values are the same bit by bit, as copies most often are. If they are not, they may be equal all the same.
  @inlinable public static func haveSameBits<T>(_ value: T, _ other: T) -> Bool {
    withUnsafeBytes(of: value) { bits in
      withUnsafeBytes(of: other) { others in
        guard let start = bits.baseAddress, let otherStart = others.baseAddress else { return true }
        return memcmp(start, otherStart, bits.count) == 0
      }
    }
  }
}

extension String {
  /// Whether two strings have the same bytes.
  @inlinable package func hasSameBytes(as other: String) -> Bool {
    // Short strings lie in the bits, and a copy of a long one has the same address.
    JSON.haveSameBits(self, other) || utf8.count == other.utf8.count && compareBytes(to: other) == 0
  }

  /// Whether the string has these bytes. Allocates nothing.
  @inlinable func hasBytes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard utf8.count == bytes.count else { return false }
    guard let other = bytes.baseAddress else { return true }
    let isSame = utf8.withContiguousStorageIfAvailable {
      $0.baseAddress.map { start in memcmp(start, other, bytes.count) == 0 } ?? true
    }
    // Only strings that are bridged from Objective-C are not contiguous.
    return isSame ?? utf8.elementsEqual(bytes)
  }

  /// Whether this string comes before another one in the order of their UTF-8 bytes. Their Unicode scalars have the
  /// same order.
  @usableFromInline package func precedesInUTF8(_ other: String) -> Bool { compareBytes(to: other) < 0 }

  func hashBytes(into hasher: inout Hasher) {
    // Strings of the same bytes have the same hash. Strings that are only equivalent have it, too, which does no harm.
    hash(into: &hasher)
  }

  @usableFromInline func compareBytes(to other: String) -> Int {
    let order = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in compare(left, right) }
    }
    if let order = order ?? nil { return order }
    // Only strings that are bridged from Objective-C come here.
    if utf8.elementsEqual(other.utf8) { return 0 }
    return utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
  }
}

private func compare(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
  if let first = left.baseAddress, let second = right.baseAddress {
    let order = memcmp(first, second, min(left.count, right.count))
    if order != 0 { return Int(order) }
  }
  return left.count - right.count
}
