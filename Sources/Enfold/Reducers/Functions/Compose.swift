// compose and with: how higher-order reducers are put together and used.

/// One function that applies several, the last one first: `compose(logging, activityFeed)(reducer)` is
/// `logging(activityFeed(reducer))`. Without functions it returns what it is given.
@inlinable
public func compose<Value>(_ functions: (Value) -> Value...) -> (Value) -> Value {
  { value in functions.reversed().reduce(value) { $1($0) } }
}

/// Applies a function to a value: `with(appReducer, compose(logging, activityFeed))`.
@inlinable
public func with<Value, Result>(_ value: Value, _ function: (Value) throws -> Result) rethrows -> Result {
  try function(value)
}
