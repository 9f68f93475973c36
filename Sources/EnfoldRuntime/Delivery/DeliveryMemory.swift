// DeliveryMemory: what the deliveries of one store use together.

/// One for each store; used by the thread that drains it.
final class DeliveryMemory {
  /// What the engine knows the store by. Written once, before anybody else knows the store.
  @exclusivity(unchecked) var context: UInt64 = 0
  /// What was hashed in this delivery.
  @exclusivity(unchecked) var hashes = SharedHash()
  @exclusivity(unchecked) private var patch: PatchWriter?

  /// Where patches are put together. Made when the first one is asked for.
  var patchWriter: PatchWriter {
    if let patch { return patch }
    let made = PatchWriter()
    patch = made
    return made
  }

  /// The store has ended: no patch will be asked for.
  func freePatchWriter() { patch = nil }
}
