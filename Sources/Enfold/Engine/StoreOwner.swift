// StoreOwner: hears what happens to a store itself, and says where its effects run.

/// A store's engine calls it on any thread, with no lock held.
open class StoreOwner: @unchecked Sendable {
  // Unchecked: this class has no properties; each subclass says why it is safe.
  public init() {}

  /// Where the work of effects goes on after its first suspension. Nil is the global executor. Always the same.
  open var effectExecutor: (any TaskExecutor)? { nil }

  /// Called when the store became idle while it was watched.
  open func becameIdle() {}

  /// Called when the store is closed, on the draining thread. After it only `becameIdle` and `diagnose` may be called.
  open func didClose() {}

  /// Called when something went wrong and no caller is left to be told.
  open func diagnose(_ diagnostic: Diagnostic) {}
}
