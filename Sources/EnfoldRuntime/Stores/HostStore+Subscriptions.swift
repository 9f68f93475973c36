// HostStore: adding and removing subscriptions.

extension HostStore {
  /// Adds a subscription that has a handle. False if the store has ended, or its scope was closed.
  func add(_ subscription: HostSubscription) -> Bool {
    lock.withLock {
      let scope = subscription.scope
      guard !contents.isClosed, !scope.isClosing else { return false }
      contents.subscriptions[subscription.handle] = subscription
      scope.part?.subscriptions.insert(subscription.handle)
      return true
    }
  }

  /// Removes a subscription. True if it was there: then it gets no `ENFOLD_CLOSED` event.
  @discardableResult func remove(_ subscription: HostSubscription) -> Bool {
    lock.withLock {
      subscription.scope.part?.subscriptions.remove(subscription.handle)
      return contents.subscriptions.removeValue(forKey: subscription.handle) != nil
    }
  }

  /// The state of a subscription after the engine has accepted it.
  enum Acceptance { case isOpen, wasCancelled, storeEnded }

  /// Notes that the engine accepted a subscription. If the store or the scope ended before that, and before the first
  /// event, the answer is `storeEnded`: the subscription counts as refused.
  func noteAccepted(_ subscription: HostSubscription) -> Acceptance {
    lock.withLock {
      let hadEvent = subscription.observer.pointee.noteStart()
      let isEnding = contents.isClosed || subscription.scope.isClosing
      if contents.subscriptions[subscription.handle] != nil { return isEnding ? .wasCancelled : .isOpen }
      return isEnding && !hadEvent ? .storeEnded : .wasCancelled
    }
  }
}
