// EndingSubscription: gives a subscription its last event when its store or scope has ended.

/// A subscription whose store or scope has ended. It is made with the store's lock held. From then on it is settled
/// whether the subscription has begun.
struct EndingSubscription {
  private let subscription: HostSubscription
  private let wasStarted: Bool

  init(_ subscription: HostSubscription) {
    self.subscription = subscription
    wasStarted = subscription.observer.pointee.isStarted
  }

  /// Delivers the last event, if the subscription has begun, and then calls the release. Runs where callbacks of the
  /// store may run.
  func end() {
    if wasStarted, let pin = handles.pin(subscription.handle, HostSubscription.self) {
      subscription.observer.pointee.deliverClosed(revision: subscription.store.revision)
      handles.unpin(pin)
    }
    endSilently()
  }

  /// Calls the release, without a last event.
  func endSilently() { handles.closeIfOpen(subscription.handle, HostSubscription.self) }

  /// Compares places in the order of subscriptions.
  static func < (first: Self, second: Self) -> Bool { first.subscription.order < second.subscription.order }
}
