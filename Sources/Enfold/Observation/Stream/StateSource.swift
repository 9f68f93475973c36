// StateSource: a store or a scope, as observers see it. StepCause: why a store makes a step.

/// A state that can be observed: that of a store's engine, or a part of the state of another source.
///
/// `inTurn` puts work into the queue. `commitNow` must be called inside such work.
public class StateSource<State>: @unchecked Sendable {
  // Unchecked: each subclass says why.

  @usableFromInline init() {}

  /// Puts work into the store's queue. The draining thread does it when its turn comes.
  func inTurn(_ work: @escaping @Sendable (_ isOpen: Bool) -> Void) -> Performed { .refused(.closed) }

  /// Begins an observation in its turn, with the state of that moment.
  @usableFromInline func add(_ observation: Observation<State>) -> AnyObserver { preconditionFailure("abstract") }

  /// Ends an observation: no call begins after this. Its callbacks are released later, on the draining thread.
  @usableFromInline func remove(_ observer: AnyObserver) {}

  /// Keeps what was computed from the state of a commit until this commit was delivered.
  func keepUntilTold(_ part: any ComputedPart) {}

  /// Commits a change without an action. Returns false if nothing changed, and nil if this part cannot be written.
  func commitNow(_ cause: StepCause, _ change: (inout State) -> Bool) -> Bool? { nil }

  /// Whether every assignment to a property is a change, even if the value is equal.
  func countsEveryAssignment(to property: AnyKeyPath) -> Bool { false }

  /// What messages call this part, which may be absent.
  var absentPart: String { typeName(State.self) }

  /// Tells the owner of the store what went wrong.
  @usableFromInline func diagnose(_ diagnostic: Diagnostic) {}
}

/// The result of putting something into a store's queue.
public enum Performed: Sendable {
  case drained, waiting, refused(StoreError)

  @inlinable public var refusal: StoreError? { if case .refused(let error) = self { error } else { nil } }
}

/// Something that was computed from the state of one commit.
protocol ComputedPart: AnyObject {
  /// Called when the commit was delivered to all observers.
  func forget()
}

/// Why a step is made.
@usableFromInline enum StepCause {
  /// An action is reduced.
  case action
  /// A reactor has sent a mutation that is no part of its action's commit.
  case mutation(any Sendable)
  /// A part of the state is written.
  case set
  /// The state, or that of a scope, is replaced by one that was kept.
  case restore
  /// Shared values were changed elsewhere.
  case shared

  @inlinable var isAction: Bool { if case .action = self { true } else { false } }
  @inlinable var isRestore: Bool { if case .restore = self { true } else { false } }
}
