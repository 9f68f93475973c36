// StoreEngine: writes that become actions, because the feature takes bindings.

/// What is known of one write when its turn has come.
@usableFromInline final class BindingTurn: @unchecked Sendable {
  // Unchecked: touched in the turn only, by the draining thread.

  /// The place that is absent; nil if it is there.
  var absentPlace: String?
  /// Called when the action was reduced, outside of the gate.
  var written: (@Sendable () -> Void)?

  init() {}
}

extension StoreEngine {
  /// Decides, when the turn of a write has come, whether an action is reduced for it, and reduces it: it is not queued
  /// again. The task stands for everything that the action causes.
  ///
  /// - Parameter decide: makes the action, under the gate.
  @usableFromInline func bind(_ turn: BindingTurn, _ decide: @escaping @Sendable (State) -> Action?) -> StoreTask {
    let account = TaskAccount(registry: registry)
    let performed = inTurn { [self] isOpen in
      guard isOpen else { return account.leaveCancelled() }
      if !account.isCancelled { reduceBinding(account, decide) }
      if let place = turn.absentPlace {
        account.fail(StoreError.absent)
        diagnose(.absent(place))
      }
      turn.written?()
      account.leave()
    }
    if let error = performed.refusal { return StoreTask(refusal: error) }
    return StoreTask(account: account)
  }

  /// The same in a turn of its caller, without a task of its own.
  package func bindNow(_ decide: (State) -> Action?) { reduceBinding(nil, decide) }

  private func reduceBinding(_ account: TaskAccount?, _ decide: (State) -> Action?) {
    guard let action = withState({ state, _ in decide(copy state) }) ?? nil else { return }
    isBinding = true
    _ = take(action, account)
    isBinding = false
  }

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
