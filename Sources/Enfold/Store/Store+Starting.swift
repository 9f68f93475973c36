// Store: stores of reducers that know their first state, such as reactors.

extension Store {
  /// Makes a store of a reducer, in the state that the reducer begins with: `Store(counter)`.
  @inlinable public convenience init<R: StartingReducer<State, Action>>(
    _ reducer: R, dependencies: DependencyValues? = nil, executor: StoreExecutor = .caller,
    queueLimit: Int = 1_048_576
  ) {
    self.init(
      initialState: reducer.initialState, reducer: reducer, dependencies: dependencies, executor: executor,
      queueLimit: queueLimit)
  }

  /// Makes a store of a reducer that is made with the store's dependencies: `Store { Counter() }`.
  @inlinable public convenience init<R: StartingReducer<State, Action>>(
    dependencies: DependencyValues? = nil, executor: StoreExecutor = .caller, queueLimit: Int = 1_048_576,
    _ reducer: () throws -> R
  ) rethrows {
    let reducer = try StoreDependencies(dependencies).make(reducer)
    self.init(reducer, dependencies: dependencies, executor: executor, queueLimit: queueLimit)
  }
}

extension Store {
  /// Makes the store of a reactor that is used by itself.
  ///
  /// - Parameters:
  ///   - desk: where the reactor is asked for its mutations.
  ///   - isStub: whether actions are told and not reduced.
  package convenience init<R: Reducer<State, Action>>(
    initialState: State, reducer: R, at desk: MutationDesk, isStub: Bool = false
  ) {
    let dependencies = StoreDependencies(nil)
    self.init(
      StoreEngine(
        initialState: initialState, owner: dependencies.diagnostics, mode: isStub ? .stub : .full, desk: desk,
        shared: .find(dependencies.values),
        reduce: dependencies.function(of: reducer, desk)),
      dependencies)
  }
}
