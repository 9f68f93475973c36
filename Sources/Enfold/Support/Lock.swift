// The one lock type of the engine.
import CEnfoldSupport

/// A mutual exclusion lock on the heap, held for a few instructions and never while user code runs (but see the store's
/// state gate).
///
/// `Synchronization.Mutex` would do, but ThreadSanitizer does not understand it on Linux.
@usableFromInline struct Lock: @unchecked Sendable {
  // Unchecked: the pointer never changes, and what it points to is made for use by many threads.
  @usableFromInline let pointer: UnsafeMutablePointer<enfold_lock>

  @inlinable init() {
    pointer = .allocate(capacity: 1)
    enfold_lock_init(pointer)
  }

  /// Frees the lock; nobody may hold or use it any more.
  @inlinable func deallocate() {
    enfold_lock_destroy(pointer)
    pointer.deallocate()
  }

  @inlinable func acquire() { enfold_lock_acquire(pointer) }
  @inlinable func release() { enfold_lock_release(pointer) }

  @inlinable func withLock<R>(_ body: () throws -> R) rethrows -> R {
    acquire()
    defer { release() }
    return try body()
  }
}
