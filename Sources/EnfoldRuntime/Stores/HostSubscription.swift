// HostSubscription: one observer of one pointer of one store.
import CEnfold
import CEnfoldSupport
import Synchronization

/// A subscription.
///
/// It lives as long as its handle. While an event is delivered, the handle is pinned. The subscription ends when the
/// handle was closed and nobody has a pin on it. So cancelling takes effect at once, even in its own callback. The
/// release runs exactly once, and never while the callback runs. A subscription also ends with its scope or its store.
final class HostSubscription: ObserverEntry {
  /// The scope through which it was made.
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

  /// Begins to observe. If `result` is given, it receives the handle before the first callback runs. If this fails, the
  /// release runs.
  ///
  /// - Parameter mayDrain: whether this thread may drain the store. If it may not, the store begins with its next drain.
  func begin(
    _ result: UnsafeMutablePointer<enfold_subscription>?, mayDrain: Bool = true
  ) throws(RuntimeError) {
    do throws(RuntimeError) {
      observer.pointee.handle = try handles.open(self, tag: order)
    } catch let error {
      handleEnded()
      throw error
    }
    let before = result?.pointee
    result?.pointee = handle
    do throws(RuntimeError) {
      try observeInEngine(mayDrain: mayDrain)
    } catch let error {
      if let before { result?.pointee = before }
      store.remove(self)
      handles.closeIfOpen(handle, HostSubscription.self)
      throw error
    }
  }

  private func observeInEngine(mayDrain: Bool) throws(RuntimeError) {
    // First the store gets the subscription, then the interest begins. So a store that is closed meanwhile either ends
    // the subscription or refuses it here.
    guard store.add(self) else { throw RuntimeError(ENFOLD_STALE, "the store was closed meanwhile") }
    do throws(RuntimeError) {
      try store.observe(
        handle, at: observer.pointee.pointer, observer.pointee.pointerLength, observer.pointee.interest,
        mayDrain: mayDrain)
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
