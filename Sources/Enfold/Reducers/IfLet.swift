// ifLet and ifCaseLet: children that may be absent.

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
  /// The child runs before this reducer, so it gets its last action even if this reducer then sets it to nil. If the
  /// child has gone when both have run, everything that still runs for it or for its own children is cancelled. A child
  /// has gone if it is nil. An `Identifiable` child has also gone if one with another id is in its place. A child that
  /// is an `@Action` enum has also gone if its case is another.
  ///
  /// If the child is nil, an action for it changes nothing and causes a diagnostic, but this reducer still gets the
  /// action.
  ///
  /// In a store, the store itself checks whether the child has gone, while something runs for it. So it does not matter
  /// who took the child away. Without a store, when `reduce(into:action:)` is called directly, the effect of an action
  /// that takes the child away is not `.none`.
  ///
  /// - Parameters:
  ///   - property: the child's state.
  ///   - action: a case of an `@Action` enum, or a property of type `ChildAction?` with getter and setter.
  @inlinable public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ property: WritableKeyPath<State, ChildState?> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) -> some Reducer<State, Action> where Action: CasePathable {
    withChild(ChildPlace(optional: property), ActionRoute(action), child, "ifLet", fileID, line)
  }

  /// Adds a child whose state is an optional property.
  @inlinable @_disfavoredOverload public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ property: WritableKeyPath<State, ChildState?> & Sendable,
    action: WritableKeyPath<Action, ChildAction?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) -> some Reducer<State, Action> {
    withChild(ChildPlace(optional: property), ActionRoute(action), child, "ifLet", fileID, line)
  }

  /// Adds a child whose state is the value of a case of this state, which is an `@Action` enum. This is like
  /// ``ifLet(_:action:fileID:line:child:)``: the child has gone if the case is another.
  ///
  /// While the child changes its state, this is out of the enum. Its own bytes are copied, but nothing that it refers
  /// to, such as the elements of its lists.
  ///
  /// - Parameters:
  ///   - path: the case.
  ///   - action: a case of an `@Action` enum, or a property of type `ChildAction?` with getter and setter.
  @inlinable public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ path: CaseKeyPath<State, ChildState> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) -> some Reducer<State, Action> where State: CasePathable, Action: CasePathable {
    withChild(ChildPlace(path), ActionRoute(action), child, "ifCaseLet", fileID, line)
  }

  /// Adds a child whose state is the value of a case of this state.
  @inlinable @_disfavoredOverload
  public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ path: CaseKeyPath<State, ChildState> & Sendable, action: WritableKeyPath<Action, ChildAction?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) -> some Reducer<State, Action> where State: CasePathable {
    withChild(ChildPlace(path), ActionRoute(action), child, "ifCaseLet", fileID, line)
  }

  @inlinable func withChild<Child: Reducer>(
    _ place: ChildPlace<State, Child.State>, _ route: ActionRoute<Action, Child.Action>,
    _ child: @escaping () -> Child, _ name: String, _ fileID: StaticString, _ line: UInt
  ) -> Composed<Self, Child> {
    let (child, origin) = (ReducerMaker(child), EffectOrigin(name: name, fileID: fileID, line: line))
    return Composed(self, with: Child.self) { base, site in
      ChildReducer.function(place, route, child, origin, before: base._$function(in: site), in: site)
    }
  }
}
