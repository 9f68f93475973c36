// DeliveryMemory: memory that all deliveries of one store share.

/// Each store that has had an observer has one. Only the thread that drains the store uses it, except for `context`.
final class DeliveryMemory {
  /// The context by which the engine knows the store.
  let context: UInt64
  /// The hash of the value that was hashed last in this delivery.
  @exclusivity(unchecked) var hashes = SharedHash()
  @exclusivity(unchecked) private var patch: PatchWriter?

  init(context: UInt64) { self.context = context }

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
