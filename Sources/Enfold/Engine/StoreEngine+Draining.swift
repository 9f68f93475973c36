// StoreEngine: who drains, and for how long.
import CEnfoldSupport
import EnfoldJSON
import Synchronization

extension StoreEngine {
  /// Reduces at most `limit` of the waiting actions (nil: until none waits). Does nothing if another thread drains, or
  /// from inside a callback. From inside a reducer of any store it drains when that has returned.
  @inlinable
  public func drain(limit: Int? = nil) -> DrainResult {
    if Gates.isInsideAny {
      drainLater()
      return DrainResult(reduced: 0, hasMore: false)
    }
    lock.acquire()
    let drains = claim()
    lock.release()
    guard drains else { return DrainResult(reduced: 0, hasMore: false) }
    enterDrain()
    return drainLoop(self, limit ?? .max, false)
  }

  /// Whether this thread is draining, that is, whether this is called from inside a callback of this store.
  @inlinable public var isDrainingHere: Bool { drainer.load(ordering: .relaxed) == UInt(enfold_thread_id()) }

  /// The fast way to drain: nothing waits and nobody drains.
  @inlinable
  func beginDrain() -> Bool {
    let thread = enfold_this_thread()
    guard
      thread.pointee.gates == 0,
      status.compareExchange(expected: Status.idle, desired: Status.draining, ordering: .acquiring).exchanged
    else { return false }
    drainer.store(UInt(bitPattern: thread), ordering: .relaxed)
    return true
  }

  @inlinable
  func endDrain() {
    // The end of the drain, unless something waits.
    if hasLate, status.load(ordering: .relaxed) == Status.draining { deliverLate() }
    drainer.store(0, ordering: .relaxed)
    if status.compareExchange(
      expected: Status.draining, desired: Status.idle, ordering: .sequentiallyConsistent
    ).exchanged {
      noteIdle()
    } else {
      runWaiting(hasWorked: true)
    }
  }

  /// As the drainer of a thread that wanted to send: takes what waits.
  ///
  /// A thread of a scheduled store has better things to do: it takes what waits now and some of what follows from it,
  /// and leaves the rest to the next drain. Otherwise threads that send steadily could hold it for ever.
  @inlinable @inline(never)  // the fast way does without
  func runWaiting(hasWorked: Bool = false) {
    enterDrain()
    guard let schedule = executor.schedule else {
      _ = drainLoop(self, .max, hasWorked)
      return
    }
    lock.acquire()
    let limit = queue.pointee.count + 1_024
    lock.release()
    if drainLoop(self, limit, hasWorked).hasMore { schedule() }
  }

  /// This thread has drained for others long enough. For a moment nobody drains: a thread that sends now goes on, and
  /// this one has done its part. If there is none, this one goes on itself, so that nothing waits when all threads have
  /// returned. With the lock held, which it releases. True if this thread goes on.
  @usableFromInline
  func offerDrain() -> Bool {
    drainer.store(0, ordering: .relaxed)
    status.bitwiseAnd(~Status.draining, ordering: .sequentiallyConsistent)
    lock.release()
    for _ in 0..<4 { enfold_thread_yield() }
    lock.acquire()
    let goesOn = claim()
    lock.release()
    if goesOn { enterDrain() }
    return goesOn
  }

  /// Whether so many entries came from other threads during a drain that it should go on elsewhere: otherwise threads
  /// that send steadily could hold the one that drains for ever. With the lock held.
  ///
  /// - Parameter start: what `foreignEntries` was when the drain began.
  @inlinable
  func hasDrainedForOthers(since start: UInt64) -> Bool { foreignEntries &- start > Sizes.of(4_096, tiny: 2) }

  @inlinable
  func enterDrain() { drainer.store(UInt(enfold_thread_id()), ordering: .relaxed) }

  /// What a thread has to do after it announced something. Nothing, if somebody drains and will see it, or was told already.
  @usableFromInline enum Duty { case nothing, drain, drainLater, schedule }

  /// Something was appended, or the store is to close. With the lock held.
  @inlinable
  func announce(_ bit: Int, mayDrain: Bool) -> Duty {
    let before = status.bitwiseOr(bit, ordering: .sequentiallyConsistent).oldValue
    if before & Status.draining != 0 { return .nothing }
    if mayDrain, Gates.isInsideAny { return .drainLater }
    if mayDrain { return claim() ? .drain : .nothing }
    if drainsOnCaller || before & Status.scheduled != 0 { return .nothing }
    status.bitwiseOr(Status.scheduled, ordering: .sequentiallyConsistent)
    return .schedule
  }

  /// Does what `announce` said, without the lock. True if it drained.
  @inlinable
  func perform(_ duty: Duty) -> Bool {
    switch duty {
    case .nothing: return false
    case .drainLater:
      drainLater()
      return false
    case .schedule:
      executor.schedule?()
      return false
    case .drain:
      runWaiting()
      return true
    }
  }

  /// Becomes the drainer unless somebody is, or this thread holds a gate. With the lock held.
  @inlinable
  func claim() -> Bool {
    if Gates.isInsideAny { return false }
    let before = status.bitwiseOr(Status.draining, ordering: .sequentiallyConsistent).oldValue
    if before & (Status.draining | Status.closed) != 0 {
      if before & Status.draining == 0 { status.bitwiseAnd(~Status.draining, ordering: .sequentiallyConsistent) }
      return false
    }
    status.bitwiseAnd(~Status.scheduled, ordering: .sequentiallyConsistent)
    return true
  }

  /// As the drainer: takes what waits, one by one, and stops draining.
  @inlinable
  func runQueue(limit: Int, hasWorked: Bool = false) -> DrainResult {
    var reduced = 0
    var hasWorked = hasWorked
    // What waits now is done here, whoever else sends: the caller's own entry may be the last of it.
    lock.acquire()
    var owed = queue.pointee.waitingCount
    var start = foreignEntries
    lock.release()
    while true {
      lock.acquire()
      let now = status.load(ordering: .relaxed)
      if now & Status.closing != 0 {
        lock.release()
        finishClosing()
        return DrainResult(reduced: reduced, hasMore: false)
      }
      let isEnough = owed == 0 && hasDrainedForOthers(since: start)
      if isEnough, drainsOnCaller, !queue.pointee.isEmpty, reduced < limit {
        start = foreignEntries
        guard offerDrain() else { return DrainResult(reduced: reduced, hasMore: false) }
        continue
      }
      if queue.pointee.isEmpty || reduced >= limit || isEnough {
        let hasMore = !queue.pointee.isEmpty
        // The end of the drain calls user code, which may send: look again afterwards.
        if hasWorked, hasLate {
          hasWorked = false
          lock.release()
          deliverLate()
          continue
        }
        drainer.store(0, ordering: .relaxed)
        status.store(
          hasMore ? Status.waiting | Status.scheduled : Status.idle, ordering: .sequentiallyConsistent)
        lock.release()
        if !hasMore { noteIdle() }
        return DrainResult(reduced: reduced, hasMore: hasMore)
      }
      if owed > 0, queue.pointee.takesWaiting { owed -= 1 }
      let entry = queue.pointee.popFirst()
      lock.release()
      hasWorked = true
      switch entry {
      case nil: break
      case .action(let action, let account)?:
        reduced += 1
        if let account {
          if !account.isCancelled { _ = step(action, account.task) }
          account.leave()
        } else {
          _ = step(action, nil)
        }
      case .work(let work)?: work(true)
      }
    }
  }
}
