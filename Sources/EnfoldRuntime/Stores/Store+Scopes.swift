// A store's scopes: how they begin and end.
import CEnfold
import CEnfoldSupport

extension Store {
  // MARK: Beginning

  /// Gives a scope a handle.
  func open(_ scope: Scope) throws(RuntimeError) -> UInt64 {
    let handle = try handles.open(scope)
    let isOpen = lock.withLock { () -> Bool in
      guard !isClosing.load(ordering: .relaxed) else { return false }
      contents.scopes.insert(handle)
      return true
    }
    guard isOpen else {
      handles.closeIfOpen(handle, Scope.self)
      throw RuntimeError(ENFOLD_STALE, "the store was closed meanwhile")
    }
    return handle
  }

  /// Refuses a pointer that no state can have.
  ///
  /// - Parameter start: where the caller's part of the pointer begins.
  func checkPossible(_ pointer: [UInt8], startingAt start: Int) throws(RuntimeError) {
    let number = takeOrder()
    let drain: UInt32 = runtime.mayDrain ? 1 : 0
    do throws(RuntimeError) {
      _ = try checked { error in
        pointer.withUnsafeBytes { pointer in
          insideCallback {
            engine.observe(
              self.pointer, number, pointer.baseAddress?.assumingMemoryBound(to: CChar.self), pointer.count, 0, drain,
              error)
          }
        }
      }
    } catch {
      throw error.movedBack(by: start)
    }
    engine.unobserve(self.pointer, number)
  }

  // MARK: Ending

  /// Closes the handles of all scopes: the store is being closed. Their subscriptions end with the store's.
  func closeScopes() {
    let closing = lock.withLock { () -> Set<UInt64> in
      defer { contents.scopes = [] }
      return contents.scopes
    }
    for handle in closing { handles.closeIfOpen(handle, Scope.self) }
  }

  /// Closes a scope; its handle is closed already.
  ///
  /// From now on its subscriptions hear nothing. Their last event must come when no other callback of the store runs, and
  /// that is when the store is drained: the engine is asked for an event of its own, and what delivers that event,
  /// ``bidFarewell(_:)``, delivers the last events instead. Its interest's number is no handle, and nobody observes it.
  func close(_ scope: Scope) {
    let number = takeOrder()
    let ending = lock.withLock { () -> [Subscription] in
      scope.isClosing.store(true, ordering: .relaxed)
      contents.scopes.remove(scope.handle)
      let ending = scope.subscriptions.compactMap { contents.subscriptions[$0] }
      scope.subscriptions = []
      if !ending.isEmpty { contents.farewells[number] = ending }
      return ending
    }
    runtime.monitor.notify()
    guard !ending.isEmpty else { return }
    for subscription in ending { subscription.observer.pointee.silence() }
    for subscription in ending { engine.unobserve(pointer, subscription.handle) }
    let drain: UInt32 = runtime.mayDrain ? 1 : 0
    do throws(RuntimeError) {
      _ = try checked { error in
        insideCallback { engine.observe(pointer, number, nil, 0, ENFOLD_INTEREST_INITIAL, drain, error) }
      }
    } catch {
      // The store was closed meanwhile, and ends them all; or its engine is at a limit, and they end without the event.
      guard error.status != ENFOLD_STALE else { return }
      for subscription in takeFarewell(number) { subscription.endSilently() }
    }
  }

  /// The store is drained and none of its callbacks runs: delivers the last events of a scope that was closed. Of a
  /// number that stands for nothing: nothing.
  func bidFarewell(_ number: UInt64) {
    let ending = takeFarewell(number)
    guard !ending.isEmpty else { return }
    engine.unobserve(pointer, number)
    for subscription in ending { subscription.end() }
  }

  /// The subscriptions of a scope that was closed, in order, but for those that ended otherwise. They are the store's no
  /// longer.
  private func takeFarewell(_ number: UInt64) -> [EndingSubscription] {
    let ending = lock.withLock { () -> [EndingSubscription] in
      let ending = contents.farewells.removeValue(forKey: number) ?? []
      return ending.compactMap { contents.subscriptions.removeValue(forKey: $0.handle).map { EndingSubscription($0) } }
    }
    return ending.sorted(by: <)
  }
}
