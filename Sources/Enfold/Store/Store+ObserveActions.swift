// Store: observing its actions.

extension Store {
  /// Observes the actions that this store reduces, each with its revision and the state of that revision.
  ///
  /// A derived store reports its own actions only. A store that is made by ``view(value:action:)`` reports none, because its
  /// actions cannot be distinguished from others.
  ///
  /// - Parameters:
  ///   - phase: when the call for an action comes. `reduced`: with its commit, in the order of subscriptions. `finished`: when
  ///     its effects have ended, in whatever way; until then an observer keeps a copy of the state, so the next write copies.
  ///   - mutations: called for each mutation of a reactor, with the revision and the state of its commit, when that is
  ///     made, whatever the phase is. A mutation that is a part of its action's commit comes before the action. A derived store
  ///     reports the mutations that its own actions have led to.
  public func observeActions(
    _ phase: ActionPhase = .reduced,
    mutations: (@Sendable (_ mutation: any Sendable, _ revision: UInt64, State) -> Void)? = nil,
    _ body: @escaping @Sendable (Action, _ revision: UInt64, State) -> Void
  ) -> Subscription {
    var tellMutation: MutationBody?
    if let mutations { tellMutation = { mutation, _, revision, state in mutations(mutation, revision, state) } }
    return observeActions(phase, tellMutation, body)
  }

  /// Called for a mutation and the action that has led to it.
  @usableFromInline typealias MutationBody =
    @Sendable (_ mutation: any Sendable, _ action: Action, _ revision: UInt64, State) -> Void

  @usableFromInline
  func observeActions(
    _ phase: ActionPhase, _ mutations: MutationBody?,
    _ body: @escaping @Sendable (Action, _ revision: UInt64, State) -> Void
  ) -> Subscription {
    switch origin {
    case .derived(let derivation): return derivation.observeActions?(phase, mutations, body) ?? Subscription {}
    case .root(let engine, _): return observeActions(of: engine, phase, mutations, body)
    }
  }

  private func observeActions(
    of engine: StoreEngine<State, Action>, _ phase: ActionPhase, _ mutations: MutationBody?,
    _ body: @escaping @Sendable (Action, _ revision: UInt64, State) -> Void
  ) -> Subscription {
    var tellMutation: ActionObserver<State, Action>.TellMutation?
    if let mutations { tellMutation = { mutations($0, $1, $2, $3.pointee) } }
    let observer = ActionObserver<State, Action>(
      phase: phase,
      prepare: { action, revision, state in
        if phase == .reduced { return { body(action, revision, state.pointee) } }
        let state = state.pointee
        return { body(action, revision, state) }
      }, mutations: tellMutation)
    engine.add(observer, mayDrain: engine.drainsOnCaller)
    // The subscription keeps the store alive, and not the engine alone.
    return Subscription { [self] in
      withExtendedLifetime(self) { engine.remove(observer, mayDrain: engine.drainsOnCaller) }
    }
  }
}
