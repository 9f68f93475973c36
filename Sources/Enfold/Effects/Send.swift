// Send: how running work sends actions back, and waits until they are reduced.

/// Sends actions from a running effect to its store.
///
/// Each goes to the tail of the store's queue and belongs to the task of the action that started the effect. Once the
/// effect has ended or was cancelled, or the store is gone, actions are dropped. Callable from any thread.
public struct Send<Action: Sendable>: Sendable {
  @usableFromInline typealias Deliver = @Sendable (Action, _ done: (@Sendable () -> Void)?, _ waits: Bool) -> Void
  @usableFromInline typealias Mutate = @Sendable (MutationStep, _ done: (@Sendable () -> Void)?) -> Void

  private let deliver: Deliver
  private let mutate: Mutate
  let run: EffectRun

  @usableFromInline init(_ run: EffectRun, _ deliver: @escaping Deliver, mutate: @escaping Mutate) {
    self.run = run
    self.deliver = deliver
    self.mutate = mutate
  }

  /// Whether its effect has ended, which for running work means that it was cancelled. It is true before the task that does the
  /// work learns it. Any task may ask: somebody else's task may deliver a value, and whether that task was cancelled
  /// says nothing of this effect.
  package var hasEnded: Bool { run.isEnded }

  /// Sends an action and returns when it was reduced or dropped.
  ///
  /// Suspends if another thread drains the store, or is to drain it. Only in the part of an effect that runs before its
  /// first suspension it returns at once: then the store is waiting for the effect, and the action follows.
  nonisolated(nonsending) public func callAsFunction(_ action: Action) async {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      deliver(action, { continuation.resume() }, false)
    }
    // Before its first suspension the work does not see that it was cancelled.
    if run.isEnded { await Task.yield() }
  }

  /// Sends an action and returns when it was reduced or dropped, also in the part of an effect that runs before its first
  /// suspension.
  nonisolated(nonsending) func untilReduced(_ action: Action) async {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      deliver(action, { continuation.resume() }, true)
    }
  }

  /// Sends an action from code that is not asynchronous, such as a callback, and does not wait.
  public func immediately(_ action: Action) { deliver(action, nil, false) }

  /// Sends actions of another type, each wrapped into one of this.
  public func map<Other>(_ transform: @escaping @Sendable (Other) -> Action) -> Send<Other> {
    Send<Other>(run, { [deliver] in deliver(transform($0), $1, $2) }, mutate: mutate)
  }

  /// Makes commits of mutations.
  func mutating<Mutation>(_ step: @escaping @Sendable (Mutation) -> MutationStep) -> Send<Mutation> {
    Send<Mutation>(run, { [mutate] mutation, done, _ in mutate(step(mutation), done) }, mutate: mutate)
  }
}
