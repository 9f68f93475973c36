// Store: holds a state, reduces actions, runs effects, tells observers.

/// The owner of one state.
///
/// Send it actions, read its state, observe what changes:
///
/// ```swift
/// let store = Store(initialState: Counter.State(), reducer: Counter())
/// let subscription = store.observe(\.count) { print($0) }
/// store.send(.increment)
/// ```
///
/// Every method may be called on every thread, also inside a reducer, an observer or an effect. Actions are reduced one
/// at a time, in the order in which they were sent. Usually `send` returns when its action was reduced and its
/// observers were called. In three cases it returns at once and the action follows in order: if the store is being
/// drained already, by another thread or further up the stack; inside a reducer of any store; and if an executor drains
/// the store. Nothing blocks, nothing recurses, and nothing is dropped.
///
/// When nobody has a store any more it is closed, and its effects are cancelled. A ``Subscription`` keeps its store
/// alive.
@dynamicMemberLookup
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  /// Where the state is.
  @usableFromInline enum Origin: Sendable {
    /// In an engine of its own.
    case root(StoreEngine<State, Action>, DiagnosticsCenter)
    /// In another store, of which this one is a part.
    case derived(Derivation<State, Action>)
  }

  @usableFromInline let origin: Origin
  /// The engine of a root store, so that sending need not retain it.
  @usableFromInline let unretainedEngine: Unmanaged<StoreEngine<State, Action>>?
  @usableFromInline let scopes = ScopeCache()
  /// The dependencies that the reducer and its effects see, whoever sends; nil if the store binds none.
  public let dependencies: DependencyValues?

  @usableFromInline init(_ engine: StoreEngine<State, Action>, _ dependencies: StoreDependencies) {
    origin = .root(engine, dependencies.diagnostics)
    unretainedEngine = .passUnretained(engine)
    self.dependencies = dependencies.values
  }

  @usableFromInline init(_ derivation: Derivation<State, Action>) {
    origin = .derived(derivation)
    unretainedEngine = nil
    dependencies = derivation.root.dependencies
  }

  deinit { if case .root(let engine, _) = origin { engine.abandon() } }

  /// The source that observers observe.
  @usableFromInline var source: StateSource<State> {
    switch origin {
    case .root(let engine, _): engine
    case .derived(let derivation): derivation.source
    }
  }

  // MARK: Making

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - initialState: evaluated with the dependencies.
  ///   - reducer: evaluated with the dependencies.
  ///   - dependencies: the dependencies that the reducer and its effects see, whoever sends. If they use one that has
  ///     no value for tests, in a test, there is a diagnostic. Nil means the dependencies that are bound where the
  ///     store is made. If none are bound there, the store binds none: its effects see none, but its reducer sees those
  ///     that are bound on the thread that drains.
  ///   - executor: decides which thread drains the store.
  ///   - queueLimit: how many actions may wait. More are refused: their tasks fail with
  ///     ``StoreError/queueFull(limit:)``.
  @inlinable public convenience init<R: Reducer>(
    initialState: @autoclosure () throws -> State, reducer: @autoclosure () throws -> R,
    dependencies: DependencyValues? = nil, executor: StoreExecutor = .caller, queueLimit: Int = 1_048_576
  ) rethrows where R.State == State, R.Action == Action {
    let dependencies = StoreDependencies(dependencies)
    let (state, reducer) = try dependencies.make { (try initialState(), try reducer()) }
    let desk = MutationDesk()
    let reduce = dependencies.function(of: reducer, desk)
    self.init(
      StoreEngine(
        initialState: state, executor: executor, queueLimit: queueLimit, owner: dependencies.diagnostics,
        desk: .needed(consume desk), shared: .find(dependencies.values), reduce: reduce),
      dependencies)
  }

  /// Makes a store whose reducer a builder makes: `Store(initialState: Counter.State()) { Counter() }`.
  ///
  /// - Parameters:
  ///   - override: changes the dependencies: `dependencies`, or else those that are bound where the store is made, or
  ///     else those of the process.
  @inlinable public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () throws -> State, dependencies: DependencyValues? = nil,
    executor: StoreExecutor = .caller, queueLimit: Int = 1_048_576,
    @ReducerBuilder<State, Action> reducer: () throws -> R,
    withDependencies override: ((inout DependencyValues) -> Void)? = nil
  ) rethrows {
    try self.init(
      initialState: try initialState(), reducer: try reducer(),
      dependencies: override.map { .overriding(dependencies, $0) } ?? dependencies, executor: executor,
      queueLimit: queueLimit)
  }

  /// Makes a store of one reducer, whose type says what the state is: `Store(initialState: .init()) { Counter() }`.
  @inlinable @_disfavoredOverload public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () throws -> State, dependencies: DependencyValues? = nil,
    executor: StoreExecutor = .caller, queueLimit: Int = 1_048_576,
    oneReducer reducer: () throws -> R,
    withDependencies override: ((inout DependencyValues) -> Void)? = nil
  ) rethrows {
    try self.init(
      initialState: try initialState(), reducer: try reducer(),
      dependencies: override.map { .overriding(dependencies, $0) } ?? dependencies, executor: executor,
      queueLimit: queueLimit)
  }

  /// Makes a store from a closure that reduces.
  @inlinable public convenience init(
    initialState: @autoclosure () throws -> State, dependencies: DependencyValues? = nil,
    executor: StoreExecutor = .caller, queueLimit: Int = 1_048_576,
    reduce: @escaping (inout State, Action) -> Effect<Action>
  ) rethrows {
    try self.init(
      initialState: try initialState(), reducer: Reduce(reduce), dependencies: dependencies, executor: executor,
      queueLimit: queueLimit)
  }

  // MARK: Sending

  /// Sends an action.
  ///
  /// - Returns: a task. It stands for everything that the action causes, and can be waited for and cancelled.
  @inlinable @discardableResult public func send(_ action: Action) -> StoreTask {
    guard let unretainedEngine else { return sendThrough(action) }
    return unretainedEngine._withUnsafeGuaranteedRef { engine in
      switch engine.send(action, mayDrain: engine.drainsOnCaller) {
      case .reduced(let task), .queued(let task): task
      case .refused(let error): StoreTask(refusal: error)
      }
    }
  }

  @inlinable func sendThrough(_ action: Action) -> StoreTask {
    if case .derived(let derivation) = origin { derivation.send(action, nil) } else { StoreTask(refusal: .closed) }
  }

  /// Sends an action and waits as long as `isTrue` holds for the state, or until the store closes.
  public func send(_ action: Action, while isTrue: @escaping @Sendable (State) -> Bool) async {
    send(action)
    await suspend(while: isTrue)
  }

  /// Waits as long as `isTrue` holds for the state, or until the store closes.
  public func suspend(while isTrue: @escaping @Sendable (State) -> Bool) async {
    for await isHolding in stream(Selection(isTrue), isDuplicate: ==) where !isHolding { return }
  }

  // MARK: Reading

  /// A copy of the state: inside an observer the state of its event, elsewhere that of the last commit.
  ///
  /// If you keep the copy, the next write to its arrays and dictionaries copies them. Inside this store's `reduce` this
  /// is a programming error, and traps: use the state that `reduce` was given. Reading another store there waits for
  /// that store, so two stores must not read each other inside their reducers.
  public var state: State {
    switch origin {
    case .derived(let derivation): return derivation.read()
    case .root(let engine, _):
      guard let state = engine.withState({ state, _ in copy state }) else {
        preconditionFailure(
          "Store.state was read from inside its own reduce, or from inside withLock of a shared value; use the state that "
            + "reduce was given, or read it before withLock")
      }
      return state
    }
  }

  /// A property of the state; see ``state``.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    state[keyPath: keyPath]  // outside the gate: a computed property is user code
  }

  /// The number of commits: every reduced action is one, and so is every `set` that wrote something.
  public var revision: UInt64 {
    switch origin {
    case .root(let engine, _): engine.revision
    case .derived(let derivation): derivation.root.revision
    }
  }

  // MARK: Draining, waiting, closing

  /// Reduces waiting actions, at most `limit` of them. A scheduled executor must make sure that this is called. Does
  /// nothing if another thread drains, or inside a callback. Inside a reducer of any store, it drains when that has
  /// returned.
  @inlinable @discardableResult public func drain(limit: Int? = nil) -> DrainResult {
    switch origin {
    case .root(let engine, _): engine.drain(limit: limit)
    case .derived(let derivation): derivation.root.drain(limit: limit)
    }
  }

  /// Waits until no action waits and no effect runs, or until the task that waits is cancelled.
  public func waitUntilIdle() async {
    switch origin {
    case .root(let engine, let diagnostics): await diagnostics.waitUntilIdle(engine)
    case .derived(let derivation): await derivation.root.waitUntilIdle()
    }
  }

  /// Closes the store: waiting actions and running effects end as cancelled, `states` ends, and observers are released.
  /// Actions that are sent later are refused, and their tasks are cancelled. Closing a derived store does nothing.
  ///
  /// The store is closed before this returns, except in three cases. While somebody drains, it is closed after the
  /// callback or reducer that runs now. Inside a reducer of another store, it is closed when that has returned. If an
  /// executor drains the store, it is closed by the next drain.
  public func close() {
    if case .root(let engine, _) = origin { engine.close(mayDrain: engine.drainsOnCaller) }
  }

  /// Problems of this store from now on: effects that fail, actions for absent children. Every caller has a buffer of
  /// its own. As long as nobody listens, diagnostics are written to the standard error stream.
  public var diagnostics: AsyncStream<Diagnostic> {
    switch origin {
    case .root(_, let diagnostics): diagnostics.stream()
    case .derived(let derivation): derivation.root.diagnostics
    }
  }
}

