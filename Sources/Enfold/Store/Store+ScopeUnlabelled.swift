// store.scope(\.child, action: \.child): the child's place without a label.

extension Store {
  /// ``scope(state:action:)`` without a label.
  @inlinable
  public func scope<Child: Sendable, ChildAction: Sendable>(
    _ state: WritableKeyPath<State, Child> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<Child, ChildAction> where Action: CasePathable { scope(state: state, action: action) }

  /// A part of this store with the same actions: `store.scope(\.count, action: \.self)`.
  @inlinable @_disfavoredOverload
  public func scope<Child: Sendable>(
    _ state: WritableKeyPath<State, Child> & Sendable, action: WritableKeyPath<Action, Action> & Sendable
  ) -> Store<Child, Action> { scope(state: state, action: action) }

  /// The child in an optional property; nil while there is no child.
  @inlinable
  public func scope<Child: Sendable, ChildAction: Sendable>(
    _ state: WritableKeyPath<State, Child?> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<Child, ChildAction>? where Action: CasePathable { scope(state: state, action: action) }

  /// The elements of a list as stores of their own.
  @inlinable
  public func scope<ID, Child: Sendable, ChildAction: Sendable>(
    _ state: WritableKeyPath<State, IdentifiedArray<ID, Child>> & Sendable,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ChildAction>> & Sendable
  ) -> StoreCollection<ID, Child, ChildAction> where Action: CasePathable { scope(state: state, action: action) }

  /// The elements of a list as stores of their own. The action is a case `row(id: ID, action: Row.Action)`.
  @inlinable
  public func scope<ID, Child: Sendable, ChildAction: Sendable>(
    _ state: WritableKeyPath<State, IdentifiedArray<ID, Child>> & Sendable,
    action: CaseKeyPath<Action, (id: ID, action: ChildAction)> & Sendable
  ) -> StoreCollection<ID, Child, ChildAction> where Action: CasePathable { scope(state: state, action: action) }

  /// The elements of a list as stores of their own. The action is a case `row(ID, Row.Action)`.
  @inlinable
  public func scope<ID, Child: Sendable, ChildAction: Sendable>(
    _ state: WritableKeyPath<State, IdentifiedArray<ID, Child>> & Sendable,
    action: CaseKeyPath<Action, (ID, ChildAction)> & Sendable
  ) -> StoreCollection<ID, Child, ChildAction> where Action: CasePathable { scope(state: state, action: action) }
}
