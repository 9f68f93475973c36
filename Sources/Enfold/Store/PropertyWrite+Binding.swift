// PropertyWrite: how a write becomes a binding, when its turn has come.

extension PropertyWrite {
  /// The action that this write becomes; nil if the value is there already or the place is absent. In its turn, under the gate.
  ///
  /// - Parameter turn: learns what is to follow.
  func action<Action>(in state: State, of source: StateSource<State>, _ turn: BindingTurn) -> Action? {
    switch outcome(in: state, of: source) {
    case .unchanged: return nil
    case .noTarget:
      turn.absentPlace = place(state)
      return nil
    case .changed:
      let binding = BindingAction(.keyPath(keyPath), pointer(state), setter)
      let tell = telling(state)
      turn.written = { if binding.reception.isTaken.load(ordering: .relaxed) { tell() } }
      return bindingAction(of: binding, Action.self)
    }
  }
}
