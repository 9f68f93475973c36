// StoreEngine: draining and closing. DrainState and DrainTurn decide, and this does what they say.
import CEnfoldSupport
import Synchronization

extension StoreEngine {
  /// Reduces at most `limit` of the waiting actions (nil: until none waits). Does nothing if another thread drains, or
  /// inside a callback. Inside a reducer of any store, it drains when that has returned.
  @inlinable public func drain(limit: Int? = nil) -> DrainResult {
    if Gates.isInsideAny {
      drainLater()
      return DrainResult(reduced: 0, hasMore: false)
    }
    guard claim() else { return DrainResult(reduced: 0, hasMore: false) }
    return drainLoop(self, limit ?? .max, false)
  }

  /// Whether this thread drains this store: then this is called inside one of its callbacks or its reducer.
  @inlinable public var isDrainingHere: Bool { drainer.load(ordering: .relaxed) == UInt(enfold_thread_id()) }

  /// The draining thread. Only that thread asks.
  @inlinable var drainingThread: UnsafeMutablePointer<enfold_thread> {
    UnsafeMutablePointer(bitPattern: drainer.load(ordering: .relaxed)) ?? enfold_this_thread()
  }

  // MARK: The fast way, for a thread that finds the store idle

  @inlinable func beginDrain() -> Bool {
    let thread = enfold_this_thread()
    var state = DrainState(bits: DrainState.idle)
    guard
      thread.pointee.gates == 0,
      status.load(ordering: .relaxed) == DrainState.idle,
      state.claim(),
      replaceStatus(DrainState.idle, by: state)
    else { return false }
    drainer.store(UInt(bitPattern: thread), ordering: .relaxed)
    return true
  }

  /// Ends the drain if nothing waits. Otherwise goes on draining.
  @inlinable func endDrain() {
    if hasPostponed, status.load(ordering: .relaxed) == DrainState.draining { deliverPostponed() }
    drainer.store(0, ordering: .relaxed)
    var state = DrainState(bits: DrainState.draining)
    state.stop(hasMore: false)
    if status.load(ordering: .relaxed) == DrainState.draining, replaceStatus(DrainState.draining, by: state) {
      noteIdle()
    } else {
      drainWaiting(hasWorked: true)
    }
  }

  /// False if another thread has changed the status since; then nothing is replaced.
  @inlinable @inline(__always) func replaceStatus(_ seen: Int, by state: DrainState) -> Bool {
    status.compareExchange(expected: seen, desired: state.bits, ordering: .sequentiallyConsistent).exchanged
  }

  // MARK: The slow way

  /// Changes the status word by one step.
  @inlinable func change<R>(_ step: (inout DrainState) -> R) -> R {
    var bits = status.load(ordering: .relaxed)
    while true {
      var state = DrainState(bits: bits)
      let result = step(&state)
      let (isDone, now) = status.weakCompareExchange(
        expected: bits, desired: state.bits, ordering: .sequentiallyConsistent)
      if isDone { return result }
      bits = now
    }
  }

  /// Called when something was appended or the store is to close. With the lock held.
  @inlinable func announce(_ news: Int, mayDrain: Bool) -> DrainState.Duty {
    let visitor = visitor(mayDrain: mayDrain)
    return change { $0.announce(news, by: visitor) }
  }

  @inlinable @inline(__always) func visitor(mayDrain: Bool) -> DrainState.Visitor {
    DrainState.Visitor(mayDrain: mayDrain, isInsideGate: Gates.isInsideAny, drainsOnCaller: drainsOnCaller)
  }

  /// Does what `announce` said, without the lock. True if it drained.
  @inlinable func fulfil(_ duty: DrainState.Duty) -> Bool {
    switch duty {
    case .nothing: return false
    case .drainLater: drainLater()
    case .schedule: executor.schedule?()
    case .drain: drainWaiting()
    }
    return duty == .drain
  }

  /// Makes this thread the drainer, unless there is one or the store is closed.
  @inlinable func claim() -> Bool { lock.withLock { change { $0.claim() } } }

  /// Takes the entries that wait. Called by the drainer, which is a thread that wanted to send.
  ///
  /// In a store with an executor this thread does not do everything: it takes the entries that wait now and 1,024 more,
  /// and leaves the rest to the next drain. Otherwise threads that send all the time could keep it draining for ever.
  @inlinable @inline(never)  // the fast way does not need it
  func drainWaiting(hasWorked: Bool = false) {
    guard let schedule = executor.schedule else {
      _ = drainLoop(self, .max, hasWorked)
      return
    }
    let limit = lock.withLock { queue.count } + 1_024
    if drainLoop(self, limit, hasWorked).hasMore { schedule() }
  }

  /// Drains when this thread has left its last gate.
  @usableFromInline func drainLater() {
    Gates.after { [self] in
      let drains = lock.withLock {
        status.load(ordering: .relaxed) & (DrainState.waiting | DrainState.closing) != 0 && change { $0.claim() }
      }
      if drains { drainWaiting() }
    }
  }

