// The one lock type of the runtime, and the condition to wait with.
import CEnfoldSupport
import Synchronization

/// A mutual exclusion lock, held for a few instructions and never while a callback or an engine runs.
struct Lock: ~Copyable, @unchecked Sendable {
  // Unchecked: the pointer never changes, and what it points to is made for use by many threads.
  fileprivate let pointer: UnsafeMutablePointer<enfold_lock>

  init() {
    pointer = .allocate(capacity: 1)
    enfold_lock_init(pointer)
  }

  deinit {
    enfold_lock_destroy(pointer)
    pointer.deallocate()
  }

  @inline(__always)
  func withLock<R>(_ body: () -> R) -> R {
    enfold_lock_acquire(pointer)
    defer { enfold_lock_release(pointer) }
    return body()
  }
}

/// Wakes threads that wait for something to change.
///
/// A waiter reads ``changes``, looks at what it waits for, and then waits until `changes` is another number. So a change
/// between looking and waiting is never missed. Notifying costs one atomic addition while nobody waits.
struct Monitor: ~Copyable, @unchecked Sendable {
  // Unchecked: the pointer never changes, and what it points to is made for use by many threads.
  private let lock = Lock()
  private let condition: UnsafeMutablePointer<enfold_condition>
  private let count = Atomic<UInt64>(0)
  private let waiters = Atomic<Int>(0)

  init() {
    condition = .allocate(capacity: 1)
    enfold_condition_init(condition)
  }

  deinit {
    enfold_condition_destroy(condition)
    condition.deallocate()
  }

  /// A number that is another one after each ``notify()``.
  var changes: UInt64 { count.load(ordering: .sequentiallyConsistent) }

  /// Something changed: wakes every waiter.
  func notify() {
    // Either this sees the waiter, or the waiter, which counts itself before it looks, sees the new number.
    count.wrappingAdd(1, ordering: .sequentiallyConsistent)
    guard waiters.load(ordering: .sequentiallyConsistent) > 0 else { return }
    lock.withLock { enfold_condition_broadcast(condition) }
  }

  /// Waits until ``changes`` is not `seen`, or until the deadline. False if the deadline came first.
  func wait(since seen: UInt64, until deadline: Deadline) -> Bool {
    waiters.add(1, ordering: .sequentiallyConsistent)
    defer { waiters.subtract(1, ordering: .sequentiallyConsistent) }
    return lock.withLock {
      while changes == seen {
        if deadline.isOver { return false }
        enfold_condition_wait(condition, lock.pointer, deadline.nanoseconds)
      }
      return true
    }
  }
}

/// A moment of the monotonic clock, or never.
struct Deadline {
  /// Nanoseconds; negative: never.
  let nanoseconds: Int64

  /// So many milliseconds from now; negative: never.
  init(milliseconds: Int64) {
    guard milliseconds >= 0 else {
      nanoseconds = -1
      return
    }
    let (duration, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    let (moment, late) = enfold_monotonic_now().addingReportingOverflow(duration)
    nanoseconds = overflow || late ? -1 : moment
  }

  var isOver: Bool { nanoseconds >= 0 && enfold_monotonic_now() >= nanoseconds }
}
