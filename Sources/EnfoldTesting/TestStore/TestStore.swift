// TestStore: a store for tests, which must expect everything that happens.
import Dispatch

/// Runs a feature step by step, and fails the test where it does something else than expected.
///
/// ```swift
/// let store = TestStore(initialState: Counter.State(), reducer: Counter()) {
///   $0.facts = { "\($0) is a number" }
/// }
/// await store.send(.increment) { $0.count = 1 }
/// await store.send(.factTapped) { $0.isLoading = true }
/// await store.receive(\.factLoaded) {
///   $0.isLoading = false
///   $0.fact = "1 is a number"
/// }
/// await store.finish()
/// ```
///
/// It is the engine of ``Store``, and reduces every action when a store does. It also records each commit, with what
/// caused it and the states before and after. `send` asserts the commit of its action, and `receive` the next commit
/// that an effect has caused. ``state`` is the state after the last asserted commit: between two calls it does not change.
///
/// The closure of ``send(_:assert:fileID:filePath:line:column:)`` and of the `receive` methods gets the state before the
/// action, and must change it to the state after the action. By default the test must expect every change and every action, and
/// at the end no effect may run and no action may wait. The end is when the store is released; `finish` also waits for the
/// effects. See ``exhaustivity`` to demand less.
///
/// Effects run one after the other, in the order in which they are woken, so a test takes the same course every time.
/// `send`, `receive` and `advance` return when all of them have gone as far as they can: until they have ended, sleep on a
/// clock or wait for something else.
///
/// What effects ask their host, the test answers: see
/// ``request(_:_:timeout:fileID:filePath:line:column:)-(HostFunction<_,_>,_,_,_,_,_,_)``.
///
/// Other problems fail the test, too: an effect that throws, an action for a child that is absent, a dependency without
/// a value for tests.
///
/// Works in Swift Testing and in XCTest. Its methods may be called from any thread or actor, one after the other.
public final class TestStore<State: Equatable & Sendable, Action: Sendable>: Sendable {
  struct Settings: Sendable {
    var dependencies: DependencyValues
    var exhaustivity = Exhaustivity.on
    var timeout = Duration.seconds(1)
    /// The tasks of the actions that the test sent, unless they have ended.
    var tasks: [StoreTask] = []
    /// The clocks that see to its effects.
    var clocks: [TestClock] = []
  }

  let engine: StoreEngine<State, Action>
  let log: CommitLog<State, Action>
  let effects: EffectExecutor
  let settings: Locked<Settings>
  let requests: TestRequests
  private let location: TestLocation
  private let dismissal: Locked<Bool>

  /// The clock of this store: its `\.clock`, if that is a `TestClock`. Its time passes only in
  /// ``advance(by:fileID:filePath:line:column:)``, and in its own `advance` and `run`.
  public let clock: TestClock

  /// Makes a store with the dependencies of tests.
  ///
  /// - Parameters:
  ///   - initialState: evaluated with these dependencies.
  ///   - reducer: evaluated with these dependencies.
  ///   - dependencies: changes the dependencies, whose clock is already ``clock``.
  public convenience init<R: Reducer>(
    initialState: @autoclosure () throws -> State, reducer: @autoclosure () -> R,
    dependencies override: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) rethrows where R.State == State, R.Action == Action {
    try self.init(
      TestLocation(fileID: fileID, filePath: filePath, line: line, column: column), override, initialState,
      { reducer().wholeFunction(in: .store($0)) })
  }

  /// Makes a store with the dependencies of tests, of the reducers that a builder puts together.
  public convenience init<R: Reducer>(
    initialState: @autoclosure () throws -> State, @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies override: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) rethrows where R.State == State, R.Action == Action {
    try self.init(
      TestLocation(fileID: fileID, filePath: filePath, line: line, column: column), override, initialState,
      { reducer().wholeFunction(in: .store($0)) })
  }

