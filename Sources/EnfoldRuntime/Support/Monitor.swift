// Monitor: how threads wait for something to change.
import CEnfoldSupport

/// Wakes threads that wait for something to change.
///
/// A waiter reads ``changes``, looks at what it waits for, and then waits until `changes` is another number. So a
/// change between looking and waiting is never missed. Notifying costs one atomic addition while nobody waits. It takes
/// no lock, so that signal handlers can do it, too: see ``SignalQueue``.
final class Monitor: @unchecked Sendable {
  // Unchecked: the pointer never changes, and what it points to is made for use by many threads.
  let pointer: UnsafeMutablePointer<enfold_change_count>

  init() {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: enfold_change_count())
  }

  deinit { pointer.deallocate() }

  /// A number that each ``notify()`` changes.
  var changes: UInt32 { enfold_change_count_now(pointer) }

  /// Something changed: wakes every waiter.
  func notify() { enfold_change_count_add(pointer) }

  /// Waits until ``changes`` is not `seen`, or until the deadline. False if the deadline came first.
  func wait(since seen: UInt32, until deadline: Deadline) -> Bool {
    enfold_change_count_wait(pointer, seen, deadline.nanoseconds)
  }
}
