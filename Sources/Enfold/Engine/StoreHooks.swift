// StoreHooks: how an adapter takes part in a store's commits.

/// What a ``StoreEngine`` calls and uses. The calls are on the draining thread, but for `idle` and `diagnose`, which come
/// on any.
public struct StoreHooks<State, Action: Sendable> {
  /// Inside every commit, with the state gate held: collect what changed. May change only what no reader sees, such as
  /// change records. True asks for `deliver`.
  /// The action is nil if the commit is nobody's.
  public var committed: ((inout State, _ revision: UInt64, Action?) -> Bool)?
  /// After the effects of the commit have started, if `committed` asked for it: call the observers.
  public var deliver: (() -> Void)?
  /// At the end of a drain.
  public var drained: (() -> Void)?
  /// The store became idle while watched.
  public var idle: (@Sendable () -> Void)?
  /// The store is closed; the last call.
  public var closed: (() -> Void)?
  /// Gets every action that an effect sends, on any thread, instead of the queue.
  public var hold: (@Sendable (HeldAction<Action>) -> Void)?
  /// Where the work of effects goes on after its first suspension; nil: where Swift runs tasks.
  public var effectExecutor: (any TaskExecutor)?
  public var diagnose: (@Sendable (Diagnostic) -> Void)?

  @inlinable public init() {}
}
