// combine: several reducer functions as one.

/// Runs reducers one after the other on the same value, for every action.
///
/// A reducer without effects is a plain function, `func counterReducer(state: inout Int, action: CounterAction)`; one
/// with effects returns an ``Effect``. ``Reduce`` makes a ``Reducer`` of either, and the method `reduce(into:action:)`
/// of a reducer is such a function, so a `body` may contain all kinds. One call of `combine` takes one kind only: to
/// combine a plain function with functions that have effects, write `Reduce.withoutEffects(function).reduce`.
@inlinable
public func combine<Value, Action>(_ reducers: (inout Value, Action) -> Void...) -> (inout Value, Action) -> Void {
  { value, action in for reducer in reducers { reducer(&value, action) } }
}

/// Runs reducers one after the other on the same value, for every action, and merges their effects in that order.
@inlinable
public func combine<Value, Action>(
  _ reducers: (inout Value, Action) -> Effect<Action>...
) -> (inout Value, Action) -> Effect<Action> {
  { value, action in
    var effect = Effect<Action>.none
    for reducer in reducers { effect = effect.merge(with: reducer(&value, action)) }
    return effect
  }
}
