// action: \.self: children that have the same actions as their parents.

extension ActionRoute where ChildAction == Action {
  /// A path from the action to one of the same type: `\.self`.
  @inlinable init(whole path: WritableKeyPath<Action, Action> & Sendable) {
    let isSelf = (path as AnyKeyPath) == (\Action.self as AnyKeyPath)
    var make: (@Sendable (Action) -> Action)?
    if isSelf { make = { $0 } }
    self.init(
      extract: { $0[keyPath: path] },
      embed: { action in
        { child in
          var action = action
          action[keyPath: path] = child
          return action
        }
      },
      make: make)
  }
}

extension Scope {
  /// A child in a property of the state, which has the same actions: `Scope(state: \.counter, action: \.self)`.
  @inlinable @_disfavoredOverload public init<ChildState>(
    state property: WritableKeyPath<State, ChildState> & Sendable, action: WritableKeyPath<Action, Action> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, @ReducerBuilder<ChildState, Action> child: @escaping () -> Child
  ) where Child.State == ChildState, Child.Action == Action {
    self.init(ChildPlace(property), ActionRoute(whole: action), child, fileID, line)
  }
}

extension Scope where State: CasePathable {
  /// A child in a case of the state, which has the same actions: `Scope(case: \.loaded, action: \.self)`.
  @inlinable @_disfavoredOverload public init<ChildState>(
    case path: CaseKeyPath<State, ChildState> & Sendable, action: WritableKeyPath<Action, Action> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, @ReducerBuilder<ChildState, Action> child: @escaping () -> Child
  ) where Child.State == ChildState, Child.Action == Action {
    self.init(ChildPlace(path), ActionRoute(whole: action), child, fileID, line)
  }
}

extension Reducer {
  /// Adds a child whose state is the value of a case, and which has the same actions: `action: \.self`.
  @inlinable @_disfavoredOverload public func ifCaseLet<ChildState, Child: Reducer<ChildState, Action>>(
    _ path: CaseKeyPath<State, ChildState> & Sendable, action: WritableKeyPath<Action, Action> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, @ReducerBuilder<ChildState, Action> child: @escaping () -> Child
  ) -> some Reducer<State, Action> where State: CasePathable {
    withChild(ChildPlace(path), ActionRoute(whole: action), child, "ifCaseLet", fileID, line)
  }

  /// Adds a child whose state is an optional property, and which has the same actions: `action: \.self`.
  @inlinable @_disfavoredOverload public func ifLet<ChildState, Child: Reducer<ChildState, Action>>(
    _ property: WritableKeyPath<State, ChildState?> & Sendable, action: WritableKeyPath<Action, Action> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, @ReducerBuilder<ChildState, Action> child: @escaping () -> Child
  ) -> some Reducer<State, Action> {
    withChild(ChildPlace(optional: property), ActionRoute(whole: action), child, "ifLet", fileID, line)
  }

  /// Adds a child for each element of a list, whose actions are this reducer's own: `action: \.self`.
  @inlinable @_disfavoredOverload public func forEach<ID, RowState, RowAction, Row: Reducer<RowState, RowAction>>(
    _ list: WritableKeyPath<State, IdentifiedArray<ID, RowState>> & Sendable,
    action: WritableKeyPath<Action, Action> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<RowState, RowAction> element: @escaping () -> Row
  ) -> some Reducer<State, Action> where Action == IdentifiedAction<ID, RowAction> {
    withRows(list, .identified(ActionRoute(whole: action)), element, fileID, line)
  }
}

/// Makes a reducer of the whole from a reducer of a part that has the same actions: `action: \.self`.
@inlinable @_disfavoredOverload public func pullback<LocalValue, GlobalValue, Action>(
  _ reducer: @escaping (inout LocalValue, Action) -> Void, value: WritableKeyPath<GlobalValue, LocalValue>,
  action: WritableKeyPath<Action, Action>
) -> (inout GlobalValue, Action) -> Void { pulledBack(reducer, value) { $0[keyPath: action] } }

/// Makes a reducer of the whole from a reducer of a part that has the same actions: `action: \.self`.
@inlinable @_disfavoredOverload public func pullback<LocalValue: Sendable, GlobalValue: Sendable, Action: Sendable>(
  _ reducer: @escaping (inout LocalValue, Action) -> Effect<Action>,
  value: WritableKeyPath<GlobalValue, LocalValue> & Sendable, action: WritableKeyPath<Action, Action> & Sendable
) -> (inout GlobalValue, Action) -> Effect<Action> {
  Scope(state: value, action: action) { Reduce(reducer) }._$function(in: .anywhere)
}
