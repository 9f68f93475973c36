// TestControl: what a store for tests sees of its engine.

/// The cause of a commit.
public enum CommitCause<Action: Sendable>: Sendable {
  /// An action that was sent from outside.
  case sent(Action)
  /// An action that an effect sent.
  case received(Action)
  /// A mutation of a reactor, other than the first one that was at hand when its action was reduced.
  case mutated(any Sendable)
  /// A property was written, or the whole state was replaced by ``Store/restore(_:)``.
  case set
  /// Shared values were changed elsewhere, and the store has seen it.
  case shared

  /// The action, if there is one.
  public var action: Action? {
    switch self {
    case .sent(let action), .received(let action): action
    case .set, .shared, .mutated: nil
    }
  }
}

/// The engine of a store for tests is the engine of every store. It only tells each commit to the test.
public struct TestControl<State: Sendable, Action: Sendable>: Sendable {
  /// Called after each commit, on the draining thread, before the effects of the commit begin.
  @usableFromInline let committed: @Sendable (_ cause: CommitCause<Action>, _ state: State) -> Void

  public init(committed: @escaping @Sendable (_ cause: CommitCause<Action>, _ state: State) -> Void) {
    self.committed = committed
  }
}

extension StoreEngine {
  /// The running effects. Only known in a store with a ``TestControl``; otherwise effects are not described.
  public var runningEffects: [RunningEffect] { knownRegistry?.effects ?? [] }
}
