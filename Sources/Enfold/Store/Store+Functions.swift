// Store: stores from reducer functions.

extension Store {
  /// Makes a store from a reducer function without effects. (A closure must state its types here:
  /// `{ (state: inout S, action: A) -> Void in … }`.)
  @inlinable @_disfavoredOverload public convenience init(
    initialValue: @autoclosure () throws -> State, reducer: @escaping (inout State, Action) -> Void,
    dependencies: DependencyValues? = nil, executor: StoreExecutor = .caller
  ) rethrows {
    try self.init(
      initialState: try initialValue(), reducer: Reduce.withoutEffects(reducer), dependencies: dependencies,
      executor: executor)
  }

  /// Makes a store from a reducer function.
  @inlinable public convenience init(
    initialValue: @autoclosure () throws -> State, reducer: @escaping (inout State, Action) -> Effect<Action>,
    dependencies: DependencyValues? = nil, executor: StoreExecutor = .caller
  ) rethrows {
    try self.init(
      initialState: try initialValue(), reducer: Reduce(reducer), dependencies: dependencies, executor: executor)
  }

  /// Makes a store from a reducer: the same as with `initialState`.
  @inlinable public convenience init<R: Reducer<State, Action>>(
    initialValue: @autoclosure () throws -> State, reducer: @autoclosure () throws -> R,
    dependencies: DependencyValues? = nil, executor: StoreExecutor = .caller
  ) rethrows {
    try self.init(
      initialState: try initialValue(), reducer: try reducer(), dependencies: dependencies, executor: executor)
  }

  /// Makes a store from a reducer function without effects: the same as with `initialValue`.
  @inlinable public convenience init(value: State, reducer: @escaping (inout State, Action) -> Void) {
    self.init(initialValue: value, reducer: reducer)
  }
}
