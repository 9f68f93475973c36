// SharedHash: the hash of a long value, made once for all who are given the value.
import CEnfoldSupport

/// Drawn at random in each process, so that nobody can prepare two values that look equal.
private let hashKey = enfold_hash(low: .random(in: .min ... .max), high: .random(in: .min ... .max))

/// The hash of the long value that was hashed last in one delivery: subscriptions of one pointer are given one value.
struct SharedHash {
  private var bytes: UnsafeRawPointer?
  private var count = 0
  private var hash = enfold_hash()

  /// Another delivery begins: the same place may have other bytes.
  @inline(__always)
  mutating func forget() { bytes = nil }

  mutating func hash(_ bytes: UnsafeRawPointer, _ count: Int) -> enfold_hash {
    if bytes != self.bytes || count != self.count {
      hash = enfold_siphash(1, 3, hashKey, bytes, count)
      (self.bytes, self.count) = (bytes, count)
    }
    return hash
  }
}
