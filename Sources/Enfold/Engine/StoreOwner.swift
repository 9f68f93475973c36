// StoreOwner: who is told what happens to a store itself.

/// Is called by a store's engine on any thread, with no lock held.
open class StoreOwner: @unchecked Sendable {
  // Unchecked: this class has nothing; subclasses say why.
  public init() {}

  /// The store became idle while it was watched.
  open func becameIdle() {}

  /// The store is closed; the last call but for diagnostics. On the draining thread.
  open func didClose() {}

  /// Something went wrong where no caller is left to be told.
  open func diagnose(_ diagnostic: Diagnostic) {}
}

/// What a store for tests does with effects otherwise than usual.
public struct EffectControl<Action: Sendable>: Sendable {
  /// Gets every action that an effect sends, on any thread, instead of the queue.
  @usableFromInline let hold: @Sendable (HeldAction<Action>) -> Void
  /// Where the work of effects goes on after its first suspension.
  @usableFromInline let executor: any TaskExecutor

  public init(executor: any TaskExecutor, hold: @escaping @Sendable (HeldAction<Action>) -> Void) {
    self.executor = executor
    self.hold = hold
  }
}
