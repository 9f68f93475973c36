// StoreEngine: how a store sees what others assign to its shared values.

extension StoreEngine {
  /// Called when the engine is made.
  @usableFromInline
  func connectShared() {
    shared?.begin(&state.pointee) { [weak self] in self?.bringSharedUpToDate() }
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
