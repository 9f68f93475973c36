// Observing the actions of a Swift store.

extension Store {
  /// Observes the actions that this store reduces, each with its revision and the state of that revision.
  ///
  /// Of a derived store these are its own actions; of one made by ``view(value:action:)``, whose actions cannot be told
  /// from others, there are none.
  ///
  /// - Parameters:
  ///   - phase: when: with the commit, in the order of subscriptions, or when the action's effects have ended, on whichever
  ///     way. An observer of `finished` keeps a copy of the state until then, so that the next write copies.
  public func observeActions(
    _ phase: ActionPhase = .reduced, _ body: @escaping @Sendable (Action, _ revision: UInt64, State) -> Void
  ) -> Subscription {
    switch origin {
    case .derived(let derivation): return derivation.observeActions?(phase, body) ?? Subscription {}
    case .root(let engine, _): return observeActions(of: engine, phase, body)
    }
  }

  private func observeActions(
    of engine: StoreEngine<State, Action>, _ phase: ActionPhase,
    _ body: @escaping @Sendable (Action, _ revision: UInt64, State) -> Void
  ) -> Subscription {
    let observer = ActionObserver<State, Action>(phase: phase) { action, revision, state in
      if phase == .reduced { return { body(action, revision, state.pointee) } }
      let state = state.pointee
      return { body(action, revision, state) }
    }
    engine.add(observer, mayDrain: engine.drainsOnCaller)
    // The subscription keeps the store, not its engine alone.
    return Subscription { [self] in
      withExtendedLifetime(self) { engine.remove(observer, mayDrain: engine.drainsOnCaller) }
    }
  }
}
