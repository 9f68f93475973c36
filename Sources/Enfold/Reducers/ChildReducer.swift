// ChildReducer: the one child of Scope, ifLet and ifCaseLet.

/// A reducer that works on a part of a state, which may be absent.
@usableFromInline struct ChildReducer<State: Sendable, Action: Sendable, Child: Reducer> {
  @usableFromInline let place: ChildPlace<State, Child.State>
  @usableFromInline let route: ActionRoute<Action, Child.Action>
  @usableFromInline let child: Child
  /// Where the operator was written.
  @usableFromInline let origin: EffectOrigin

  @inlinable
  init(
    _ place: ChildPlace<State, Child.State>, _ route: ActionRoute<Action, Child.Action>, _ child: Child,
    _ origin: EffectOrigin
  ) {
    self.place = place
    self.route = route
    self.child = child
    self.origin = origin
  }

  /// Runs the child, then the parent, and cancels what runs for a child that has gone by then.
  ///
  /// In a store this does not look whether it has gone: the store itself does, as long as something runs for it.
  @inlinable
  func function(before parent: ReduceFunction<State, Action>?, in site: ReducerSite) -> ReduceFunction<State, Action> {
    let (modify, route, absence, origin) = (place.modify, route, place.absence, origin)
    let scope = ChildScope(place.path, in: site, place.look)
    let reduce = child._$function(in: scope.site)
    guard let identity = place.identity else { return always(reduce, scope, before: parent) }
    let isInStore = scope.isInStore
    return { state, action in
      let before = isInStore ? nil : identity(state)
      var effect = Effect<Action>.none
      if let childAction = route.extract(action) {
        var childEffect = Effect<Child.Action>.none
        if !modify(&state, { childEffect = reduce(&$0, childAction) }) {
          effect = .missing(MissingChild(action, for: absence(state), origin))
        } else if !childEffect.isNone {
          effect = childEffect.map(route.embed(action)).of(scope, id: identity(state).id)
        }
      }
      if let parent { effect = effect.merge(with: parent(&state, action)) }
      guard let before else { return effect }
      return effect.merge(with: .cancelAbsent(of: scope, before: before, now: identity(state)))
    }
  }

  /// The same for a child that is always there.
  @inlinable
  func always(
    _ reduce: @escaping ReduceFunction<Child.State, Child.Action>, _ scope: ChildScope,
    before parent: ReduceFunction<State, Action>?
  ) -> ReduceFunction<State, Action> {
    let (modify, route) = (place.modify, route)
    return { state, action in
      var effect = Effect<Action>.none
      if let childAction = route.extract(action) {
        var childEffect = Effect<Child.Action>.none
        _ = modify(&state) { childEffect = reduce(&$0, childAction) }
        if !childEffect.isNone { effect = childEffect.map(route.embed(action)).of(scope) }
      }
      return parent.map { effect.merge(with: $0(&state, action)) } ?? effect
    }
  }
}
