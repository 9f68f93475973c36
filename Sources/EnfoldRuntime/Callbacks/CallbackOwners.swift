// CallbackOwners: a scope or store closes its callbacks; the runtime counts them.
import CEnfold
import CEnfoldSupport
import Enfold
import Glibc
import Synchronization

extension HostScope {
  /// Has a callback end with this scope.
  func add(callback handle: UInt64) throws(RuntimeError) {
    let isOpen = store.lock.withLock { () -> Bool in
      guard !isClosing, !store.isClosing.load(ordering: .relaxed) else { return false }
      store.contents.callbacks.insert(handle)
      part?.callbacks.insert(handle)
      return true
    }
    if !isOpen { throw RuntimeError(ENFOLD_STALE, "the store was closed meanwhile") }
  }

  func forget(callback handle: UInt64) {
    store.lock.withLock {
      store.contents.callbacks.remove(handle)
      part?.callbacks.remove(handle)
    }
  }
}

extension HostStore {
  /// Closes the callbacks that were made through a part of the store; all of the store if that is nil. When this returns, their
  /// handles are stale.
  func closeCallbacks(of part: HostScope.Part?) {
    // A copy, because the set changes meanwhile.
    let closing = lock.withLock { Array(part?.callbacks ?? contents.callbacks) }
    for handle in closing { handles.closeIfOpen(handle, HostCallback.self) { $0.close() } }
  }
}

extension HostStore {
  /// Says which calls of signal handlers were dropped.
  func logDroppedCalls() {
    for handle in lock.withLock({ Array(contents.callbacks) }) {
      guard let pin = handles.pin(handle, HostCallback.self) else { continue }
      pin.entry._withUnsafeGuaranteedRef { $0.logDropped() }
      handles.unpin(pin)
    }
  }
}

extension Runtime {
  /// Counts one more callback. Closing a callback does not lower the count, because its C function stays.
  func countCallback() throws(RuntimeError) {
    guard callbacksMade.add(1, ordering: .relaxed).newValue > options.limits.callbacks else { return }
    uncountCallback()
    throw RuntimeError(
      ENFOLD_LIMIT,
      """
      the runtime has made \(options.limits.callbacks) callbacks, as many as its limits allow: those that were closed \
      count, too, because their functions stay
      """)
  }

  func uncountCallback() { callbacksMade.subtract(1, ordering: .relaxed) }

  /// The queue of calls that come in signal handlers.
  func signalQueue(for prototype: Prototype) throws(RuntimeError) -> SignalQueue {
    guard let loop else {
      throw RuntimeError(
        ENFOLD_UNSUPPORTED,
        "\"signal\" needs a runtime that was opened with \"loop\":\"host\", whose pump sends the actions")
    }
    let queue = loop.signalQueue {
      SignalQueue($0, monitor, deliver: HostCallback.receiveSignal) { [unowned self] in
        for case let store as HostStore in stores { store.logDroppedCalls() }
      }
    }
    if let queue { return queue }
    if isClosed.load(ordering: .acquiring) { throw RuntimeError(ENFOLD_STALE, "the runtime was closed meanwhile") }
    throw RuntimeError(ENFOLD_IO, "no event descriptor: \(String(cString: strerror(errno)))")
  }
}
