// CaseReading: says whether the enum around a binding takes bindings.

extension CaseReading {
  /// Called by the expansion of `@Action` before it reads a case `binding(BindingAction<…>)`.
  public static func noteBinding<Action: BindableAction>(_: Action.Type) { BindingProbe.current?.hasFound = true }

  /// Called for an enum that takes no bindings.
  @_disfavoredOverload public static func noteBinding<Action>(_: Action.Type) {}
}
