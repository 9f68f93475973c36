// StoreEngine: the end of a store. At the host: HostStore.close.
import Synchronization

extension StoreEngine {
  /// Closes the store: waiting actions and running effects end as cancelled, and every observer hears of it once. A second call
  /// does nothing. May be called on any thread, also inside a callback.
  ///
  /// The store is closed before this returns, except in three cases. While somebody drains, it is closed after the
  /// callback or reducer that runs now. Inside a reducer of another store, it is closed when that has returned. If this
  /// thread may not drain, it is closed by the next drain.
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

  /// Closes the store because nobody has it any more. Ends all effects at once, even while somebody drains.
  func abandon() {
    lock.acquire()
    // Announced also if the store is closing already: a scheduled executor may not know any more which store to drain.
    let isClosed = status.load(ordering: .relaxed) & Status.closed != 0
    let duty: DrainState.Duty = isClosed ? .nothing : announce(Status.closing, mayDrain: true)
    lock.release()
    // No effect may begin from now on. If this thread is to drain, no other thread could begin one.
    if !isClosed { (duty == .drain ? knownRegistry : registry)?.close() }
    _ = fulfil(duty)
  }

  /// Whether the store closes as soon as the callback that runs now returns.
  @inlinable var isClosing: Bool { status.load(ordering: .relaxed) & Status.closing != 0 }

  /// Closes the store. Called by the drainer when it has seen `closing`.
  @usableFromInline
  func finishClosing() {
    lock.acquire()
    var left = queue.takeAll()
    change { $0.close() }
    lock.release()
    while let entry = left.popFirst() {
      switch entry {
      case .action(_, let node?): node.leaveCancelled()
      case .action(_, nil): break
      case .work(let work): work(false)
      }
    }
    knownRegistry?.close()
    stream?.close()
    desk?.end()
    shared?.end()
    drainer.store(0, ordering: .relaxed)
    change { $0.leaveClosed() }
    owner.didClose()
    noteIdle()
  }
}
