// The one lock type of the runtime, and the condition to wait with.
import CEnfoldSupport

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
/// between looking and waiting is never missed.
struct Monitor: ~Copyable, @unchecked Sendable {
  // Unchecked: `state` is read and written with the lock held only; the pointers never change.
  private struct State {
    var changes: UInt64 = 0
    var waiters = 0
  }

  private let lock = Lock()
  private let condition: UnsafeMutablePointer<enfold_condition>
  private let state: UnsafeMutablePointer<State>

  init() {
    condition = .allocate(capacity: 1)
    enfold_condition_init(condition)
    state = .allocate(capacity: 1)
    state.initialize(to: State())
  }

  deinit {
    enfold_condition_destroy(condition)
    condition.deallocate()
    state.deallocate()
  }

  /// A number that is another one after each ``notify()``.
  var changes: UInt64 { lock.withLock { state.pointee.changes } }

  /// Something changed: wakes every waiter.
  func notify() {
    lock.withLock {
      state.pointee.changes &+= 1
      if state.pointee.waiters > 0 { enfold_condition_broadcast(condition) }
    }
  }

  /// Waits until ``changes`` is not `seen`, or until the deadline. False if the deadline came first.
  func wait(since seen: UInt64, until deadline: Deadline) -> Bool {
    lock.withLock {
      state.pointee.waiters += 1
      defer { state.pointee.waiters -= 1 }
      while state.pointee.changes == seen {
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
