// combine, compose, sync: one reducer of several functions.

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
@inlinable public func combine<Value, Action>(
  _ reducers: (inout Value, Action) -> Effect<Action>...
) -> (inout Value, Action) -> Effect<Action> {
  { value, action in
    var effect = Effect<Action>.none
    for reducer in reducers { effect = effect.merge(with: reducer(&value, action)) }
    return effect
  }
}

/// One function that applies several, the last one first: `compose(logging, activityFeed)(reducer)` is
/// `logging(activityFeed(reducer))`. Without functions it returns what it is given.
@inlinable public func compose<Value>(_ functions: (Value) -> Value...) -> (Value) -> Value {
  { value in functions.reversed().reduce(value) { $1($0) } }
}

/// Applies a function to a value: `with(appReducer, compose(logging, activityFeed))`.
@inlinable public func with<Value, Result>(_ value: Value, _ function: (Value) throws -> Result) rethrows -> Result {
  try function(value)
}

extension Effect {
  /// Calls `work` when the effect begins, and sends the action that it returns.
  public static func sync(
    fileID: StaticString = #fileID, line: UInt = #line, work: @escaping @Sendable () -> Action
  ) -> Self { .run(name: "sync", fileID: fileID, line: line) { send in send.immediately(work()) } }
}
