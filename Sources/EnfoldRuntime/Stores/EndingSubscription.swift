// EndingSubscription: the end of a subscription whose store or scope has ended.

/// A subscription whose store or scope has ended. Made with the store's lock held: whether it ever began is settled then.
struct EndingSubscription {
  private let subscription: HostSubscription
  private let wasStarted: Bool

  init(_ subscription: HostSubscription) {
    self.subscription = subscription
    wasStarted = subscription.observer.pointee.isStarted
  }

  /// Delivers the last event, if it ever began, then the release. Runs where callbacks of the store may run.
  func end() {
    if wasStarted, let pin = handles.pin(subscription.handle, HostSubscription.self) {
      subscription.observer.pointee.deliverClosed(revision: subscription.store.revision)
      handles.unpin(pin)
    }
    endSilently()
  }

  /// Only the release.
  func endSilently() { handles.closeIfOpen(subscription.handle, HostSubscription.self) }

  /// The order of subscription.
  static func < (first: Self, second: Self) -> Bool { first.subscription.order < second.subscription.order }
}
