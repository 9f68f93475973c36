// ScopeCallback: a C function that sends actions, as its scope and its store know it. They close it.
import CEnfold

/// A callback. The subclass has everything else.
class ScopeCallback: Handled {
  static var kind: HandleKind { .callback }
  final var handle: UInt64 = 0

  /// From now on its function does nothing. Its handle is closed already. Called once.
  func close() { preconditionFailure("abstract") }

  /// Says how many calls of signal handlers were dropped, if any were.
  func logDropped() { preconditionFailure("abstract") }
}

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
    for handle in closing { handles.closeIfOpen(handle, ScopeCallback.self) { $0.close() } }
  }

  /// Says which calls of signal handlers were dropped.
  func logDroppedCalls() {
    for handle in lock.withLock({ Array(contents.callbacks) }) {
      guard let pin = handles.pin(handle, ScopeCallback.self) else { continue }
      pin.entry._withUnsafeGuaranteedRef { $0.logDropped() }
      handles.unpin(pin)
    }
  }
}
