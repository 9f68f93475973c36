// Gates: the locks of the states of stores; and work that a thread does when it has left its last gate.
import CEnfoldSupport

/// The gates that this thread holds, of all stores of the process. See `enfold_thread` in enfold_plugin.h.
public enum Gates {
  /// Whether it holds the gate of any store.
  @inlinable public static var isInsideAny: Bool { enfold_this_thread().pointee.gates > 0 }

  /// Does some work now; or, if this thread holds a gate, when it has left its last one.
  public static func after(_ work: @escaping () -> Void) {
    if isInsideAny { LaterWork.add(to: enfold_this_thread(), work) } else { work() }
  }

}

/// Work that a thread does when it has left its last gate.
private struct LaterWork {
  /// The part that C sees. It has to be the first field.
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
