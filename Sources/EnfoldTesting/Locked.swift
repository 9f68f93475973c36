// Locked: a value behind a lock.
import CEnfoldSupport

/// A value that one thread at a time may use.
///
/// `Synchronization.Mutex` would do, but ThreadSanitizer does not understand it on Linux.
final class Locked<Value: Sendable>: @unchecked Sendable {
  // Unchecked: `value` is used only under the lock, and the pointer never changes.
  private let lock: UnsafeMutablePointer<enfold_lock>
  private var value: Value

  init(_ value: Value) {
    self.value = value
    lock = .allocate(capacity: 1)
    enfold_lock_init(lock)
  }

  deinit {
    enfold_lock_destroy(lock)
    lock.deallocate()
  }

  func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    enfold_lock_acquire(lock)
    defer { enfold_lock_release(lock) }
    return try body(&value)
  }
}
