// HostSubscription: one observer of one pointer of one store.
import CEnfold
import CEnfoldSupport
import Synchronization

/// A subscription.
///
/// Its life is that of its handle: open, *running* while the handle is pinned by the delivery of an event, and ended when
/// the handle was closed and nobody runs it. So cancelling takes effect at once, also from its own callback, and the
/// release runs exactly once, never while the callback is on a stack. Its scope ends it, or its store.
final class HostSubscription: ObserverEntry {
  /// What it was made through.
  let scope: HostScope
  var store: HostStore { scope.store }
  /// Its place in the order of the store's subscriptions.
  let order: UInt64
  private let release: Release

  init(_ scope: HostScope, _ observer: consuming HostObserver, _ release: Release) {
    self.scope = scope
    self.release = release
    order = scope.store.takeOrder()
    super.init(observer)
  }

  override func handleEnded() {
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
      try observeInEngine()
    } catch let error {
      if let before { result?.pointee = before }
      store.remove(self)
      handles.closeIfOpen(handle, HostSubscription.self)
      throw error
    }
  }

  private func observeInEngine() throws(RuntimeError) {
    // In this order: a store that closes meanwhile ends the subscription, too, or refuses it here.
    guard store.add(self) else { throw RuntimeError(ENFOLD_STALE, "the store was closed meanwhile") }
    do throws(RuntimeError) {
      try store.observe(
        handle, at: observer.pointee.pointer, observer.pointee.pointerLength, observer.pointee.interest)
    } catch {
      throw observer.pointee.located(error)
    }
    switch store.noteAccepted(self) {
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
