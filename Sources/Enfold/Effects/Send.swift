// Send: how running work sends actions back.

/// Sends actions from a running effect to its store.
///
/// Each goes to the tail of the store's queue and belongs to the task of the action that started the effect. Once the
/// effect has ended or was cancelled, or the store is gone, actions are dropped. Callable from any thread.
public struct Send<Action: Sendable>: Sendable {
  private let deliver: @Sendable (Action) -> Void

  @usableFromInline init(_ deliver: @escaping @Sendable (Action) -> Void) { self.deliver = deliver }

  /// Sends an action. Does not suspend.
  nonisolated(nonsending) public func callAsFunction(_ action: Action) async { deliver(action) }

  /// Sends an action from code that is not asynchronous, such as a callback.
  public func immediately(_ action: Action) { deliver(action) }

  /// Sends actions of another type, each wrapped into one of this.
  public func map<Other>(_ transform: @escaping @Sendable (Other) -> Action) -> Send<Other> {
    Send<Other> { [deliver] in deliver(transform($0)) }
  }
}
