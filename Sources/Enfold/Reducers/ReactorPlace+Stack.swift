// ReactorPlace: the screens of a stack. A file of its own: features without stacks do not need it.

extension ReactorPlace {
  /// The screens of a stack.
  @usableFromInline init(
    stack: KeyPath<State, StackState<ChildState>>, _ route: ActionRoute<Action, StackAction<ChildState, ChildAction>>
  ) where ChildState: Sendable {
    var make: (@Sendable (StackElementID, ChildAction) -> Action)?
    if let inner = route.make { make = { inner(.element(id: $0, action: $1)) } }
    self.init(
      ids: { $0.pointee[keyPath: stack].ids },
      { if case .element(let id, let action)? = route.extract($0) { (id, action) } else { nil } }, make)
  }
}
