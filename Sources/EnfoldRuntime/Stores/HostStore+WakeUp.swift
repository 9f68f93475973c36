// HostStore: the wake-up, in which closed scopes and ended tasks call the host while no callback runs.
import CEnfold

extension HostStore {
  /// The number of the interest that asks for a wake-up; 0 if somebody has asked already. Called with the lock held, by a
  /// function that has put something on a list that waits for the wake-up.
  ///
  /// The store begins this interest for itself. The engine reports it by a commit, and ``useWakeUp()`` runs in that
  /// commit. One interest serves everything that waits until then.
  func takeWakeUp() -> UInt64 {
    guard contents.wakeUpInterest == 0 else { return 0 }
    contents.wakeUpInterest = contents.nextOrder
    contents.nextOrder += 1
    return contents.wakeUpInterest
  }

  /// Begins the interest with a number that ``takeWakeUp()`` gave.
  func askForWakeUp(_ number: UInt64) {
    guard number != 0 else { return }
    do throws(RuntimeError) {
      try observe(number, at: nil, 0, ENFOLD_INTEREST_INITIAL)
    } catch {
      // If the store was closed meanwhile, it ends everything that waits. Otherwise the engine refused the interest,
      // perhaps at a limit: then subscriptions end without the event.
      guard error.status != ENFOLD_STALE else { return }
      lock.withLock { contents.wakeUpInterest = 0 }
      for subscription in takeEndingSubscriptions() { subscription.endSilently() }
      callEndsWithoutEngine()
    }
  }

  /// Delivers the last events of the scopes that were closed, and the ends of tasks. Called on the draining thread,
  /// while no callback of the store runs.
  func useWakeUp() {
    let number = lock.withLock { () -> UInt64 in
      defer { contents.wakeUpInterest = 0 }
      return contents.wakeUpInterest
    }
    if number != 0 { engine.unobserve(pointer, number) }
    for subscription in takeEndingSubscriptions() { subscription.end() }
    callEnds()
  }
}
