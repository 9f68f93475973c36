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
/// Every method may be called from every thread, also from inside a reducer, an observer or an effect. Actions are
/// reduced one at a time in the order in which they were sent; `send` returns when its action was reduced and its
/// observers were called, unless another thread, or a callback further up the stack, is at it, or this is inside a reducer
/// of any store: then it returns at once and the action follows in order. Nothing blocks, nothing recurses, and nothing is
/// dropped.
///
/// Letting go of a store closes it: effects are cancelled. A ``Subscription`` keeps its store.
@dynamicMemberLookup
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  /// Where the state is.
  @usableFromInline enum Origin: Sendable {
    /// In an engine of its own.
    case root(StoreEngine<State, Action>, DiagnosticsCenter)
    /// In another store's.
    case derived(Derivation<State, Action>)
  }

  @usableFromInline let origin: Origin
  /// That of a root store: sending need not retain it.
  @usableFromInline let unretainedEngine: Unmanaged<StoreEngine<State, Action>>?
  @usableFromInline let scopes = ScopeCache()

  @usableFromInline
  init(_ engine: StoreEngine<State, Action>, _ diagnostics: DiagnosticsCenter) {
    origin = .root(engine, diagnostics)
    unretainedEngine = .passUnretained(engine)
  }

  @usableFromInline
  init(_ derivation: Derivation<State, Action>) {
    origin = .derived(derivation)
    unretainedEngine = nil
  }

  deinit { if case .root(let engine, _) = origin { engine.abandon() } }

  /// What observers observe.
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
  ///   - dependencies: what the reducer and its effects see, whoever sends. A dependency without a value for tests is a
  ///     diagnostic when they use it. Nil are those that are bound where the store is made; if none are, the store binds
  ///     none: its effects see none, but its reducer sees what is bound on the thread that drains.
  ///   - executor: on which thread it works.
  ///   - queueLimit: how many actions may wait; a task of one beyond fails with ``StoreError/queueFull(limit:)``.
  @inlinable
  public convenience init<R: Reducer>(
    initialState: @autoclosure () throws -> State, reducer: @autoclosure () throws -> R,
    dependencies: DependencyValues? = nil, executor: StoreExecutor = .caller, queueLimit: Int = 1_048_576
  ) rethrows where R.State == State, R.Action == Action {
    let dependencies = StoreDependencies(dependencies)
    let (state, reducer) = try dependencies.make { (try initialState(), try reducer()) }
    self.init(
      StoreEngine(
        initialState: state, executor: executor, queueLimit: queueLimit, owner: dependencies.diagnostics,
        reduce: dependencies.function(of: reducer)),
      dependencies.diagnostics)
  }

  /// Makes a store from a closure that reduces.
  @inlinable
  public convenience init(
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
  /// - Returns: everything that it causes, to wait for or to cancel.
  @inlinable @discardableResult
  public func send(_ action: Action) -> StoreTask {
    guard let unretainedEngine else { return sendThrough(action) }
    return unretainedEngine._withUnsafeGuaranteedRef { engine in
      switch engine.send(action, mayDrain: engine.drainsOnCaller) {
      case .reduced(let task), .queued(let task): task
      case .refused(let error): StoreTask(refusal: error)
      }
    }
  }

  @inlinable
  func sendThrough(_ action: Action) -> StoreTask {
    if case .derived(let derivation) = origin { derivation.send(action) } else { StoreTask(refusal: .closed) }
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

  /// A copy of the state: inside an observer that of its event, elsewhere the last commit.
  ///
  /// Whoever keeps the copy makes the next write to its arrays and dictionaries copy them. From inside this store's
  /// `reduce` there is no state to be read but the one `reduce` was given: that is a programming error, and traps. To read
  /// another store there waits for that store, so two stores must not read each other from inside their reducers.
  public var state: State {
    switch origin {
    case .derived(let derivation): return derivation.read()
    case .root(let engine, _):
      guard let state = engine.withState({ state, _ in copy state }) else {
        preconditionFailure("Store.state was read from inside its own reduce; use the state that reduce was given")
      }
      return state
    }
  }

  /// A property of the state; as ``state``.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    state[keyPath: keyPath]  // outside the gate: a computed property is user code
  }

  /// The number of commits: every reduced action is one.
  public var revision: UInt64 {
    switch origin {
    case .root(let engine, _): engine.revision
    case .derived(let derivation): derivation.root.revision
    }
  }

  // MARK: Draining, waiting, closing

  /// Reduces what waits, at most `limit` actions: what a scheduled executor must see to. Does nothing if another thread
  /// drains, or from inside a callback. From inside a reducer of any store it drains when that has returned.
  @inlinable @discardableResult
  public func drain(limit: Int? = nil) -> DrainResult {
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

  /// Closes the store: waiting actions and running effects end as cancelled, `states` end, observers are let go; before
  /// this returns, unless a callback is running right now (then right after it) or this is inside a reducer (then when that
  /// has returned). Later actions are refused: their tasks are cancelled from the start. A derived store leaves that to its
  /// root.
  public func close() {
    if case .root(let engine, _) = origin { engine.close(mayDrain: engine.drainsOnCaller) }
  }

  /// What goes wrong in this store from now on: effects that fail, actions for absent children. Every caller has a buffer
  /// of its own. As long as nobody listens it is written to the standard error stream.
  public var diagnostics: AsyncStream<Diagnostic> {
    switch origin {
    case .root(_, let diagnostics): diagnostics.stream()
    case .derived(let derivation): derivation.root.diagnostics
    }
  }
}

// The same for states that record what is written: a commit costs what changed and is observed.
extension Store where State: ObservableState {
  /// Makes a store.
  @inlinable
  public convenience init<R: Reducer>(
    initialState: @autoclosure () throws -> State, reducer: @autoclosure () throws -> R,
    dependencies: DependencyValues? = nil, executor: StoreExecutor = .caller, queueLimit: Int = 1_048_576
  ) rethrows where R.State == State, R.Action == Action {
    let dependencies = StoreDependencies(dependencies)
    let (state, reducer) = try dependencies.make { (try initialState(), try reducer()) }
    self.init(
      StoreEngine(
        initialState: state, executor: executor, queueLimit: queueLimit, owner: dependencies.diagnostics,
        stream: { ObservedStream() }, reduce: dependencies.function(of: reducer)),
      dependencies.diagnostics)
  }

  /// Makes a store from a closure that reduces.
  @inlinable
  public convenience init(
    initialState: @autoclosure () throws -> State, dependencies: DependencyValues? = nil,
    executor: StoreExecutor = .caller, queueLimit: Int = 1_048_576,
    reduce: @escaping (inout State, Action) -> Effect<Action>
  ) rethrows {
    try self.init(
      initialState: try initialState(), reducer: Reduce(reduce), dependencies: dependencies, executor: executor,
      queueLimit: queueLimit)
  }
}
