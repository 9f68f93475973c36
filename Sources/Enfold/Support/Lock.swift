// Lock: the only lock type of the engine and of libenfold.
import CEnfoldSupport
import Synchronization

/// A mutual exclusion lock of four bytes, which lie in its owner: an object or a static variable. It is held for a few
/// instructions, and never while user code runs, with two exceptions: the state gate of a store, and the lock of a
/// shared value.
///
/// `Synchronization.Mutex` would do, but ThreadSanitizer does not understand it on Linux.
@usableFromInline package struct Lock: ~Copyable, Sendable {
  /// The word of an `enfold_lock`. It is an `Atomic`, because an `Atomic` never moves, and C needs its address.
  @usableFromInline let word = Atomic<UInt32>(0)

  @inlinable package init() {}

  @inlinable package func acquire() { withPointer { enfold_lock_acquire($0) } }
  @inlinable package func release() { withPointer { enfold_lock_release($0) } }

  @inlinable package func withLock<R>(_ body: () throws -> R) rethrows -> R {
    acquire()
    defer { release() }
    return try body()
  }

  /// Waits for a condition, as `enfold_condition_wait` says it. The caller holds the lock.
  package func wait(for condition: UnsafeMutablePointer<enfold_condition>, until deadline: Int64 = -1) {
    withPointer { enfold_condition_wait(condition, $0, deadline) }
  }

  @inlinable @inline(__always) func withPointer(_ body: (UnsafeMutablePointer<enfold_lock>) -> Void) {
    withUnsafePointer(to: word) { word in
      body(UnsafeMutableRawPointer(mutating: UnsafeRawPointer(word)).assumingMemoryBound(to: enfold_lock.self))
    }
  }
}

/// A value behind a lock.
package final class Locked<Value>: @unchecked Sendable {
  // Unchecked: `value` is used only under the lock.
  @usableFromInline let lock = Lock()
  @usableFromInline var value: Value

  @inlinable package init(_ value: Value) { self.value = value }

  /// Calls a body with the lock held: it calls no code of others, and returns what it removes, because the end of that may run
  /// anything.
  @inlinable package func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    try lock.withLock { try body(&value) }
  }
}
