// StoreStatus: who is at work in a store, and what waits.

/// The bits of a store's status word.
@usableFromInline enum StoreStatus {
  @inlinable static var idle: Int { 0 }
  @inlinable static var draining: Int { 1 }
  /// Something is in the queue.
  @inlinable static var waiting: Int { 2 }
  @inlinable static var closing: Int { 4 }
  @inlinable static var closed: Int { 8 }
  /// The executor was told and has not drained yet.
  @inlinable static var scheduled: Int { 16 }
}
