// ifLet for children that are presented: the case of the parent's action has a PresentationAction.

extension Reducer {
  /// Adds a child that may be presented: a window, a sheet, a dialog.
  ///
  /// ```swift
  /// @ObservableState struct State: Equatable { @Presents var detail: Detail.State? }
  /// @Action enum Action { case detail(PresentationAction<Detail.Action>) }
  ///
  /// var body: some ReducerOf<Self> {
  ///   Reduce { state, action in … }
  ///     .ifLet(\.$detail, action: \.detail) { Detail() }
  /// }
  /// ```
  ///
  /// `.presented` is as an action in ``ifLet(_:action:fileID:line:child:)-(WritableKeyPath<State,ChildState?>,_,_,_,_)``: the
  /// child gets it first. `.dismiss` is reduced by this reducer, and then the child is set to nil, unless another child is in
  /// its place by then: one with another id, or of another case. The child's effects end with it.
  ///
  /// If the child is nil, both change nothing in it and cause a diagnostic, but this reducer still gets the action.
  ///
  /// The child's effects can dismiss it: see ``DismissEffect``.
  @inlinable public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ property: WritableKeyPath<State, PresentationState<ChildState>> & Sendable,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) -> some Reducer<State, Action> where Action: CasePathable {
    withPresented(ChildPlace(presented: property), action, child, fileID, line)
  }

  /// Adds a child that may be presented, whose state is an optional property: see
  /// ``ifLet(_:action:fileID:line:child:)-(WritableKeyPath<State,PresentationState<ChildState>>,_,_,_,_)``.
  @inlinable public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ property: WritableKeyPath<State, ChildState?> & Sendable,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) -> some Reducer<State, Action> where Action: CasePathable {
    withPresented(ChildPlace(optional: property), action, child, fileID, line)
  }

  /// Adds a presented child without logic, such as an alert. It goes with its first action; see ``EphemeralState``.
  @inlinable public func ifLet<Child: EphemeralState, ChildAction: Sendable>(
    _ property: WritableKeyPath<State, PresentationState<Child>> & Sendable,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> where Action: CasePathable {
    withPresented(ChildPlace(presented: property), action, EmptyReducer<Child, ChildAction>.init, fileID, line)
  }

  /// Adds a presented child without logic, such as an alert.
  @inlinable public func ifLet<Child: EphemeralState, ChildAction: Sendable>(
    _ property: WritableKeyPath<State, Child?> & Sendable,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> where Action: CasePathable {
    withPresented(ChildPlace(optional: property), action, EmptyReducer<Child, ChildAction>.init, fileID, line)
  }

  @inlinable func withPresented<Child: Reducer>(
    _ place: ChildPlace<State, Child.State>, _ action: CaseKeyPath<Action, PresentationAction<Child.Action>>,
    _ child: @escaping () -> Child, _ fileID: StaticString, _ line: UInt
  ) -> Composed<Self, Child> where Action: CasePathable {
    let path = Action.allCasePaths[keyPath: action]
    let route = ActionRoute(path: path.appending(PresentationAction.allCasePaths.presented))
    let dismissal = DismissalRoute(path.appending(PresentationAction.allCasePaths.dismiss))
    let (child, origin) = (ReducerMaker(child), EffectOrigin(name: "ifLet", fileID: fileID, line: line))
    return Composed(self, with: Child.self) { base, site in
      ChildReducer.function(
        place, route, child, origin, dismissal: dismissal, before: base._$function(in: site), in: site)
    }
  }
}

/// Which of a parent's actions dismisses a child.
@usableFromInline final class DismissalRoute<Action: Sendable> {
  @usableFromInline let action: Action
  @usableFromInline let matches: (Action) -> Bool

  @inlinable init(_ path: CasePath<Action, Void>) {
    action = path.embed(())
    matches = { path.extract($0) != nil }
  }
}

extension ChildPlace {
  /// A `$property` of `@Presents`: the same as the property itself.
  @usableFromInline convenience init(presented property: WritableKeyPath<State, PresentationState<Child>>) {
    let plain =
      (State.self as? any ObservableState.Type)?.optionalPath(of: property) as? WritableKeyPath<State, Child?>
    self.init(optional: plain ?? property.appending(path: \.wrappedValue))
  }
}

extension ObservableState {
  /// The key path of the property whose `$property` a key path leads to.
  fileprivate static func optionalPath(of presented: AnyKeyPath) -> AnyKeyPath? {
    (0..<_$propertyCount).lazy.compactMap { _$place($0) }.first { $0.presented == presented }?.path
  }
}
