// StateSource: where observers find a state.

/// A state that can be observed: that of a store's engine, or a part of another source's.
///
/// What is called `…Now` happens on the draining thread, in its turn.
public class StateSource<State>: @unchecked Sendable {
  // Unchecked: each subclass says why.

  @usableFromInline init() {}

  /// Does something on the draining thread, in its turn.
  func inTurn(_ work: @escaping @Sendable (_ isOpen: Bool) -> Void) -> Performed { .refused(.closed) }

  /// Begins an observation in its turn, with the state of that moment.
  @usableFromInline func add(_ observation: Observation<State>) -> AnyObserver { preconditionFailure("abstract") }

  /// Ends an observation: no call begins after this, and its callbacks are let go in their turn.
  @usableFromInline func remove(_ observer: AnyObserver) {}

  /// Keeps what was computed from the state of a commit until its observers have been told.
  func keepUntilTold(_ part: any ComputedPart) {}

  /// Commits a change that is made by nobody's action. False if it changed nothing; nil if it cannot be written.
  func commitNow(_ change: (inout State) -> Bool) -> Bool? { nil }

  /// Whether every assignment to a property is a change, also of an equal value.
  func countsEveryAssignment(to property: AnyKeyPath) -> Bool { false }
}

/// What became of something that was put into a store's queue.
public enum Performed: Sendable {
  case drained, waiting, refused(StoreError)

  @inlinable public var refusal: StoreError? { if case .refused(let error) = self { error } else { nil } }
}

/// Something that was computed from the state of one commit.
protocol ComputedPart: AnyObject {
  /// That commit has been told.
  func forget()
}
