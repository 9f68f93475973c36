// PropertyWrite: how a write becomes a binding, when its turn has come.

extension PropertyWrite {
  /// What becomes of this write as a binding. In its turn, under the gate.
  func decision<Action>(
    in state: State, of source: StateSource<State>, _ written: @escaping @Sendable (_ old: Value) -> Void
  ) -> BindingDecision<Action> {
    guard let old = read(state) else { return .absent(place(state)) }
    if sameness(Value.self)(old, value), !countsEveryAssignment(in: state, of: source) { return .unchanged }
    let binding = binding(in: state)
    guard let action = bindingAction(of: binding, Action.self) else { return .unchanged }
    return .reduce(action) { if binding.reception.isTaken.load(ordering: .relaxed) { written(old) } }
  }
}
