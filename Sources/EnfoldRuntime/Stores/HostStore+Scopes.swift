// A store's scopes: how they begin and end.
import CEnfold
import CEnfoldSupport

extension HostStore {
  // MARK: Beginning

  /// Gives a scope a handle.
  func open(_ scope: HostScope) throws(RuntimeError) -> UInt64 {
    let handle = try handles.open(scope)
    let isOpen = lock.withLock { () -> Bool in
      guard !isClosing.load(ordering: .relaxed) else { return false }
      contents.scopes.insert(handle)
      return true
    }
    guard isOpen else {
      handles.closeIfOpen(handle, HostScope.self)
      throw RuntimeError(ENFOLD_STALE, "the store was closed meanwhile")
    }
    return handle
  }

  /// Refuses a pointer that no state can have.
  ///
  /// - Parameter start: where the caller's part of the pointer begins.
  func checkPossible(_ pointer: [UInt8], startingAt start: Int) throws(RuntimeError) {
    let number = takeOrder()
    do throws(RuntimeError) {
      // Typed errors do not pass through the standard library's closures.
      try pointer.withUnsafeBytes { pointer in
        Result { () throws(RuntimeError) in
          try observe(number, at: pointer.baseAddress?.assumingMemoryBound(to: CChar.self), pointer.count, 0)
        }
      }.get()
    } catch {
      throw error.movedBack(by: start)
    }
    engine.unobserve(self.pointer, number)
  }

  // MARK: Ending

  /// Closes a scope; its handle is closed already.
  ///
  /// From now on its subscriptions hear nothing but their last event. They may get that only when no other callback of the
  /// store runs. So the engine is asked for a commit of its own, by an interest that nobody observes, and
  /// ``deliverLastEvents()`` runs in it. One such interest serves all scopes that are closed until then.
  func close(_ scope: HostScope) {
    let (ending, number) = lock.withLock { () -> ([HostSubscription], UInt64) in
      scope.isClosing.store(true, ordering: .relaxed)
      contents.scopes.remove(scope.handle)
      let ending = scope.subscriptions.compactMap { contents.subscriptions[$0] }
      scope.subscriptions = []
      guard !ending.isEmpty else { return ([], 0) }
      contents.ending += ending
      guard contents.endingInterest == 0 else { return (ending, 0) }
      contents.endingInterest = contents.nextOrder
      contents.nextOrder += 1
      return (ending, contents.endingInterest)
    }
    runtime.monitor.notify()
    for subscription in ending { subscription.observer.pointee.silence() }
    for subscription in ending { engine.unobserve(pointer, subscription.handle) }
    guard number != 0 else { return }
    do throws(RuntimeError) {
      try observe(number, at: nil, 0, ENFOLD_INTEREST_INITIAL)
    } catch {
      // The store was closed meanwhile, and ends them all; or its engine is at a limit, and they end without the event.
      guard error.status != ENFOLD_STALE else { return }
      for subscription in takeEnding().subscriptions { subscription.endSilently() }
    }
  }

  /// The store is drained and none of its callbacks runs: delivers the last events of the scopes that were closed.
  func deliverLastEvents() {
    let (ending, number) = takeEnding()
    if number != 0 { engine.unobserve(pointer, number) }
    for subscription in ending { subscription.end() }
  }

  /// The subscriptions of scopes that were closed, in order, but for those that ended otherwise, and the number of the
  /// interest that asked for this. They are the store's no longer.
  private func takeEnding() -> (subscriptions: [EndingSubscription], number: UInt64) {
    let (ending, number) = lock.withLock { () -> ([EndingSubscription], UInt64) in
      defer { (contents.ending, contents.endingInterest) = ([], 0) }
      let ending = contents.ending.compactMap { subscription in
        contents.subscriptions.removeValue(forKey: subscription.handle).map { EndingSubscription($0) }
      }
      return (ending, contents.endingInterest)
    }
    return (ending.sorted(by: <), number)
  }
}
