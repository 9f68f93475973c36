// StoreEngine: the gate under which the state is written and read.
import CEnfoldSupport
import Synchronization

extension StoreEngine {
  /// Enters the gate of this store. Under it code of users runs: `reduce`, and the encoding of the state. This code may
  /// use other stores. Two threads must not wait for each other's gates, so a thread that holds a gate drains nothing.
  /// It drains when it has left its last gate. (Only ``Store/state`` of another store still waits there.)
  ///
  /// Returns the thread, which `leaveGate` needs.
  @inlinable
  func enterGate() -> UnsafeMutablePointer<enfold_thread> {
    let thread = enfold_this_thread()
    enfold_thread_enter_gate(thread)
    gate.acquire()
    gateHolder.store(UInt(bitPattern: thread), ordering: .relaxed)
    return thread
  }

  @inlinable
  func leaveGate(_ thread: UnsafeMutablePointer<enfold_thread>) {
    gateHolder.store(0, ordering: .relaxed)
    gate.release()
    if enfold_thread_leave_gate(thread) { enfold_thread_settle(thread) }
  }

  /// Whether this thread holds this store's gate: it reduces or encodes, and must not enter the gate again.
  @inlinable var isInsideGate: Bool { gateHolder.load(ordering: .relaxed) == UInt(enfold_thread_id()) }
}
