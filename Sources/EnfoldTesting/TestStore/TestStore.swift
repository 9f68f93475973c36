// TestStore: a store for tests, whose effects' actions wait until the test receives them.
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
/// It is the engine of ``Store``, with one difference: an action that an effect sends is held until the test receives
/// it, and only then reduced. Between two calls the state does not change.
///
/// The closure of ``send(_:assert:fileID:filePath:line:column:)`` and of the `receive` methods is given the state as it
/// was before the action, and must make of it the state that it is afterwards. By default everything must be expected:
/// every change, every action, and that at the end no effect runs and no action waits. The end is when the store is let
/// go; `finish` also waits for the effects. See ``exhaustivity`` for less.
///
/// Effects run one after the other, in the order in which they are woken, so a test takes the same course every time.
/// `send`, `receive` and `advance` return when all of them have gone as far as they can: until they have ended, sleep on a
/// clock or wait for something else.
///
/// What else goes wrong fails the test, too: an effect that throws, an action for a child that is absent, a dependency
/// without a value for tests.
///
/// Works in Swift Testing and in XCTest. Its methods may be called from any thread or actor, one after the other.
public final class TestStore<State: Equatable & Sendable, Action: Sendable>: Sendable {
  struct Settings: Sendable {
    var dependencies: DependencyValues
    var exhaustivity = Exhaustivity.on
    var timeout = Duration.seconds(1)
    /// Of the actions that the test sent and that have not ended.
    var tasks: [StoreTask] = []
  }

  let engine: StoreEngine<State, Action>
  let inbox: Inbox<Action>
  let effects: EffectExecutor
  let settings: Locked<Settings>
  private let location: TestLocation

  /// The clock of this store: its `\.clock`, unless that was overridden. Its time passes only in
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
      { reducer()._$function(in: .store) })
  }

  /// The same, with the reducer in a closure.
  public convenience init<R: Reducer>(
    initialState: @autoclosure () throws -> State, reducer: () -> R,
    withDependencies override: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) rethrows where R.State == State, R.Action == Action {
    try self.init(
      TestLocation(fileID: fileID, filePath: filePath, line: line, column: column), override, initialState,
      { reducer()._$function(in: .store) })
  }

  /// Makes a store from a closure that reduces.
  public convenience init(
    initialState: @autoclosure () throws -> State, reduce: @escaping (inout State, Action) -> Effect<Action>,
    dependencies override: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) rethrows {
    try self.init(
      TestLocation(fileID: fileID, filePath: filePath, line: line, column: column), override, initialState, { reduce })
  }

  init(
    _ location: TestLocation, _ override: (inout DependencyValues) -> Void, _ initialState: () throws -> State,
    _ makeReduce: () -> ReduceFunction<State, Action>
  ) rethrows {
    let queue = DispatchQueue(label: "effects of a test store")
    let inbox = Inbox<Action>(effects: queue)
    let clock = TestClock()
    let dependencies = DependencyValues(.test) {
      $0.report = { inbox.note(problem: "\($0)") }
      $0.clock = clock
      override(&$0)
    }
    let settings = Locked(Settings(dependencies: dependencies))
    let (state, reduce) = try withDependencies(dependencies) { (try initialState(), makeReduce()) }
    let effects = EffectExecutor(on: queue) { inbox.noteChange() }
    engine = StoreEngine(
      initialState: state, owner: inbox, effects: EffectControl(executor: effects) { inbox.append($0) }
    ) { state, action in
      let dependencies = settings.withLock { $0.dependencies }
      return withDependencies(dependencies) { reduce(&state, action) }.dependencies(dependencies)
    }
    engine.watchIdle(true)
    self.location = location
    self.inbox = inbox
    self.effects = effects
    self.clock = clock
    self.settings = settings
  }

  deinit {
    if exhaustivity == .on { blockWhileEffectsEnd() }
    reportProblems(at: location)
    if exhaustivity == .on {
      reportUnreceivedActions(at: location)
      reportRunningEffects(at: location)
    }
    engine.close()
    inbox.close()
  }

  // MARK: Properties

  /// The state after the last action that the test sent, received or skipped.
  public var state: State {
    guard let state = engine.withState({ state, _ in copy state }) else {
      preconditionFailure("TestStore.state was read from inside reduce; use the state that reduce was given")
    }
    return state
  }

  /// What the store insists on. `.on` at the beginning.
  public var exhaustivity: Exhaustivity {
    get { settings.withLock { $0.exhaustivity } }
    set { settings.withLock { $0.exhaustivity = newValue } }
  }

  /// How long the store waits for effects where nothing else is said, in real time. One second at the beginning.
  ///
  /// Only a failing test waits so long: a test goes on as soon as what it waits for is there.
  public var timeout: Duration {
    get { settings.withLock { $0.timeout } }
    set { settings.withLock { $0.timeout = newValue } }
  }

  /// The dependencies of the reducer and of the effects of later actions. Effects that run keep what they began with.
  public var dependencies: DependencyValues {
    get { settings.withLock { $0.dependencies } }
    set {
      var values = newValue
      values.report = { [inbox] in inbox.note(problem: "\($0)") }
      settings.withLock { $0.dependencies = values }
    }
  }

  /// Runs `operation` with another exhaustivity.
  @discardableResult
  nonisolated(nonsending) public func withExhaustivity<R>(
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

/// A test store of a reducer's state and actions.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable
