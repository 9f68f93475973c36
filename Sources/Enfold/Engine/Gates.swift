// Gates: the locks under which the states of stores are written and read; and what waits until a thread has left them.
import CEnfoldSupport
import Synchronization

/// What this thread holds, of all stores of the process. See `enfold_thread` in enfold_plugin.h.
public enum Gates {
  /// Whether it holds the gate of any store.
  @inlinable public static var isInsideAny: Bool { enfold_this_thread().pointee.gates > 0 }

  /// Does something now, or, if this thread holds a gate, as soon as it holds none any more.
  public static func after(_ work: @escaping () -> Void) {
    if isInsideAny { LaterWork.add(to: enfold_this_thread(), work) } else { work() }
  }
}

extension StoreEngine {
  /// Code of users runs under the gate: `reduce`, and the encoding of the state. It may use other stores. So that two
  /// threads do not wait for each other's gates, a thread that holds one drains nothing: that follows as soon as it holds
  /// none. (Only ``Store/state`` of another store still waits there.)
  ///
  /// Returns the thread, which `leaveGate` wants to know.
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

  /// Whether this thread holds this store's gate: it reduces or encodes, and would wait for itself.
  @inlinable var isInsideGate: Bool { gateHolder.load(ordering: .relaxed) == UInt(enfold_thread_id()) }
}

/// Something that a thread does when it has left its gates.
private struct LaterWork {
  /// What C sees; comes first.
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
