// StoreEngine: takes the actions that running effects send, or drops them.

extension StoreEngine {
  /// Appends an action that an effect sends, unless the effect's account has ended.
  ///
  /// - Parameter done: called when the action was reduced or dropped. Called at once on the draining thread, which
  ///   cannot wait for that.
  @inlinable
  func submit(_ action: Action, _ account: EffectAccount, _ done: (@Sendable () -> Void)? = nil) {
    guard account.enter() else { return done?() ?? () }
    append(.action(action, account), action, account, done)
  }

  /// Appends an entry that its account counts already, and calls `done` as `submit` does.
  ///
  /// - Parameter sent: the action, whose name diagnostics have.
  @inlinable
  func append(_ entry: Entry, _ sent: some Any, _ account: EffectAccount, _ done: (@Sendable () -> Void)?) {
    switch enqueue(entry, mayDrain: drainsOnCaller) {
    case .drained: break
    case .waiting: if let done, !isDrainingHere { return callInTurn(done) }
    case .refused(let error): drop(sent, account, error)
    }
    done?()
  }

  @usableFromInline
  func callInTurn(_ done: @escaping @Sendable () -> Void) {
    if perform(mayDrain: drainsOnCaller, { _ in done() }).refusal != nil { done() }
  }

  /// Called when an effect's action is refused.
  @usableFromInline
  func drop(_ action: some Any, _ account: EffectAccount, _ error: StoreError) {
    if error == .closed { return account.leaveCancelled() }
    owner.diagnose(
      Diagnostic(level: .error, .effectRefused, message: "dropped: \(error)", action: actionName(action)))
    account.task.fail(error)
    account.leave()
  }

  /// An effect has sent an action after its end. If the effect was cancelled, that is as it should be.
  @usableFromInline
  func reportLate(_ action: some Any, _ run: EffectRun, _ effect: EffectOrigin, _ path: ChildPath?) {
    if registry.wasCancelled(run) { return }
    owner.diagnose(
      Diagnostic(
        level: .warning, .effectSentTooLate, message: "dropped: the effect that sent it had ended before",
        action: actionName(action), effect: effect, row: path?.row))
  }
}
