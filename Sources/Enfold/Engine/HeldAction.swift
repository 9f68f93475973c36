// HeldAction: an action that an effect sent, kept back.

/// What an effect sends, as ``EffectControl`` gets it. Its task waits until it is submitted or dropped; one of the two
/// must be called, once.
public struct HeldAction<Action: Sendable>: Sendable {
  public let action: Action
  /// Whether it is of no interest any more: its effect or its task was cancelled.
  public var isCancelled: Bool { account.isCancelled }

  let account: EffectAccount
  let enqueue: @Sendable () -> Void

  /// Puts it into the store's queue, and drains that if nobody does.
  public func submit() { isCancelled ? drop() : enqueue() }

  /// Lets go of it.
  public func drop() { account.leave() }
}

extension StoreEngine {
  @usableFromInline
  func held(_ action: Action, _ account: EffectAccount) -> HeldAction<Action> {
    HeldAction(action: action, account: account) { [weak self] in
      guard let self else { return account.leaveCancelled() }
      submitEntered(action, account, nil)
    }
  }

  /// The effects that run, if actions are held (otherwise they are not described).
  public var runningEffects: [RunningEffect] { registry.effects }
}
