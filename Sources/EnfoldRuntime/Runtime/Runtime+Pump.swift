// Runtime: the pump, by which a host's event loop drives it, and how much one pump does.
import CEnfold
import CEnfoldSupport

extension Runtime {
  /// The result of a pump.
  struct Pumped {
    var done: UInt32 = 0
    var hasMore = false
  }

  /// One pump:
  ///
  /// 1. This thread becomes the loop thread. If another thread is pumping, this one does nothing and says that work is
  ///    left.
  /// 2. Deferred calls run: diagnostics, and releases after cancellations on other threads. Calls that came in signal
  ///    handlers become actions that wait in their stores.
  /// 3. The request that has waited longest goes to its handler. Then the store that has waited longest is taken off
  ///    the list and reduces its actions, as many as the budget still allows; each commit calls its observers. A store
  ///    that has actions left goes to the end of the list. A store that was closed ends here: it delivers its
  ///    `ENFOLD_CLOSED` events and calls the releases.
  /// 4. Steps 2 and 3 repeat until nothing waits or the budget is spent. Work that callbacks cause counts as waiting.
  /// 5. The descriptor becomes readable if something is left, and unreadable otherwise.
  ///
  /// - Parameter limit: how many actions are reduced at most, requests included; 0: all, until nothing is left. With a
  ///   limit it also returns after 1,024 turns in a row that reduced nothing.
  func pump(limit: UInt32) throws(RuntimeError) -> Pumped {
    if isInsideCallback { throw .reentrant }
    guard let loop else { return Pumped() }
    KeptPins.endAll()
    guard loop.beginPump() else { return Pumped(hasMore: true) }
    return runPump(limit: limit)
  }

  /// After so many turns in a row without a reduced action, the pump ends. Otherwise a faulty engine could hold it for ever by
  /// saying that it has more to do. With a budget a turn in which a store ends counts, too, because other threads may close
  /// stores all the time.
  private static let patience = 1_024

  /// Steps 2 to 5 of a pump that has begun.
  func runPump(limit: UInt32) -> Pumped {
    guard let loop else { return Pumped() }
    var pumped = Pumped()
    var idleTurns = 0
    while true {
      switch loop.next(hasBudget: (limit == 0 || pumped.done < limit) && idleTurns < Self.patience) {
      case .work(.call(let call)):
        call.perform()
      case .work(.request(let request)):
        PendingRequest.begin(request)
        pumped.done = UInt32(clamping: UInt64(pumped.done) + 1)
      case .work(.signals(let signals)):
        signals.deliverAll()
      case .work(.store(let store)):
        // 0 drains everything. If the budget is spent, a store comes here only from a runtime that is being closed,
        // which ignores the budget.
        let budget = limit > pumped.done ? limit - pumped.done : 0
        var (done, hasMore): (UInt32, Bool) = (0, false)
        let handled = loop.countingHandlerCalls(hasBudget: budget > 0) { (done, hasMore) = store.drain(limit: budget) }
        pumped.done = UInt32(clamping: UInt64(pumped.done) + UInt64(done) + UInt64(handled))
        idleTurns = done == 0 && (hasMore || limit > 0) ? idleTurns + 1 : 0
        // A closed runtime does not wait for a store that always says so.
        if hasMore, !isClosed.load(ordering: .relaxed) || idleTurns < Self.patience { _ = loop.schedule(store) }
      case .end(let hasMore):
        pumped.hasMore = hasMore
        return pumped
      }
    }
  }
}
