// withState: reads the state in a closure, as in the Composable Architecture.

extension Store {
  /// What a closure makes of ``state``: `store.withState(\.count)`. The closure may do everything that the caller may.
  @_disfavoredOverload public func withState<R>(_ body: (State) throws -> R) rethrows -> R { try body(state) }
}
