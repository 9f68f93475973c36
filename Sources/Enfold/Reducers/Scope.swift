// Scope: a child reducer on a part of its parent's state.

/// Runs a child reducer on one property of a state, for one case of the actions.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Scope(state: \.counter, action: \.counter) { Counter() }
///   Reduce { state, action in … }
/// }
/// ```
///
/// Other actions do not touch the property. The child's effects send actions of the child. The ids by which they are
/// cancelled belong to the child: two children of the same kind do not see each other's ids, but the parent can cancel
/// the effects of both.
///
/// The child changes its state in place. A projection, that is a computed property, is read and written back instead.
///
/// The action is a case (`\.counter`) of an `@Action` enum, or a property of type `Counter.Action?` with getter and
/// setter, as in ``pullback(_:value:action:)``.
public struct Scope<State: Sendable, Action: Sendable, Child: Reducer>: ReducerOperator {
  @usableFromInline let make: (ReducerSite) -> ReduceFunction<State, Action>

  @inlinable init(
    _ place: ChildPlace<State, Child.State>, _ route: ActionRoute<Action, Child.Action>,
    _ child: @escaping () -> Child, _ fileID: StaticString, _ line: UInt
  ) {
    let (child, origin) = (ReducerMaker(child), EffectOrigin(name: "Scope", fileID: fileID, line: line))
    make = { ChildReducer.function(place, route, child, origin, before: nil, in: $0) }
  }

  @inlinable public func _$function(in site: ReducerSite) -> ReduceFunction<State, Action> { make(site) }

  @inlinable public static func _$hasReactors(_ search: inout ReactorSearch) -> Bool { Child._$hasReactors(&search) }
}

extension Scope {
  /// A child in a property of the state.
  @inlinable public init<ChildState, ChildAction>(
    state property: WritableKeyPath<State, ChildState> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) where Action: CasePathable, Child.State == ChildState, Child.Action == ChildAction {
    self.init(ChildPlace(property), ActionRoute(action), child, fileID, line)
  }

  /// A child in a property of the state.
  @inlinable @_disfavoredOverload public init<ChildState, ChildAction>(
    state property: WritableKeyPath<State, ChildState> & Sendable,
    action: WritableKeyPath<Action, ChildAction?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    self.init(ChildPlace(property), ActionRoute(action), child, fileID, line)
  }

  /// A child in a case of the state, which is an `@Action` enum.
  ///
  /// When the case has changed, the child's effects are cancelled. Without a store, when `reduce(into:action:)` is
  /// called directly, only ``Reducer/ifCaseLet(_:action:fileID:line:child:)`` sees that.
  @inlinable public init<ChildState, ChildAction>(
    case path: CaseKeyPath<State, ChildState> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) where State: CasePathable, Action: CasePathable, Child.State == ChildState, Child.Action == ChildAction {
    self.init(ChildPlace(path), ActionRoute(action), child, fileID, line)
  }

  /// A child in a case of the state, which is an `@Action` enum.
  @inlinable @_disfavoredOverload public init<ChildState, ChildAction>(
    case path: CaseKeyPath<State, ChildState> & Sendable, action: WritableKeyPath<Action, ChildAction?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) where State: CasePathable, Child.State == ChildState, Child.Action == ChildAction {
    self.init(ChildPlace(path), ActionRoute(action), child, fileID, line)
  }
}

extension Scope {
  /// Refused by the compiler, with a message that says what to write instead.
  @available(*, unavailable, message: "the child may be absent: add it with .ifLet(_:action:) to a reducer instead")
  public init<ChildState, ChildAction>(
    state property: WritableKeyPath<State, ChildState?> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) where Action: CasePathable, Child.State == ChildState, Child.Action == ChildAction { fatalError("unavailable") }

  /// Refused by the compiler, with a message that says what to write instead.
  @available(*, unavailable, message: "the state is an enum, and its children are in cases: write Scope(case:action:)")
  public init<ChildState, ChildAction>(
    state property: WritableKeyPath<State, ChildState?> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) where State: CasePathable, Action: CasePathable, Child.State == ChildState, Child.Action == ChildAction {
    fatalError("unavailable")
  }
}

extension Scope {
  /// ``init(state:action:fileID:line:child:)`` without a label.
  @inlinable public init<ChildState, ChildAction>(
    _ property: WritableKeyPath<State, ChildState> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) where Action: CasePathable, Child.State == ChildState, Child.Action == ChildAction {
    self.init(state: property, action: action, fileID: fileID, line: line, child: child)
  }

  /// A child in a property of the state, with a property of the action.
  @inlinable @_disfavoredOverload public init<ChildState, ChildAction>(
    _ property: WritableKeyPath<State, ChildState> & Sendable, action: WritableKeyPath<Action, ChildAction?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    self.init(state: property, action: action, fileID: fileID, line: line, child: child)
  }

  /// A child with the parent's actions: `action: \.self`.
  @inlinable @_disfavoredOverload public init<ChildState>(
    _ property: WritableKeyPath<State, ChildState> & Sendable, action: WritableKeyPath<Action, Action> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, @ReducerBuilder<ChildState, Action> child: @escaping () -> Child
  ) where Child.State == ChildState, Child.Action == Action {
    self.init(state: property, action: action, fileID: fileID, line: line, child: child)
  }

  /// ``init(case:action:fileID:line:child:)`` without a label, for a state that is an `@Action` enum.
  @inlinable public init<ChildState, ChildAction>(
    _ path: CaseKeyPath<State, ChildState> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) where State: CasePathable, Action: CasePathable, Child.State == ChildState, Child.Action == ChildAction {
    self.init(case: path, action: action, fileID: fileID, line: line, child: child)
  }

  /// A child in a case, with the parent's actions: `action: \.self`.
  @inlinable @_disfavoredOverload public init<ChildState>(
    _ path: CaseKeyPath<State, ChildState> & Sendable, action: WritableKeyPath<Action, Action> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, @ReducerBuilder<ChildState, Action> child: @escaping () -> Child
  ) where State: CasePathable, Child.State == ChildState, Child.Action == Action {
    self.init(case: path, action: action, fileID: fileID, line: line, child: child)
  }

  /// Refused by the compiler, with a message that says what to write instead.
  @available(*, unavailable, message: "the child may be absent: add it with .ifLet(_:action:) to a reducer instead")
  @_disfavoredOverload public init<ChildState, ChildAction>(
    _ property: WritableKeyPath<State, ChildState?> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) where Action: CasePathable, Child.State == ChildState, Child.Action == ChildAction { fatalError("unavailable") }
}
