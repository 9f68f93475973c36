// Scope(\.child, action: \.child): the child's place without a label.

extension Scope {
  /// ``init(state:action:fileID:line:child:)`` without a label.
  @inlinable
  public init<ChildState, ChildAction>(
    _ property: WritableKeyPath<State, ChildState> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) where Action: CasePathable, Child.State == ChildState, Child.Action == ChildAction {
    self.init(state: property, action: action, fileID: fileID, line: line, child: child)
  }

  /// A child in a property of the state, with a property of the action.
  @inlinable @_disfavoredOverload
  public init<ChildState, ChildAction>(
    _ property: WritableKeyPath<State, ChildState> & Sendable, action: WritableKeyPath<Action, ChildAction?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    self.init(state: property, action: action, fileID: fileID, line: line, child: child)
  }

  /// A child with the parent's actions: `action: \.self`.
  @inlinable @_disfavoredOverload
  public init<ChildState>(
    _ property: WritableKeyPath<State, ChildState> & Sendable, action: WritableKeyPath<Action, Action> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, @ReducerBuilder<ChildState, Action> child: @escaping () -> Child
  ) where Child.State == ChildState, Child.Action == Action {
    self.init(state: property, action: action, fileID: fileID, line: line, child: child)
  }

  /// ``init(case:action:fileID:line:child:)`` without a label, for a state that is an `@Action` enum.
  @inlinable
  public init<ChildState, ChildAction>(
    _ path: CaseKeyPath<State, ChildState> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) where State: CasePathable, Action: CasePathable, Child.State == ChildState, Child.Action == ChildAction {
    self.init(case: path, action: action, fileID: fileID, line: line, child: child)
  }

  /// Refused by the compiler, with a message that says what to write instead.
  @available(*, unavailable, message: "the child may be absent: add it with .ifLet(_:action:) to a reducer instead")
  @_disfavoredOverload
  public init<ChildState, ChildAction>(
    _ property: WritableKeyPath<State, ChildState?> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) where Action: CasePathable, Child.State == ChildState, Child.Action == ChildAction {
    fatalError("unavailable")
  }
}
