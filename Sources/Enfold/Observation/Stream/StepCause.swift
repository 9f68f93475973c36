// StepCause: why a store makes a step.

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
