// ifLet and ifCaseLet: children that may be absent.

/// A reducer and the child that it may have.
@usableFromInline struct WithChild<Base: Reducer, Child: Reducer>: ReducerOperator {
  @usableFromInline let base: Base
  @usableFromInline let child: ChildReducer<Base.State, Base.Action, Child>

  @inlinable
  init(_ base: Base, _ child: ChildReducer<Base.State, Base.Action, Child>) {
    self.base = base
    self.child = child
  }

  @inlinable
  func _$function(in site: ReducerSite) -> ReduceFunction<Base.State, Base.Action> {
    child.function(before: base._$function(in: site), in: site)
  }
}

extension Reducer {
  /// Adds a child whose state is an optional property.
  ///
  /// ```swift
  /// var body: some ReducerOf<Self> {
  ///   Reduce { state, action in … }
  ///     .ifLet(\.detail, action: \.detail) { Detail() }
  /// }
  /// ```
  ///
  /// The child runs before this reducer, so that it gets its last action even if this reducer takes it away then. When
  /// both have run and the child has gone, everything that still runs for it or for its own children is cancelled. A
  /// child has gone if it is nil; if it is `Identifiable`, also if another one is in its place, and if it is an
  /// `@Action` enum, also if its case is another.
  ///
  /// An action for a child that is nil changes nothing and is a diagnostic, but this reducer still gets it.
  ///
  /// In a store it is the store that looks, whoever took the child away, as long as something runs for it. Without a store,
  /// when `reduce(into:action:)` is called directly, a child that goes makes the returned effect more than `.none`.
  ///
  /// - Parameters:
  ///   - property: the child's state.
  ///   - action: a case of an `@Action` enum, or a property of type `ChildAction?` with getter and setter.
  @inlinable
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ property: WritableKeyPath<State, ChildState?> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) -> some Reducer<State, Action> where Action: CasePathable {
    withChild(ChildPlace(optional: property), ActionRoute(action), child(), "ifLet", fileID, line)
  }

  /// Adds a child whose state is an optional property.
  @inlinable @_disfavoredOverload
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ property: WritableKeyPath<State, ChildState?> & Sendable,
    action: WritableKeyPath<Action, ChildAction?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) -> some Reducer<State, Action> {
    withChild(ChildPlace(optional: property), ActionRoute(action), child(), "ifLet", fileID, line)
  }

  /// Adds a child whose state is the value of a case of this state, an `@Action` enum. As
  /// ``ifLet(_:action:fileID:line:child:)``: it has gone if the case is another.
  ///
  /// While the child changes, its state is out of the enum: its bits are copied, but nothing that it refers to, such as
  /// the elements of its lists.
  ///
  /// - Parameters:
  ///   - path: the case.
  ///   - action: a case of an `@Action` enum, or a property of type `ChildAction?` with getter and setter.
  @inlinable
  public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ path: CaseKeyPath<State, ChildState> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) -> some Reducer<State, Action> where State: CasePathable, Action: CasePathable {
    withChild(ChildPlace(path), ActionRoute(action), child(), "ifCaseLet", fileID, line)
  }

  /// Adds a child whose state is the value of a case of this state.
  @inlinable @_disfavoredOverload
  public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ path: CaseKeyPath<State, ChildState> & Sendable, action: WritableKeyPath<Action, ChildAction?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) -> some Reducer<State, Action> where State: CasePathable {
    withChild(ChildPlace(path), ActionRoute(action), child(), "ifCaseLet", fileID, line)
  }

  @inlinable
  func withChild<Child: Reducer>(
    _ place: ChildPlace<State, Child.State>, _ route: ActionRoute<Action, Child.Action>, _ child: Child,
    _ name: String, _ fileID: StaticString, _ line: UInt
  ) -> WithChild<Self, Child> {
    WithChild(self, ChildReducer(place, route, child, EffectOrigin(name: name, fileID: fileID, line: line)))
  }
}
