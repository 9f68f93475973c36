// HostStore: lets closed scopes and ended tasks call the host at a moment when no callback runs. The end of the store
// itself: HostStore.close.
import CEnfold

extension HostStore {
  /// The number of the interest with which a moment is asked for; 0 if that was done already. Called with the lock
  /// held, by a function that has put something on a list that waits for a moment.
  ///
  /// The store begins this interest for itself. The engine reports it by a commit, and ``useMoment()`` runs in that
  /// commit. One interest serves everything that waits until then.
  func takeMoment() -> UInt64 {
    guard contents.momentInterest == 0 else { return 0 }
    contents.momentInterest = contents.nextOrder
    contents.nextOrder += 1
    return contents.momentInterest
  }

  /// Begins the interest with a number that ``takeMoment()`` gave.
  func askForMoment(_ number: UInt64) {
    guard number != 0 else { return }
    do throws(RuntimeError) {
      try observe(number, at: nil, 0, ENFOLD_INTEREST_INITIAL)
    } catch {
      // If the store was closed meanwhile, it ends everything that waits. Otherwise the engine refused the interest,
      // perhaps at a limit: then subscriptions end without the event.
      guard error.status != ENFOLD_STALE else { return }
      lock.withLock { contents.momentInterest = 0 }
      for subscription in takeEndingSubscriptions() { subscription.endSilently() }
      callEndsWithoutEngine()
    }
  }

  /// Delivers the last events of the scopes that were closed, and the ends of tasks. Called on the draining thread,
  /// while no callback of the store runs.
  func useMoment() {
    let number = lock.withLock { () -> UInt64 in
      defer { contents.momentInterest = 0 }
      return contents.momentInterest
    }
    if number != 0 { engine.unobserve(pointer, number) }
    for subscription in takeEndingSubscriptions() { subscription.end() }
    callEnds()
  }
}
