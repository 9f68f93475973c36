// StoreEngine: commits of stores with shared values in their states.
import Synchronization

extension StoreEngine {
  /// Called when the engine is made.
  @usableFromInline
  func connectShared() {
    shared?.begin(&state.pointee) { [weak self] in self?.bringSharedUpToDate() }
  }

  /// Makes a commit of the changes, with the gate held. True if somebody is to be told.
  @inlinable
  func commitAll(isAction: Bool) -> Bool {
    if shared != nil { return commitWithShared(isAction: isAction) }
    return commitReduced(isAction: isAction)
  }

  /// The same if the state has shared values: those that are new in the store are bound to it first.
  @usableFromInline
  func commitWithShared(isAction: Bool) -> Bool {
    shared?.settle(&state.pointee)
    let isTold = shared?.reading { commitReduced(isAction: isAction) } ?? commitReduced(isAction: isAction)
    if stream?.tree.isEmpty ?? true { shared?.clean(&state.pointee) }
    shared?.note(state.pointee)
    return isTold
  }

  /// A shared value was assigned, on any thread. The store sees it in its turn, with a commit of its own if the value is
  /// another one.
  private func bringSharedUpToDate() {
    if queueSharedEntry(), drainsOnCaller { _ = drain(limit: nil) }
  }

  /// Makes sure that one entry waits in the queue when this returns, whoever has appended it. False if the store is
  /// closed.
  private func queueSharedEntry() -> Bool {
    guard let shared else { return false }
    lock.acquire()
    if refusal(of: 0) != nil || shared.isQueued {
      defer { lock.release() }
      return shared.isQueued
    }
    shared.isQueued = true
    queue.append(.work { [self] isOpen in bringUpToDate(isOpen: isOpen) }, isNext: false)
    if !isDrainingHere { foreignEntries &+= 1 }
    let duty = announce(Status.waiting, mayDrain: false)
    lock.release()
    _ = fulfil(duty)
    return true
  }

  private func bringUpToDate(isOpen: Bool) {
    guard let shared else { return }
    // An assignment from now on needs another entry.
    lock.withLock { shared.isQueued = false }
    if isOpen { _ = commit(.shared) { shared.refresh(&$0) } }
  }
}