/// A store with the state and the actions of a reducer: `StoreOf<Counter>`.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

extension Store {
  /// ``state`` under another name. A property of the state that is called `value` is read as `state.value`.
  public var value: State { state }

  /// ``send(_:)`` under another name.
  @inlinable @discardableResult public func action(_ action: Action) -> StoreTask { send(action) }
}

extension Store {
  /// Sends an action, waits until everything that it causes has ended, and returns the state of that moment.
  @discardableResult public func asyncAction(_ action: Action) async -> State {
    await send(action).finish()
    return state
  }
}

extension Store {
  /// Replaces the state, when its turn in the queue comes and as a commit of its own, which has no action. Observers
  /// are told if their value differs. Effects go on; but those of children that are not in the new state are cancelled,
  /// as after any commit.
  ///
  /// A store that is made by `scope` replaces its part of the state. May be called on any thread, also inside a callback
  /// or `reduce`.
  ///
  /// - Returns: a task that ends when the state was replaced. A store that is made by ``view(value:action:)`` cannot be
  ///   written: the task fails with ``StoreError/readOnly``.
  @discardableResult public func restore(_ state: State) -> StoreTask { source.restore(state) }
}

extension StateSource where State: Sendable {
  /// Replaces the state in its turn, as ``Store/restore(_:)`` says.
  public func restore(_ state: State) -> StoreTask {
    writeInTurn { [self] in replaceNow(by: state) == nil ? .readOnly : nil }
  }
}

extension StateSource {
  /// Writes when its turn in the queue comes.
  ///
  /// - Parameter commit: calls ``commitNow(_:_:)``, and returns why nothing could be written.
  /// - Returns: a task that ends then, and fails with that error.
  func writeInTurn(_ commit: @escaping @Sendable () -> StoreError?) -> StoreTask {
    let task = TaskAccount(registry: EffectRegistry())
    let performed = inTurn { isOpen in
      guard isOpen else { return task.leaveCancelled() }
      if let error = commit() { task.fail(error) }
      task.leave()
    }
    if let error = performed.refusal { return StoreTask(refusal: error) }
    return StoreTask(account: task)
  }

  /// Replaces the whole state by another one, in a turn. Returns nil if it cannot be written.
  @discardableResult public func replaceNow(by state: consuming State) -> Bool? {
    // The old state is released after the commit, without the gate.
    var replaced = state
    return commitNow(.restore) { current in
      swap(&current, &replaced)
      return true
    }
  }
}
