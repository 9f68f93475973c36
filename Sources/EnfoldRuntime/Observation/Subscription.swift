// Subscription: one observer of one pointer of one store.
import CEnfold
import CEnfoldSupport
import Synchronization

/// A subscription.
///
/// Its life is that of its handle: open, *running* while the handle is pinned by the delivery of an event, and ended when
/// the handle was closed and nobody runs it. So cancelling takes effect at once, also from its own callback, and the
/// release runs exactly once, never while the callback is on a stack. Its scope ends it, or its store.
final class Subscription: Handled {
  static var kind: HandleKind { .subscription }
  var handle: UInt64 = 0

  /// What it was made through.
  let scope: Scope
  var store: Store { scope.store }
  /// Its place in the order of the store's subscriptions.
  let order: UInt64
  /// In this object, so that there is less memory to be fetched for an event.
  @exclusivity(unchecked) private var contents: Observer
  /// Where that is. Taken once, before another thread knows this object: taking it counts as writing to it.
  @exclusivity(unchecked) private var place: UnsafeMutablePointer<Observer>?
  private let release: Release

  init(_ scope: Scope, _ observer: consuming Observer, _ release: Release) {
    self.scope = scope
    contents = observer
    self.release = release
    order = scope.store.takeOrder()
    place = withUnsafeMutablePointer(to: &contents) { $0 }
  }

  /// The observer, at a fixed place: whoever has a pin on this subscription may use it. What several threads use of it is
  /// immutable or atomic; the rest is the draining thread's.
  @inline(__always)
  var observer: UnsafeMutablePointer<Observer> { place.unsafelyUnwrapped }

  func handleEnded() {
    guard release.function != nil else { return }
    let release = release
    store.runtime.callBack { release() }
  }

  /// Begins to observe. `result`, if given, receives the handle, before the first callback runs. If it fails, the
  /// release runs.
  func begin(_ result: UnsafeMutablePointer<enfold_subscription>?) throws(RuntimeError) {
    do throws(RuntimeError) {
      observer.pointee.handle = try handles.open(self, tag: order)
    } catch let error {
      handleEnded()
      throw error
    }
    let before = result?.pointee
    result?.pointee = handle
    do throws(RuntimeError) {
      try beginInterest()
    } catch let error {
      if let before { result?.pointee = before }
      store.remove(self)
      handles.closeIfOpen(handle, Subscription.self)
      throw error
    }
  }

  private func beginInterest() throws(RuntimeError) {
    // In this order: a store that closes meanwhile ends the subscription, too, or refuses it here.
    guard store.add(self) else { throw RuntimeError(ENFOLD_STALE, "the store was closed meanwhile") }
    do throws(RuntimeError) {
      try store.observe(
        handle, at: observer.pointee.pointer, observer.pointee.pointerLength, observer.pointee.interest)
    } catch {
      throw observer.pointee.located(error)
    }
    switch store.start(self) {
    case .isOpen: break
    case .wasCancelled: store.engine.unobserve(store.pointer, handle)
    case .storeEnded: throw RuntimeError(ENFOLD_STALE, "the store was closed meanwhile")
    }
  }

  /// Ends it without another event. Its handle is closed already.
  func cancel() {
    if store.remove(self) { store.engine.unobserve(store.pointer, handle) }
  }
}

/// A subscription whose store or scope has ended. Made with the store's lock held: whether it ever began is settled then.
struct EndingSubscription {
  private let subscription: Subscription
  private let wasStarted: Bool

  init(_ subscription: Subscription) {
    self.subscription = subscription
    wasStarted = subscription.observer.pointee.isStarted
  }

  /// Delivers the last event, if it ever began, then the release. Runs where callbacks of the store may run.
  func end() {
    if wasStarted, let pin = handles.pin(subscription.handle, Subscription.self) {
      subscription.observer.pointee.deliverClosed(revision: subscription.store.revision)
      handles.unpin(pin)
    }
    endSilently()
  }

  /// Only the release.
  func endSilently() { handles.closeIfOpen(subscription.handle, Subscription.self) }

  /// The order of subscription.
  static func < (first: Self, second: Self) -> Bool { first.subscription.order < second.subscription.order }
}
