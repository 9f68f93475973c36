// Subscription: one observer of one pointer of one store.
import CEnfold
import CEnfoldSupport
import Synchronization

/// A subscription.
///
/// Its life is that of its handle: open, *running* while the handle is pinned by the delivery of an event, and ended when
/// the handle was closed and nobody runs it. So cancelling takes effect at once, also from its own callback, and the
/// release runs exactly once, never while the callback is on a stack.
final class Subscription: Handled {
  static var kind: HandleKind { .subscription }
  var handle: UInt64 = 0

  let store: Store
  /// Its place in the order of the store's subscriptions.
  let order: UInt64
  let observer: UnsafeMutablePointer<Observer>
  private let release: Release

  init(_ store: Store, _ observer: consuming Observer, _ release: Release) {
    self.store = store
    self.observer = .allocate(capacity: 1)
    self.observer.initialize(to: observer)
    self.release = release
    order = store.takeOrder()
  }

  deinit {
    observer.deinitialize(count: 1)
    observer.deallocate()
  }

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
    let drain: UInt32 = store.runtime.mayDrain ? 1 : 0
    _ = try checked { error in
      insideCallback {
        store.engine.observe(
          store.pointer, handle, observer.pointee.pointer, observer.pointee.pointerLength,
          observer.pointee.options.interest, drain, error)
      }
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

  /// The store ended: delivers the last event, if it ever began, then the release.
  func end(wasStarted: Bool) {
    if wasStarted, let pin = handles.pin(handle, Subscription.self) {
      observer.pointee.deliverClosed(revision: store.revision)
      handles.unpin(pin)
    }
    handles.closeIfOpen(handle, Subscription.self)
  }
}