  /// Takes the entries that wait, one by one, and ends the drain. Called by the drainer.
  @inlinable func takeTurn(limit: Int, hasWorked: Bool) -> DrainResult {
    drainer.store(UInt(enfold_thread_id()), ordering: .relaxed)
    lock.acquire()
    var turn = DrainTurn(
      limit: limit, drainsOnCaller: drainsOnCaller, hasWorked: hasWorked, waiting: queue.waitingCount,
      foreignEntries: foreignEntries)
    while true {
      // The lock is held here.
      switch turn.next(view, patience: Sizes.of(4_096, tiny: 2)) {
      case .take:
        let entry = queue.popFirst()
        if let hold = queue.hold, let entry, keepsBack(entry, hold) { continue }
        lock.release()
        if let entry, process(entry) { turn.reduced += 1 }
      case .tellPostponed:
        lock.release()
        deliverPostponed()
      case .offer:
        guard offerDrain() else { return DrainResult(reduced: turn.reduced, hasMore: false) }
      case .close:
        lock.release()
        finishClosing()
        return DrainResult(reduced: turn.reduced, hasMore: false)
      case .stop(let hasMore):
        drainer.store(0, ordering: .relaxed)
        change { $0.stop(hasMore: hasMore) }
        lock.release()
        if !hasMore { noteIdle() }
        return DrainResult(reduced: turn.reduced, hasMore: hasMore)
      }
      lock.acquire()
    }
  }

  /// Takes the entries that continue the last step: the mutations of its action.
  @usableFromInline func takeNext() {
    while let entry = lock.withLock({ isClosing || queue.takesWaiting ? nil : queue.popFirst() }) { _ = process(entry) }
  }

  /// This store, as its drainer sees it. With the lock held.
  @inlinable var view: DrainTurn.View {
    DrainTurn.View(
      isClosing: isClosing, isEmpty: queue.isEmpty, takesWaiting: queue.takesWaiting,
      foreignEntries: foreignEntries, hasPostponed: hasPostponed)
  }

  /// Does what an entry asks for. True if it was an action.
  ///
  /// - Parameter hasWaited: whether it was in the queue.
  @inlinable func process(_ entry: Entry, hasWaited: Bool = true) -> Bool {
    switch entry {
    case .work(_, let work):
      work(true)
      return false
    case .step(let step):
      return take(step)
    case .shared:
      bringUpToDate()
      return false
    case .action(let action, nil, let origin):
      _ = take(action, nil, origin)
    case .action(let action, let account?, let origin):
      let origin = hasWaited ? origin : EntryOrigin(revision: origin.revision)
      if !account.isCancelled { _ = take(action, account.task, from: account.path, origin) }
      account.leave()
    }
    return true
  }

  /// Lets another thread drain, because this one has drained for others long enough. For a moment nobody drains. A
  /// thread that sends in this moment takes over. If no thread does, this thread goes on itself, so that nothing is
  /// left when all threads have returned. The caller holds the lock; this releases it. True if this thread goes on.
  @usableFromInline func offerDrain() -> Bool {
    drainer.store(0, ordering: .relaxed)
    change { $0.offer() }
    lock.release()
    for _ in 0..<4 { enfold_thread_yield() }
    guard claim() else { return false }
    drainer.store(UInt(enfold_thread_id()), ordering: .relaxed)
    return true
  }

  // MARK: The end of the store

  /// Closes the store: waiting actions and running effects end as cancelled, and every observer hears of it once. A second call
  /// does nothing. May be called on any thread, also inside a callback.
  ///
  /// The store is closed before this returns, except in three cases. While somebody drains, it is closed after the
  /// callback or reducer that runs now. Inside a reducer of another store, it is closed when that has returned. If this
  /// thread may not drain, it is closed by the next drain.
  public func close(mayDrain: Bool = true) {
    lock.acquire()
    if status.load(ordering: .relaxed) & (DrainState.closing | DrainState.closed) != 0 {
      lock.release()
      return
    }
    let duty = announce(DrainState.closing, mayDrain: mayDrain)
    lock.release()
    _ = fulfil(duty)
  }

  /// Closes the store because nobody has it any more. Ends all effects at once, even while somebody drains.
  func abandon() {
    lock.acquire()
    // Announced also if the store is closing already: a scheduled executor may not know any more which store to drain.
    let isClosed = status.load(ordering: .relaxed) & DrainState.closed != 0
    let duty: DrainState.Duty = isClosed ? .nothing : announce(DrainState.closing, mayDrain: true)
    lock.release()
    // No effect may begin from now on. If this thread is to drain, no other thread could begin one.
    if !isClosed { (duty == .drain ? knownRegistry : registry)?.close() }
    _ = fulfil(duty)
  }

  /// Whether the store closes as soon as the callback that runs now returns.
  @inlinable var isClosing: Bool { status.load(ordering: .relaxed) & DrainState.closing != 0 }

  /// Closes the store. Called by the drainer when it has seen `closing`.
  @usableFromInline func finishClosing() {
    lock.acquire()
    var left = queue.takeAll()
    change { $0.close() }
    lock.release()
    while let entry = left.popFirst() {
      switch entry {
      case .action(_, let account?, _): account.leaveCancelled()
      case .action(_, nil, _), .shared, .step: break
      case .work(_, let work): work(false)
      }
    }
    knownRegistry?.close()
    stream?.close()
    desk?.end()
    shared?.end()
    drainer.store(0, ordering: .relaxed)
    change { $0.leaveClosed() }
    knownTrace?.waitUntilTold()
    owner.didClose()
    noteIdle()
  }
}
