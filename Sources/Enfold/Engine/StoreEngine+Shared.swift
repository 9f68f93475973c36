// StoreEngine: shared values in the state, which others may change.

extension StoreEngine {
  /// Called when the engine is made. The state has its shared values when the first reactor begins.
  @inlinable func connect(_ desk: MutationDesk?, _ shared: SharedSeat<State>?) {
    shared?.begin(&state.pointee) { [weak self] in
      if let self, self.shared?.isNews() ?? false { bringSharedUpToDate() }
    }
    if let desk { connectReactors(at: desk) }
    if let shared, shared.open() { bringSharedUpToDate() }
  }

  /// A shared value was assigned, on any thread. The store sees it in its turn, with a commit of its own if the value is
  /// another one.
  @inlinable func bringSharedUpToDate() {
    if queueSharedEntry(), drainsOnCaller { _ = drain(limit: nil) }
  }

  /// Makes sure that one entry waits in the queue when this returns, whoever has appended it. False if the store is
  /// closed.
  @inlinable @discardableResult func queueSharedEntry() -> Bool {
    guard let shared else { return false }
    lock.acquire()
    if refusal(of: 0, isInside: true) != nil || shared.isQueued {
      defer { lock.release() }
      return shared.isQueued
    }
    shared.isQueued = true
    if isTraced { noteSharedCause() }
    queue.append(.shared, isNext: false)
    if !isDrainingHere { foreignEntries &+= 1 }
    let duty = announce(DrainState.waiting, mayDrain: false)
    lock.release()
    _ = fulfil(duty)
    return true
  }

  /// Notes who has changed the shared value. With the lock held.
  @usableFromInline @inline(never) func noteSharedCause() {
    let here = SharedWriter.ofThread
    shared?.cause = SharedCause(time: OpenStep.now, writer: here?.writer, tag: here?.tag)
  }

  /// The next step brings the state up to date. With the lock held.
  @usableFromInline @inline(never) func takeSharedCause() {
    guard let shared else { return }
    let cause = exchange(&shared.cause, with: nil)
    stepTrace?._withUnsafeGuaranteedRef { $0.sharedCause = cause }
  }

  /// Does what the entry asks for.
  @inlinable @inline(never) func bringUpToDate() {
    guard let shared else { return }
    // An assignment from now on needs another entry.
    lock.withLock {
      shared.isQueued = false
      if stepTrace != nil { takeSharedCause() }
    }
    _ = step(.shared, of: nil) { state, hasChanged in
      hasChanged = shared.refresh(&state)
      return .none
    }
  }
}
