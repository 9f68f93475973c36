// Reducer functions that take an environment: what they need from the world.

/// Runs reducers that take an environment one after the other, and merges their effects in that order.
@inlinable public func combine<Value, Action, Environment>(
  _ reducers: (inout Value, Action, Environment) -> Effect<Action>...
) -> (inout Value, Action, Environment) -> Effect<Action> {
  { value, action, environment in
    var effect = Effect<Action>.none
    for reducer in reducers { effect = effect.merge(with: reducer(&value, action, environment)) }
    return effect
  }
}

/// Makes a reducer of the whole from one of a part, which takes an environment; see ``pullback(_:value:action:)``.
///
/// - Parameter environment: makes the part's environment from that of the whole. Called for the part's actions only.
@inlinable
public func pullback<
  LocalValue: Sendable, GlobalValue: Sendable, LocalAction: Sendable, GlobalAction: CasePathable, LocalEnvironment,
  GlobalEnvironment
>(
  _ reducer: @escaping (inout LocalValue, LocalAction, LocalEnvironment) -> Effect<LocalAction>,
  value: WritableKeyPath<GlobalValue, LocalValue> & Sendable, action: CaseKeyPath<GlobalAction, LocalAction> & Sendable,
  environment: @escaping (GlobalEnvironment) -> LocalEnvironment
) -> (inout GlobalValue, GlobalAction, GlobalEnvironment) -> Effect<GlobalAction> {
  pulledBack(reducer, value, ActionRoute(action), environment)
}

/// Makes a reducer of the whole from one of a part, which takes an environment.
@inlinable @_disfavoredOverload
public func pullback<
  LocalValue: Sendable, GlobalValue: Sendable, LocalAction: Sendable, GlobalAction: Sendable, LocalEnvironment,
  GlobalEnvironment
>(
  _ reducer: @escaping (inout LocalValue, LocalAction, LocalEnvironment) -> Effect<LocalAction>,
  value: WritableKeyPath<GlobalValue, LocalValue> & Sendable,
  action: WritableKeyPath<GlobalAction, LocalAction?> & Sendable,
  environment: @escaping (GlobalEnvironment) -> LocalEnvironment
) -> (inout GlobalValue, GlobalAction, GlobalEnvironment) -> Effect<GlobalAction> {
  pulledBack(reducer, value, ActionRoute(action), environment)
}

@inlinable func pulledBack<LocalValue, GlobalValue, LocalAction, GlobalAction, LocalEnvironment, GlobalEnvironment>(
  _ reducer: @escaping (inout LocalValue, LocalAction, LocalEnvironment) -> Effect<LocalAction>,
  _ value: WritableKeyPath<GlobalValue, LocalValue> & Sendable, _ route: ActionRoute<GlobalAction, LocalAction>,
  _ environment: @escaping (GlobalEnvironment) -> LocalEnvironment
) -> (inout GlobalValue, GlobalAction, GlobalEnvironment) -> Effect<GlobalAction> {
  let access = InPlace(value).access
  let childOperator = ChildOperator(value, in: .anywhere, ChildFinder(property: value))
  return { state, action, globalEnvironment in
    guard let localAction = route.extract(action) else { return .none }
    var effect = Effect<LocalAction>.none
    access(&state) { effect = reducer(&$0, localAction, environment(globalEnvironment)) }
    return effect.isNone ? .none : effect.map(route.embed(action)).of(childOperator)
  }
}

extension Reduce {
  /// A reducer that calls `reduce` with an environment.
  @inlinable public init<Environment>(
    _ reduce: @escaping (inout State, Action, Environment) -> Effect<Action>, environment: Environment
  ) { self.init { state, action in reduce(&state, action, environment) } }
}
