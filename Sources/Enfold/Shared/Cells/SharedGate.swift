// SharedGate: whether this thread changes a shared value right now.
import CEnfoldSupport

/// While code of users changes a shared value, its lock is held, and others wait. So that no two threads can wait for
/// each other, this code may not lock another shared value, and may not read or write a store. Its actions are reduced
/// when it has returned.
@usableFromInline package enum SharedGate {
  @usableFromInline package static var isInside: Bool { enfold_this_thread().pointee.shared_locks > 0 }

  /// False, and nothing happens, if this thread is inside already.
  package static func enter() -> Bool {
    let thread = enfold_this_thread()
    guard thread.pointee.shared_locks == 0 else { return false }
    thread.pointee.shared_locks = 1
    enfold_thread_enter_gate(thread)
    return true
  }

  package static func leave() {
    let thread = enfold_this_thread()
    thread.pointee.shared_locks = 0
    if enfold_thread_leave_gate(thread) { enfold_thread_settle(thread) }
  }

  /// Refuses something that may not be done inside: a trap in debug builds, a line on the standard error stream in others.
  @usableFromInline static func complain(_ what: String, _ key: String? = nil) {
    let name = key.map { " of the shared value \"\($0)\"" } ?? ""
    let message = "\(what)\(name) was called inside withLock of a shared value: do it before or after withLock"
    assertionFailure(message)
    StandardError.print(message)
  }
}