  /// Makes a store of one reducer, whose type says what the state is: `TestStore(initialState: .init()) { Counter() }`.
  @_disfavoredOverload public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () throws -> State, oneReducer reducer: () -> R,
    withDependencies override: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) rethrows {
    try self.init(
      TestLocation(fileID: fileID, filePath: filePath, line: line, column: column), override, initialState,
      { reducer().wholeFunction(in: .store($0)) })
  }

  /// Makes a store of a reducer that knows the state to begin with, such as a reactor: `TestStore(Counter())`.
  public convenience init<R: StartingReducer<State, Action>>(
    _ reducer: @autoclosure () -> R, withDependencies override: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    var made: R?
    self.init(
      TestLocation(fileID: fileID, filePath: filePath, line: line, column: column), override,
      {
        let reducer = reducer()
        made = reducer
        return reducer.initialState
      },
      { (made ?? reducer()).wholeFunction(in: .store($0)) })
  }

  /// Makes a store from a closure that reduces.
  public convenience init(
    initialState: @autoclosure () throws -> State, reduce: @escaping (inout State, Action) -> Effect<Action>,
    dependencies override: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) rethrows {
    try self.init(
      TestLocation(fileID: fileID, filePath: filePath, line: line, column: column), override, initialState,
      { _ in reduce })
  }

  init(
    _ location: TestLocation, _ override: (inout DependencyValues) -> Void, _ initialState: () throws -> State,
    _ makeReduce: (MutationDesk) -> ReduceFunction<State, Action>
  ) rethrows {
    let queue = DispatchQueue(label: "effects of a test store")
    let effects = EffectExecutor(on: queue)
    let reporter = ProblemReporter()
    let ownClock = TestClock()
    let requests = TestRequests()
    let dismissal = Locked(false)
    let dependencies = DependencyValues(.test) {
      $0.report = { reporter.report("\($0)") }
      $0.clock = ownClock
      $0.effectExecutor = effects
      $0.host = Host(requests)
      $0.dismiss = .whole { dismissal.withLock { $0 = true } }
      override(&$0)
    }
    let settings = Locked(Settings(dependencies: dependencies))
    let desk = MutationDesk()
    let (state, reduce) = try withDependencies(dependencies) { (try initialState(), makeReduce(desk)) }
    let log = CommitLog<State, Action>(state, effects, on: queue)
    reporter.connect { log.note(problem: $0) }
    effects.connect { log.noteChange() }
    requests.connect { [weak log] in log?.noteChange() }
    engine = StoreEngine(
      initialState: state, owner: log, test: TestControl { log.append($0, $1) }, desk: desk,
      shared: .find(dependencies)
    ) { state, action in
      let dependencies = settings.withLock { $0.dependencies }
      let effect = withDependencies(dependencies) { reduce(&state, action) }.dependencies(dependencies)
      return log.isEndless() ? .none : effect
    }
    // Its shared values are those of the store now.
    if let settled = engine.withState({ state, _ in copy state }) { log.begin(settled) }
    engine.watchIdle(true)
    self.location = location
    self.log = log
    self.effects = effects
    self.requests = requests
    self.dismissal = dismissal
    clock = dependencies.draft(of: \.clock) as? TestClock ?? ownClock
    self.settings = settings
    attach(to: clock)
  }

  deinit {
    if exhaustivity == .on { blockWhileEffectsEnd() }
    reportProblems(at: location)
    if exhaustivity == .on {
      reportUnreceivedActions(at: location)
      reportUnexpectedRequests(at: location)
      reportRunningEffects(at: location)
    }
    engine.close()
    log.close()
    for clock in settings.withLock({ $0.clocks }) { clock.detach(ObjectIdentifier(self)) }
  }

  // MARK: Properties

  /// The state after the last commit that the test has asserted or skipped. Inside the closure of an assertion it is the
  /// state before the commit.
  public var state: State { log.asserted }

  /// The demands of the store on the test. `.on` at the beginning.
  public var exhaustivity: Exhaustivity {
    get { settings.withLock { $0.exhaustivity } }
    set { settings.withLock { $0.exhaustivity = newValue } }
  }

  /// How long the store waits for effects, in real time, if a call does not say it. One second at the beginning.
  ///
  /// Only a failing test waits so long: a test goes on as soon as what it waits for is there.
  public var timeout: Duration {
    get { settings.withLock { $0.timeout } }
    set { settings.withLock { $0.timeout = newValue } }
  }

  /// Whether an effect of the whole feature has called `dismiss`. A parent would have presented the feature, but here is none.
  /// Not if the test has given the feature a `dismiss` of its own.
  public var isDismissed: Bool { dismissal.withLock { $0 } }

  /// The dependencies of the reducer and of the effects of later actions. Effects that run already keep what they began
  /// with.
  public var dependencies: DependencyValues {
    get { settings.withLock { $0.dependencies } }
    set {
      var values = newValue
      values.report = { [log] in log.note(problem: "\($0)") }
      values.effectExecutor = effects
      settings.withLock { $0.dependencies = values }
      if let clock = values.draft(of: \.clock) as? TestClock { attach(to: clock) }
    }
  }

  /// Lets a clock see to the effects of this store when its time passes.
  private func attach(to clock: TestClock) {
    settings.withLock { $0.clocks.append(clock) }
    clock.attach(ObjectIdentifier(self)) { [weak self] in await self?.settle() }
  }

  /// Runs `operation` with another exhaustivity.
  @discardableResult nonisolated(nonsending) public func withExhaustivity<R>(
    _ exhaustivity: Exhaustivity, operation: nonisolated(nonsending) () async throws -> R
  ) async rethrows -> R {
    let before = self.exhaustivity
    defer { self.exhaustivity = before }
    self.exhaustivity = exhaustivity
    return try await operation()
  }

  /// Runs `operation` with another exhaustivity.
  @discardableResult
  public func withExhaustivity<R>(_ exhaustivity: Exhaustivity, operation: () throws -> R) rethrows -> R {
    let before = self.exhaustivity
    defer { self.exhaustivity = before }
    self.exhaustivity = exhaustivity
    return try operation()
  }
}

/// A test store with the state and the actions of a reducer.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable
