// Lock: the only lock type of the engine and of libenfold.
import CEnfoldSupport

/// A mutual exclusion lock on the heap. It is held for a few instructions, and never while user code runs, with two
/// exceptions: the state gate of a store, and the lock of a shared value.
///
/// `Synchronization.Mutex` would do, but ThreadSanitizer does not understand it on Linux.
@usableFromInline package struct Lock: @unchecked Sendable {
  // Unchecked: the pointer never changes, and the lock behind it is made for use by many threads.
  @usableFromInline package let pointer: UnsafeMutablePointer<enfold_lock>

  @inlinable package init() {
    pointer = .allocate(capacity: 1)
    enfold_lock_init(pointer)
  }

  /// Frees the lock; nobody may hold or use it any more.
  @inlinable package func deallocate() {
    enfold_lock_destroy(pointer)
    pointer.deallocate()
  }

  @inlinable package func acquire() { enfold_lock_acquire(pointer) }
  @inlinable package func release() { enfold_lock_release(pointer) }

  @inlinable package func withLock<R>(_ body: () throws -> R) rethrows -> R {
    acquire()
    defer { release() }
    return try body()
  }
}
