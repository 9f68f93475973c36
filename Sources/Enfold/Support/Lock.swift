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

  @inlinable init(at pointer: UnsafeMutablePointer<enfold_lock>) {
    self.pointer = pointer
    enfold_lock_init(pointer)
  }

  /// Makes two locks that lie side by side, because a small piece of memory costs as much as a larger one.
  @inlinable
  static func two() -> (Lock, Lock) {
    let pointer = UnsafeMutablePointer<enfold_lock>.allocate(capacity: 2)
    return (Lock(at: pointer), Lock(at: pointer + 1))
  }

  /// Frees two locks that ``two()`` has made. This is the first one.
  @inlinable
  func deallocate(with second: Lock) {
    enfold_lock_destroy(second.pointer)
    deallocate()
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
