// DeliveryMemory: memory that all deliveries of one store share.

/// Each store has one. Only the thread that drains the store uses it, except for `context`.
final class DeliveryMemory {
  /// The context by which the engine knows the store. Written once, before another thread knows the store.
  @exclusivity(unchecked) var context: UInt64 = 0
  /// The hash of the value that was hashed last in this delivery.
  @exclusivity(unchecked) var hashes = SharedHash()
  @exclusivity(unchecked) private var patch: PatchWriter?

  /// Writes the patches. It is made when the first patch is needed.
  var patchWriter: PatchWriter {
    if let patch { return patch }
    let made = PatchWriter()
    patch = made
    return made
  }

  /// Frees the patch writer. Called when the store has ended and delivers no patch any more.
  func freePatchWriter() { patch = nil }
}
