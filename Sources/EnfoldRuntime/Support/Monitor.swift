// Monitor: how threads wait for something to change.
import CEnfoldSupport
import Enfold
import Synchronization

/// Wakes threads that wait for something to change.
///
/// A waiter reads ``changes``, looks at what it waits for, and then waits until `changes` is another number. So a
/// change between looking and waiting is never missed. Notifying costs one atomic addition while nobody waits.
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
    lock.deallocate()
  }

  /// A number that each ``notify()`` changes.
  var changes: UInt64 { count.load(ordering: .sequentiallyConsistent) }

  /// Something changed: wakes every waiter.
  func notify() {
    // A waiter counts itself and then looks at the number. This thread changes the number and then looks for waiters.
    // So at least one of them sees what the other did.
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
