// Gates: the locks under which the states of stores are written and read; and work that waits until a thread has left
// them.
import CEnfoldSupport
import Synchronization

/// The gates that this thread holds, of all stores of the process. See `enfold_thread` in enfold_plugin.h.
public enum Gates {
  /// Whether it holds the gate of any store.
  @inlinable public static var isInsideAny: Bool { enfold_this_thread().pointee.gates > 0 }

  /// Does some work now; or, if this thread holds a gate, when it has left its last one.
  public static func after(_ work: @escaping () -> Void) {
    if isInsideAny { LaterWork.add(to: enfold_this_thread(), work) } else { work() }
  }
}

extension StoreEngine {
  /// Enters the gate of this store. Under it code of users runs: `reduce`, and the encoding of the state. That code may
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

/// Work that a thread does when it has left its last gate.
private struct LaterWork {
  /// What C sees of it. It has to be the first field.
  private var later: enfold_later
  private let work: () -> Void

  static func add(to thread: UnsafeMutablePointer<enfold_thread>, _ work: @escaping () -> Void) {
    let item = UnsafeMutablePointer<LaterWork>.allocate(capacity: 1)
    item.initialize(to: LaterWork(later: enfold_later(next: nil, run: run), work: work))
    enfold_thread_defer(thread, UnsafeMutableRawPointer(item).assumingMemoryBound(to: enfold_later.self))
  }

  private static let run: @convention(c) (UnsafeMutablePointer<enfold_later>?) -> Void = { later in
    guard let later else { return }
    let item = UnsafeMutableRawPointer(later).assumingMemoryBound(to: LaterWork.self)
    let work = item.move().work
    item.deallocate()
    work()
  }
}
