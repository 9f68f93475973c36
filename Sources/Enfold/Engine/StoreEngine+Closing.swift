// StoreEngine: the end of a store.
import Synchronization

extension StoreEngine {
  /// Closes the store: waiting actions and running effects end as cancelled, and every observer hears of it once: before
  /// this returns, unless a callback is running right now (then right after it), this is inside a reducer of any store (then
  /// when that has returned), or this thread may not drain.
  /// From any thread, also from inside a callback; a second time does nothing.
  public func close(mayDrain: Bool = true) {
    lock.acquire()
    if status.load(ordering: .relaxed) & (Status.closing | Status.closed) != 0 {
      lock.release()
      return
    }
    let duty = announce(Status.closing, mayDrain: mayDrain)
    lock.release()
    _ = fulfil(duty)
  }

  /// Ends all effects now, wherever the drain may be: nobody is interested in the store any more.
  func abandon() {
    lock.acquire()
    // Also if it is closing already: a scheduled executor may not know any more which store to drain.
    let isClosed = status.load(ordering: .relaxed) & Status.closed != 0
    let duty: DrainState.Duty = isClosed ? .nothing : announce(Status.closing, mayDrain: true)
    lock.release()
    registry.close()
    _ = fulfil(duty)
  }

  /// Whether it closes as soon as the callback that runs now returns.
  @inlinable var isClosing: Bool { status.load(ordering: .relaxed) & Status.closing != 0 }

  /// As the drainer: does what remains once `closing` was seen.
  @usableFromInline
  func finishClosing() {
    lock.acquire()
    let left = queue.pointee.removeAll()
    status.store(Status.closed | Status.draining, ordering: .sequentiallyConsistent)
    lock.release()
    for entry in left {
      switch entry {
      case .action(_, let node?): node.leaveCancelled()
      case .action(_, nil): break
      case .work(let work): work(false)
      }
    }
    registry.close()
    stream?.close()
    drainer.store(0, ordering: .relaxed)
    status.store(Status.closed, ordering: .sequentiallyConsistent)
    owner.didClose()
    noteIdle()
  }
}
