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
  /// Nil of a derived store.
  @usableFromInline let engine: StoreEngine<State, Action>?
  /// The same: sending need not retain it.
  @usableFromInline let unretainedEngine: Unmanaged<StoreEngine<State, Action>>?
  /// Nil of a root store.
  @usableFromInline let derivation: Derivation<State, Action>?
  /// What observers observe: the engine, or the projection.
  @usableFromInline let source: StateSource<State>
  @usableFromInline let scopes = ScopeCache()
  /// An `AssignmentRecord`, if the state is observable.
  let assignments: (any AnyObject & Sendable)?
  private let diagnosticsCenter: DiagnosticsCenter

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
      state, executor, queueLimit, dependencies, assignments: nil, committed: nil, dependencies.function(of: reducer))
  }

  /// Makes a store from a closure that reduces.
  @inlinable
  public convenience init(
    initialState: @autoclosure () throws -> State, dependencies: DependencyValues? = nil,
    executor: StoreExecutor = .caller, queueLimit: Int = 1_048_576,
    reduce: @escaping (inout State, Action) -> Effect<Action>
  ) rethrows {
    let dependencies = StoreDependencies(dependencies)
    let state = try dependencies.make(initialState)
    self.init(
      state, executor, queueLimit, dependencies, assignments: nil, committed: nil, dependencies.function(of: reduce))
  }

  @usableFromInline
  init(
    _ initialState: State, _ executor: StoreExecutor, _ queueLimit: Int, _ dependencies: StoreDependencies,
    assignments: (any AnyObject & Sendable)?, committed: ((inout State, UInt64, Action?) -> Bool)?,
    _ reduce: @escaping (inout State, Action) -> Effect<Action>
  ) {
    let center = dependencies.diagnostics
    var hooks = StoreHooks<State, Action>()
    hooks.committed = committed
    hooks.diagnose = { center.report($0) }
    hooks.closed = { center.finish() }
    hooks.idle = { center.noteIdle() }
    let engine = StoreEngine(
      initialState: initialState, executor: executor, queueLimit: queueLimit, hooks: hooks, reduce: reduce)
    self.engine = engine
    unretainedEngine = .passUnretained(engine)
    source = engine
    derivation = nil
    diagnosticsCenter = center
    self.assignments = assignments
  }

  @usableFromInline
  init(source: StateSource<State>, _ derivation: Derivation<State, Action>) {
    self.source = source
    self.derivation = derivation
    diagnosticsCenter = DiagnosticsCenter()
    engine = nil
    unretainedEngine = nil
    assignments = nil
  }

  deinit { engine?.abandon() }

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
  func sendThrough(_ action: Action) -> StoreTask { derivation?.send(action) ?? StoreTask(refusal: .closed) }

  /// Sends an action and waits as long as `isTrue` holds for the state, or until the store closes.
  public func send(_ action: Action, while isTrue: @escaping @Sendable (State) -> Bool) async {
    send(action)
    await suspend(while: isTrue)
  }

  /// Waits as long as `isTrue` holds for the state, or until the store closes.
  public func suspend(while isTrue: @escaping @Sendable (State) -> Bool) async {
    for await isHolding in stream({ isTrue($0) }, isDuplicate: ==) where !isHolding { return }
  }

  // MARK: Reading

  /// A copy of the state: inside an observer that of its event, elsewhere the last commit.
  ///
  /// Whoever keeps the copy makes the next write to its arrays and dictionaries copy them. From inside this store's
  /// `reduce` there is no state to be read but the one `reduce` was given: that is a programming error, and traps. To read
  /// another store there waits for that store, so two stores must not read each other from inside their reducers.
  public var state: State {
    if let derivation { return derivation.read() }
    guard let state = engine?.withState({ state, _ in copy state }) else {
      preconditionFailure("Store.state was read from inside its own reduce; use the state that reduce was given")
    }
    return state
  }

  /// A property of the state; as ``state``.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    state[keyPath: keyPath]  // outside the gate: a computed property is user code
  }

  /// The number of commits: every reduced action is one.
  public var revision: UInt64 { engine?.revision ?? derivation?.root.revision ?? 0 }

  // MARK: Draining, waiting, closing

  /// Reduces what waits, at most `limit` actions: what a scheduled executor must see to. Does nothing if another thread
  /// drains, or from inside a callback. From inside a reducer of any store it drains when that has returned.
  @inlinable @discardableResult
  public func drain(limit: Int? = nil) -> DrainResult {
    engine?.drain(limit: limit) ?? drainRoot(limit)
  }

  @usableFromInline
  func drainRoot(_ limit: Int?) -> DrainResult {
    derivation?.root.drain(limit: limit) ?? DrainResult(reduced: 0, hasMore: false)
  }

  /// Waits until no action waits and no effect runs, or until the task that waits is cancelled.
  public func waitUntilIdle() async {
    if let engine { await diagnosticsCenter.waitUntilIdle(engine) }
    await derivation?.root.waitUntilIdle()
  }

  /// Closes the store: waiting actions and running effects end as cancelled, `states` end, observers are let go; before
  /// this returns, unless a callback is running right now (then right after it) or this is inside a reducer (then when that
  /// has returned). Later actions are refused: their tasks
  /// are cancelled from the start. A derived store leaves that to its root.
  public func close() {
    if let engine { engine.close(mayDrain: engine.drainsOnCaller) }
  }

  /// What goes wrong in this store from now on: effects that fail, actions for absent children. Every caller has a buffer
  /// of its own. As long as nobody listens it is written to the standard error stream.
  public var diagnostics: AsyncStream<Diagnostic> {
    derivation?.root.diagnostics ?? diagnosticsCenter.stream()
  }
}
