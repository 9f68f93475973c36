// forEach for a stack: a reducer for its screens; actions that put one on top or take some away.
import OrderedCollections

/// What `forEach` does with a stack.
@usableFromInline enum StackScreens<State: Sendable, Action: Sendable, Screen: Reducer> {
  @usableFromInline typealias Stack = StackState<Screen.State>

  /// Returns a function that runs the screen, or pushes; then the parent; then pops, and cancels the effects of screens that
  /// have gone.
  ///
  /// In a store the function does not check which screens have gone: the store itself does, while something runs for any.
  ///
  /// - Parameter origin: where the operator was written.
  @inlinable static func function(
    _ stack: WritableKeyPath<State, Stack>, _ route: ActionRoute<Action, StackAction<Screen.State, Screen.Action>>,
    _ screen: ReducerMaker<Screen>, _ origin: EffectOrigin, before parent: @escaping ReduceFunction<State, Action>,
    in site: ReducerSite
  ) -> ReduceFunction<State, Action> {
    let childOperator = ChildOperator(stack, in: site, ChildFinder(stack: stack), isPresented: true)
    let reduce = ChildFunction(of: screen, in: site, childOperator, ReactorPlace(stack: stack, route))
    let access = InPlace(stack).access
    let isInStore = childOperator.isInStore
    return { state, action in
      let before = isInStore ? nil : state[keyPath: stack].ids
      var effect = Effect<Action>.none
      var action = action
      var popped: StackElementID?
      switch route.extract(action) {
      case .element(let id, let screenAction)?:
        var screenEffect = Effect<Screen.Action>.none
        var isThere = false
        access(&state) { stack in
          isThere = stack.modify(id) { screenEffect = reduce(&$0, screenAction) { _ in AnyHashable(id) } }
        }
        if !isThere {
          effect = Self.missing(action, id, stack, in: state, origin)
        } else if !screenEffect.isNone {
          let embed = route.embed(action)
          effect = screenEffect.map { embed(.element(id: id, action: $0)) }.dismissing(embed(.popFrom(id: id)))
            .of(childOperator, id: AnyHashable(id))
        }
      case .push(let id, let screen)?:
        var (given, next) = (StackElementID?.none, 0)
        access(&state) { stack in
          next = stack.next
          if stack.push(screen, id: id) { given = stack.ids.last }
        }
        if let given {
          if id != given { action = route.embed(action)(.push(id: given, state: screen)) }
        } else {
          effect = Self.refused(action, id, next, stack, in: state, origin)
        }
      case .popFrom(let id)?:
        if state[keyPath: stack].ids.contains(id) {
          popped = id
        } else {
          effect = Self.missing(action, id, stack, in: state, origin)
        }
      case nil: break
      }
      effect = effect.merge(with: parent(&state, action))
      if let popped { access(&state) { $0.pop(from: popped) } }
      guard let before else { return effect }
      let ids = state[keyPath: stack].ids
      if ids == before { return effect }
      return effect.merge(
        with: .cancelAbsent(of: childOperator) { ($0?.base as? StackElementID).map(ids.contains) ?? false })
    }
  }

  @usableFromInline static func missing(
    _ action: Action, _ id: StackElementID, _ stack: KeyPath<State, Stack>,
    in state: State, _ origin: EffectOrigin
  ) -> Effect<Action> {
    .missing(MissingChild(action, forScreen: id, of: name(of: stack, in: state), state[keyPath: stack].ids, origin))
  }

  @usableFromInline static func refused(
    _ action: Action, _ id: StackElementID, _ next: Int, _ stack: KeyPath<State, Stack>,
    in state: State, _ origin: EffectOrigin
  ) -> Effect<Action> {
    .missing(MissingChild(action, pushing: id, onto: name(of: stack, in: state), next: next, origin))
  }
}

extension Reducer {
  /// Adds the screens of a stack.
  ///
  /// ```swift
  /// @ObservableState struct State { var path = StackState<Path.State>() }
  /// @Action enum Action { case path(StackActionOf<Path>) }
  ///
  /// var body: some ReducerOf<Self> {
  ///   Reduce { state, action in … }
  ///     .forEach(\.path, action: \.path) { Path() }
  /// }
  /// ```
  ///
  /// `.element(id:action:)` is reduced by the screen with this id, and then by this reducer. `.push(id:state:)` puts a screen on
  /// top before this reducer gets the action, with its id. `.popFrom(id:)` takes this screen and all above it away when this
  /// reducer has reduced it. The effects of screens that have gone end, those of the top screen first.
  ///
  /// If a screen is not there, or an id was given before, the stack stays as it is and there is a diagnostic, but this reducer
  /// still gets the action.
  ///
  /// The effects of a screen can pop it: see ``DismissEffect``.
  @inlinable
  public func forEach<ScreenState: Sendable, ScreenAction: Sendable, Screen: Reducer<ScreenState, ScreenAction>>(
    _ stack: WritableKeyPath<State, StackState<ScreenState>> & Sendable,
    action: CaseKeyPath<Action, StackAction<ScreenState, ScreenAction>> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ScreenState, ScreenAction> screen: @escaping () -> Screen
  ) -> some Reducer<State, Action> where Action: CasePathable {
    withScreens(stack, action, screen, fileID, line)
  }

  /// Adds the screens of a stack, which are features of an `@Reducer` enum.
  ///
  /// ```swift
  /// @Reducer enum Path { case folder(Folder), note(Note) }
  ///
  /// Reduce { state, action in … }
  ///   .forEach(\.path, action: \.path)
  /// ```
  ///
  /// It is the same as `.forEach(\.path, action: \.path) { Path.body }`.
  @inlinable public func forEach<ScreenState: CaseReducerState>(
    _ stack: WritableKeyPath<State, StackState<ScreenState>> & Sendable,
    action: CaseKeyPath<Action, StackAction<ScreenState, ScreenState.StateReducer.Action>> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> where Action: CasePathable {
    withScreens(stack, action, { ScreenState.StateReducer.body }, fileID, line)
  }

  @inlinable func withScreens<Screen: Reducer>(
    _ stack: WritableKeyPath<State, StackState<Screen.State>>,
    _ action: CaseKeyPath<Action, StackAction<Screen.State, Screen.Action>> & Sendable,
    _ screen: @escaping () -> Screen, _ fileID: StaticString, _ line: UInt
  ) -> Composed<Self, Screen> where Action: CasePathable {
    let (screen, route) = (ReducerMaker(screen), ActionRoute(action))
    let origin = EffectOrigin(name: "forEach", fileID: fileID, line: line)
    return Composed(self, with: Screen.self) { base, site in
      StackScreens.function(stack, route, screen, origin, before: base._$function(in: site), in: site)
    }
  }
}

/// The actions for a stack, given the reducer of one screen: `case path(StackActionOf<Path>)`.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>
