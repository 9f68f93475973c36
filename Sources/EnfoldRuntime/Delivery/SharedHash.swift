// SharedHash: the hash of a long value, made once for all subscriptions that get the value.
import CEnfoldSupport

/// Each process draws a random key, so that nobody can prepare two different values with the same hash.
private let hashKey = enfold_hash(low: .random(in: .min ... .max), high: .random(in: .min ... .max))

/// The hash of the long value that was hashed last in one delivery. All subscriptions of one pointer get the same bytes.
struct SharedHash {
  private var bytes: UnsafeRawPointer?
  private var count = 0
  private var hash = enfold_hash()

  /// Forgets the hash. Called when another delivery begins: the same address may then have other bytes.
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
