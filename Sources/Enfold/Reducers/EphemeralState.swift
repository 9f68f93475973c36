// EphemeralState: a child that goes away after its first action.

/// The state of something that waits for one answer, such as an alert or a menu.
public protocol EphemeralState {}

/// A reducer, and a child that goes away when it has got an action.
@usableFromInline struct WithEphemeral<Base: Reducer, Child, ChildAction: Sendable>: ReducerOperator {
  @usableFromInline let base: Base
  @usableFromInline let property: WritableKeyPath<Base.State, Child?>
  @usableFromInline let route: ActionRoute<Base.Action, ChildAction>
  @usableFromInline let origin: EffectOrigin

  @inlinable
  init(
    _ base: Base, _ property: WritableKeyPath<Base.State, Child?>, _ route: ActionRoute<Base.Action, ChildAction>,
    _ origin: EffectOrigin
  ) {
    self.base = base
    self.property = property
    self.route = route
    self.origin = origin
  }

  @inlinable
  func _$function(in site: ReducerSite) -> ReduceFunction<Base.State, Base.Action> {
    let (property, route, origin) = (property, route, origin)
    let reduce = base._$function(in: site)
    let id = ChildIdentity.id(of: Child.self)
    return { state, action in
      guard route.extract(action) != nil else { return reduce(&state, action) }
      guard let child = state[keyPath: property] else {
        let place = "\(name(of: property, in: state)), which is nil"
        return .missing(MissingChild(action, for: place, origin)).merge(with: reduce(&state, action))
      }
      let effect = reduce(&state, action)
      // Unless the reducer has put another alert in its place.
      if let now = state[keyPath: property], id(now) == id(child) { state[keyPath: property] = nil }
      return effect
    }
  }
}

extension Reducer {
  /// Adds a child without logic, such as an alert: when it gets an action and this reducer has dealt with it, it is set
  /// to nil; but not if this reducer has put another one in its place, with another id, or of another case.
  ///
  /// An action for a child that is nil changes nothing and is a diagnostic, but this reducer still gets it.
  @inlinable
  public func ifLet<Child: EphemeralState, ChildAction: Sendable>(
    _ property: WritableKeyPath<State, Child?> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> where Action: CasePathable {
    WithEphemeral(self, property, ActionRoute(action), EffectOrigin(name: "ifLet", fileID: fileID, line: line))
  }

  /// Adds a child without logic, such as an alert.
  @inlinable @_disfavoredOverload
  public func ifLet<Child: EphemeralState, ChildAction: Sendable>(
    _ property: WritableKeyPath<State, Child?> & Sendable, action: WritableKeyPath<Action, ChildAction?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    WithEphemeral(self, property, ActionRoute(action), EffectOrigin(name: "ifLet", fileID: fileID, line: line))
  }
}
