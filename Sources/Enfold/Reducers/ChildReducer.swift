// ChildReducer: the child of Scope, ifLet and ifCaseLet.

/// What a child does on a part of a state, which may be absent.
@usableFromInline enum ChildReducer<State: Sendable, Action: Sendable, Child: Reducer> {
  @usableFromInline typealias Function = ReduceFunction<State, Action>

  /// Returns a function that runs the child, then the parent, then takes away an ephemeral child that had its action
  /// or a child that is dismissed, and then cancels the effects of a child that has gone.
  ///
  /// In a store the function does not check whether the child has gone: the store itself does, while something runs for
  /// it.
  ///
  /// - Parameters:
  ///   - origin: where the operator was written.
  ///   - dismissal: which action dismisses the child; nil if the child is not presented.
  @inlinable static func function(
    _ place: ChildPlace<State, Child.State>, _ route: ActionRoute<Action, Child.Action>, _ child: ReducerMaker<Child>,
    _ origin: EffectOrigin, dismissal: DismissalRoute<Action>? = nil, before parent: Function?, in site: ReducerSite
  ) -> Function {
    let (modify, absence) = (place.modify, place.absence)
    let childOperator = ChildOperator(place.path, in: site, place.finder, isPresented: dismissal != nil)
    let reduce = ChildFunction(of: child, in: site, childOperator, ReactorPlace(place.identity, route))
    guard let identity = place.identity else { return always(place, route, reduce, childOperator, before: parent) }
    // A child without logic has no effects that could be cancelled.
    let isWatched = !childOperator.isInStore && Child.self != EmptyReducer<Child.State, Child.Action>.self
    let id = ChildIdentity.id(of: Child.State.self)
    var ephemerality = Ephemerality<Child.State>()
    let isEphemeral = ephemerality.isPossible && place.remove != nil
    let remove = isEphemeral || dismissal != nil ? place.remove : nil
    return { state, action in
      let before = isWatched ? identity(state) : nil
      var effect = Effect<Action>.none
      var (child, isEnding) = (ChildIdentity.absent, false)
      var dialog: DialogToken?
      if let childAction = route.extract(action) {
        if isEphemeral { child = identity(state) }
        var childEffect = Effect<Child.Action>.none
        let isPresent = modify(&state) { child in
          if isEphemeral {
            isEnding = ephemerality.ends(child, after: childAction)
            if isEnding { dialog = Ephemerality.token(of: child) }
          }
          childEffect = reduce(&child, childAction, id: id)
        }
        if !isPresent {
          effect = .missing(MissingChild(action, for: absence(state), origin))
        } else if !childEffect.isNone {
          effect = childEffect.map(route.embed(action))
          if let dismissal { effect = effect.dismissing(dismissal.action) }
          effect = effect.of(childOperator, id: identity(state).id)
        }
      } else if let dismissal, dismissal.matches(action) {
        child = identity(state)
        isEnding = child != .absent
        if isEphemeral { _ = modify(&state) { dialog = Ephemerality.token(of: $0) } }
        if !isEnding { effect = .missing(MissingChild(dismissal: action, for: absence(state), origin)) }
      }
      if let parent { effect = effect.merge(with: parent(&state, action)) }
      // If somebody has put another child in its place, that child stays.
      if isEnding, let remove, identity(state) == child {
        var now = dialog
        if dialog != nil { _ = modify(&state) { now = Ephemerality.token(of: $0) } }
        if now === dialog { remove(&state) }
      }
      guard let before else { return effect }
      return effect.merge(with: .cancelAbsent(of: childOperator, before: before, now: identity(state)))
    }
  }

  /// The function of a child that is always there.
  @inlinable static func always(
    _ place: ChildPlace<State, Child.State>, _ route: ActionRoute<Action, Child.Action>,
    _ reduce: ChildFunction<Child>, _ childOperator: ChildOperator, before parent: Function?
  ) -> Function {
    let modify = place.modify
    let own: Function = { state, action in
      guard let childAction = route.extract(action) else { return .none }
      var effect = Effect<Child.Action>.none
      _ = modify(&state) { effect = reduce(&$0, childAction) { _ in nil } }
      return effect.isNone ? .none : effect.map(route.embed(action)).of(childOperator)
    }
    guard let parent else { return own }
    return { state, action in own(&state, action).merge(with: parent(&state, action)) }
  }
}
