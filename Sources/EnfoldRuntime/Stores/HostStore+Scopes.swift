// HostStore: how its scopes begin and end.
import CEnfold
import CEnfoldSupport

extension HostStore {
  // MARK: Beginning

  /// Gives a scope a handle.
  func open(_ scope: HostScope) throws(RuntimeError) -> UInt64 {
    let handle = try handles.open(scope)
    let isOpen = lock.withLock { () -> Bool in
      guard !isClosing.load(ordering: .relaxed) else { return false }
      contents.scopes.insert(handle)
      return true
    }
    guard isOpen else {
      handles.closeIfOpen(handle, HostScope.self)
      throw RuntimeError(ENFOLD_STALE, "the store was closed meanwhile")
    }
    return handle
  }

  /// Refuses a pointer that no state can have. Asks the engine by beginning an interest, which ends at once.
  ///
  /// - Parameter start: where the caller's part of the pointer begins.
  func checkPossible(_ pointer: [UInt8], startingAt start: Int) throws(RuntimeError) {
    let number = takeOrder()
    do throws(RuntimeError) {
      // The standard library's closure cannot throw a typed error, so it returns a Result.
      try pointer.withUnsafeBytes { pointer in
        Result { () throws(RuntimeError) in
          try observe(number, at: pointer.baseAddress?.assumingMemoryBound(to: CChar.self), pointer.count, 0)
        }
      }.get()
    } catch {
      throw error.movedBack(by: start)
    }
    engine.unobserve(self.pointer, number)
  }

  // MARK: Ending

  /// Closes a scope; its handle is closed already.
  ///
  /// From now on its subscriptions get only their last event, and this only when no other callback of the store runs:
  /// see ``takeWakeUp()``.
  func close(_ scope: HostScope, _ part: HostScope.Part) {
    let (ending, wakeUp) = lock.withLock { () -> ([HostSubscription], UInt64) in
      part.isClosing.store(true, ordering: .relaxed)
      contents.scopes.remove(scope.handle)
      let ending = part.subscriptions.compactMap { contents.subscriptions[$0] }
      part.subscriptions = []
      guard !ending.isEmpty else { return ([], 0) }
      contents.ending += ending
      return (ending, takeWakeUp())
    }
    runtime.monitor.notify()
    closeCallbacks(of: part)
    for subscription in ending { subscription.observer.pointee.silence() }
    for subscription in ending { engine.unobserve(pointer, subscription.handle) }
    askForWakeUp(wakeUp)
  }

  /// Takes the subscriptions of closed scopes away from the store: in the order of subscriptions, without those that
  /// ended in another way.
  func takeEndingSubscriptions() -> [EndingSubscription] {
    let ending = lock.withLock { () -> [EndingSubscription] in
      defer { contents.ending = [] }
      return contents.ending.compactMap { subscription in
        contents.subscriptions.removeValue(forKey: subscription.handle).map { EndingSubscription($0) }
      }
    }
    return ending.sorted(by: <)
  }
}
