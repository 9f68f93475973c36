// HostListener: a subscription of the runtime's own, for breakpoints and for readers of the trace.
import CEnfold

/// Hears of the commits of a store. A subscription keeps it, and the subscription keeps the store.
class HostListener {
  unowned let store: HostStore

  init(_ store: HostStore) { self.store = store }

  /// Called with each event but the last one, on the draining thread.
  func heard(_ event: UnsafePointer<enfold_event>) { preconditionFailure("abstract") }
}

extension HostScope {
  /// Has a listener hear of the values at a pointer. Returns the handle of the subscription. It ends with the scope.
  @discardableResult func listen(
    at pointer: UnsafeRawBufferPointer?, _ options: ObserveOptions, _ listener: HostListener, mayDrain: Bool = true
  ) throws(RuntimeError) -> UInt64 {
    let user = Unmanaged.passRetained(listener).toOpaque()
    let triple = Release(
      function: { user in user.map { Unmanaged<HostListener>.fromOpaque($0).release() } }, user: user)
    let observer: HostObserver
    do throws(RuntimeError) {
      observer = try self.observer(
        at: pointer, options,
        { user, event in
          guard let user, let event, event.pointee.flags & ENFOLD_CLOSED == 0 else { return }
          Unmanaged<HostListener>.fromOpaque(user).takeUnretainedValue().heard(event)
        }, user)
    } catch {
      triple()
      throw error
    }
    var handle: UInt64 = 0
    try HostSubscription(self, observer, triple).begin(&handle, mayDrain: mayDrain)
    return handle
  }
}
