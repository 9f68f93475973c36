// StoreEngine: writes that become actions, because the feature takes bindings.

/// What becomes of a write when its turn has come.
@usableFromInline package enum BindingDecision<Action: Sendable>: Sendable {
  /// The action is reduced. `written` is called afterwards, outside of the gate.
  case reduce(Action, written: (@Sendable () -> Void)?)
  /// The property has that value already: nothing is sent.
  case unchanged
  /// The place of the property is absent. The text says which.
  case absent(String)

  /// The same with the action wrapped into that of a parent.
  func map<Parent>(_ embed: (Action) -> Parent) -> BindingDecision<Parent> {
    switch self {
    case .reduce(let action, let written): .reduce(embed(action), written: written)
    case .unchanged: .unchanged
    case .absent(let place): .absent(place)
    }
  }
}

extension StoreEngine {
  /// Decides, when the turn of a write has come, whether an action is reduced for it, and reduces it: it is not queued
  /// again. The task stands for everything that the action causes.
  ///
  /// - Parameter decide: is called under the gate.
  func bind(_ decide: @escaping @Sendable (State) -> BindingDecision<Action>) -> StoreTask {
    let account = TaskAccount(registry: registry)
    let performed = inTurn { [self] isOpen in
      guard isOpen else { return account.leaveCancelled() }
      if !account.isCancelled, case .absent(let place) = bindNow(decide, account) {
        account.fail(StoreError.absent)
        diagnose(.absent(place))
      }
      account.leave()
    }
    if let error = performed.refusal { return StoreTask(refusal: error) }
    return StoreTask(account: account)
  }

  /// The same in a turn of its caller, without a task of its own.
  @discardableResult package func bindNow(_ decide: (State) -> BindingDecision<Action>) -> BindingDecision<Action> {
    bindNow(decide, nil)
  }

  private func bindNow(
    _ decide: (State) -> BindingDecision<Action>, _ account: TaskAccount?
  ) -> BindingDecision<Action> {
    guard let decision = withState({ state, _ in decide(copy state) }) else { return .unchanged }
    if case .reduce(let action, let written) = decision {
      _ = step(.binding, of: action, account) { state, _ in reduce(&state, action) }
      written?()
    }
    return decision
  }
}

extension StoreEngine {
  /// An effect says that nobody has written a binding.
  @usableFromInline
  func report(_ problem: BindingNotWritten, of source: EffectSource<Action>, _ account: EffectAccount) {
    owner.diagnose(
      Diagnostic(
        level: .warning, .bindingNotWritten, message: problem.message, action: actionName(source.action),
        row: account.path?.row, tag: account.task.tag))
  }
}

extension Diagnostic {
  /// A write whose place is absent.
  static func absent(_ place: String) -> Diagnostic {
    Diagnostic(level: .warning, .nothingToSet, message: "nothing is at \(place) to be set")
  }
}
