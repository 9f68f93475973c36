// MissingCasePaths: errors of the compiler if @Action was forgotten, or if a child has another reducer than its place.

/// Stands for the case paths of a type that has none. Overloads with such paths are never called: they are there for
/// their messages.
@dynamicMemberLookup
public struct MissingCasePaths {
  public subscript(dynamicMember name: String) -> MissingCasePaths { self }
  public subscript(id id: some Hashable) -> MissingCasePaths { self }
}

extension Scope {
  /// Refused by the compiler, with a message that says what to write instead.
  @available(
    *, unavailable, message: "the action is a case of an @Action enum: is @Action missing, or the case's name mistyped?"
  )
  @_disfavoredOverload public init<ChildState>(
    state property: WritableKeyPath<State, ChildState>, action: KeyPath<MissingCasePaths, MissingCasePaths>,
    child: () -> Child
  ) where Child.State == ChildState { fatalError("unavailable") }
}

extension Reducer {
  /// Refused by the compiler, with a message that says what to write instead.
  @available(
    *, unavailable, message: "the action is a case of an @Action enum: is @Action missing, or the case's name mistyped?"
  )
  @_disfavoredOverload public func ifLet<Child: Reducer>(
    _ property: WritableKeyPath<State, Child.State?>, action: KeyPath<MissingCasePaths, MissingCasePaths>,
    child: () -> Child
  ) -> EmptyReducer<State, Action> { fatalError("unavailable") }

  /// Refused by the compiler, with a message that says what to write instead.
  @available(
    *, unavailable, message: "the action is a case of an @Action enum: is @Action missing, or the case's name mistyped?"
  )
  @_disfavoredOverload public func forEach<ID, Row: Reducer>(
    _ list: WritableKeyPath<State, IdentifiedArray<ID, Row.State>>, action: KeyPath<MissingCasePaths, MissingCasePaths>,
    element: () -> Row
  ) -> EmptyReducer<State, Action> { fatalError("unavailable") }

  /// Refused by the compiler, with a message that says what to write instead.
  @available(
    *, unavailable, message: "the child's reducer has another State or Action than the property and the case say"
  )
  @_disfavoredOverload public func ifLet<ChildState, ChildAction, Child: Reducer>(
    _ property: WritableKeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>,
    child: () -> Child
  ) -> EmptyReducer<State, Action> where Action: CasePathable { fatalError("unavailable") }
}
