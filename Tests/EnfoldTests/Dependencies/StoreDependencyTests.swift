// The dependencies of a store: in its state, its reducer and its effects.
import Enfold
import EnfoldTesting
import Testing

@Suite("Dependencies of a store") struct StoreDependencyTests {
  enum Action: Sendable {
    case look
    case run
    case saw(String)
  }

  struct State: Sendable {
    var initial = Dependency(\.greeting).wrappedValue
    var seen: [String] = []
  }

  /// Notes the greeting wherever it can be seen.
  struct Feature: Reducer {
    @Dependency(\.greeting) var greeting
    let whenMade = Dependency(\.greeting).wrappedValue

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .look:
        @Dependency(\.greeting) var local
        state.seen += [whenMade, greeting, local]
        return .none
      case .run:
        return .run { send in
          await send(.saw("first \(greeting)"))
          await Task.yield()
          await send(.saw("then \(Dependency(\.greeting).wrappedValue)"))
        }
      case .saw(let greeting):
        state.seen.append(greeting)
        return .none
      }
    }
  }

  @Test("Overrides are seen by initial state, initialiser, reducer and effects")  // 163
  func everywhere() async {
    let store = Store(
      initialState: State(), reducer: Feature(), dependencies: DependencyValues { $0.greeting = "hello" })
    store.send(.look)
    await store.send(.run).finish()
    #expect(store.initial == "hello")
    #expect(store.seen == ["hello", "hello", "hello", "first hello", "then hello"])
  }

  @Test("A store that is given none takes those that are bound where it is made, for good")
  func boundWhereMade() async {
    let store = withDependencies {
      $0.greeting = "hello"
    } operation: {
      Store(initialState: State(), reducer: Feature())
    }
    store.send(.look)
    await store.send(.run).finish()
    #expect(store.initial == "hello")
    #expect(store.seen == ["hello", "hello", "hello", "first hello", "then hello"])
  }

  @Test("They do not depend on who sends")
  func whoeverSends() {
    let store = Store(initialState: State(), reducer: Feature(), dependencies: DependencyValues(.test))
    withDependencies {
      $0.greeting = "sender"
    } operation: {
      _ = store.send(.look)
    }
    #expect(store.seen == ["test", "test", "test"])
  }

  @Test("A plain store binds nothing")
  func plain() async {
    let store = Store(initialState: State(), reducer: Feature())
    store.send(.look)
    await store.send(.run).finish()
    #expect(store.seen == ["live", "live", "live", "first live", "then live"])
  }

  @Test("The effects of a plain store do not see what is bound where they are started")
  func plainEffects() async {
    let store = Store(initialState: State(), reducer: Feature())
    let task = withDependencies {
      $0.greeting = "sender"
    } operation: {
      store.send(.run)
    }
    await task.finish()
    #expect(store.seen == ["first live", "then live"])
  }

  @Test("A store of a closure has dependencies, too")
  func closure() async {
    let store = Store<State, Action>(initialState: State(), dependencies: DependencyValues(.test)) { state, action in
      Feature().reduce(into: &state, action: action)
    }
    store.send(.look)
    await store.send(.run).finish()
    #expect(store.initial == "test")
    #expect(store.seen == ["test", "test", "test", "first test", "then test"])
  }

  @Test("So has one of an observable state")
  func observableState() async {
    let store = Store(
      initialState: Greeter.State(), reducer: Greeter(), dependencies: DependencyValues { $0.greeting = "hello" })
    await store.send(.greet).finish()
    #expect(store.log == ["hello", "hello"])
  }

  @Test("The closures that map an effect's actions see them, and so do handlers and every part of a tree")  // 70
  func bodiesAndMaps() async {
    let effect: Effect<String> = .merge(
      .run { send in await send("run") },
      .concatenate(
        .send("send").map { $0 + " mapped " + Dependency(\.greeting).wrappedValue },
        .run { _ in
          throw Failure()
        } catch: { _, send in
          await send("caught \(Dependency(\.greeting).wrappedValue)")
        },
        .run { send in await send("inner") }.cancellable(id: 1)))
    let store = Store<State, Action>(initialState: State(), dependencies: DependencyValues(.test)) { state, action in
      switch action {
      case .saw(let text): state.seen.append(text)
      default: return effect.map { .saw("\($0) mapped \(Dependency(\.greeting).wrappedValue)") }
      }
      return .none
    }
    await store.send(.run).finish()
    #expect(
      Set(store.seen) == [
        "run mapped test", "send mapped live mapped test", "caught test mapped test", "inner mapped test",
      ])
  }

  @Test("An effect's own dependencies come before those of the store")
  func effectDependencies() async {
    let store = Store<State, Action>(initialState: State(), dependencies: DependencyValues(.test)) { state, action in
      if case .saw(let text) = action {
        state.seen.append(text)
        return .none
      }
      return .run { send in await send(.saw(Dependency(\.greeting).wrappedValue)) }
        .dependencies(DependencyValues(.preview))
    }
    await store.send(.run).finish()
    #expect(store.seen == ["preview"])
    let run = Effect<Action>.run { _ in }
    #expect(Effect<Action>.none.dependencies(DependencyValues()) == .none)
    #expect(run == run)
  }

  @Test(
    "An effect with dependencies begins on the thread of the sender, and fails and ends as without",
    .issueReports(.testStoresOnly))
  func effectOutcome() async {
    let store = Store<State, Action>(initialState: State(), dependencies: DependencyValues(.test)) { state, action in
      switch action {
      case .saw(let text):
        state.seen.append(text)
        return .none
      case .run: return .run { send in await send(.saw("at once")) }
      case .look: return .run { _ in throw Failure(reason: "no network") }
      }
    }
    store.send(.run)
    #expect(store.seen == ["at once"])
    #expect(await store.send(.look).finish().error as? Failure == Failure(reason: "no network"))
    let endless = Store<State, Action>(initialState: State(), dependencies: DependencyValues(.test)) { _, _ in
      .run { _ in try await forever() }
    }
    let task = endless.send(.run)
    task.cancel()
    #expect(await task.finish().isCancelled)
  }

  @Test("A missing value for tests is a diagnostic of the store")
  func diagnostic() async throws {
    let store = Store<String, Action>(initialState: "", dependencies: DependencyValues(.test)) { state, _ in
      state = Dependency(\.unprepared).wrappedValue
      return .none
    }
    var diagnostics = store.diagnostics.makeAsyncIterator()
    store.send(.look)
    #expect(store.state == "live")
    let diagnostic = try #require(await diagnostics.next())
    #expect(diagnostic.level == .error)
    #expect(diagnostic.message.contains("the dependency Unprepared has no value for tests"))
  }

  @Test("Who was told of missing values before is told, too")
  func diagnosticAndReport() {
    let issues = Log<DependencyIssue>()
    let store = Store(
      initialState: Dependency(\.unprepared).wrappedValue, dependencies: logged(.test, issues)
    ) { (_: inout String, _: Action) in .none }
    #expect(store.state == "live")
    #expect(issues.all.map(\.key) == ["Unprepared"])
  }

  @Test("An initial state that throws makes no store")
  func throwingState() {
    func broken() throws -> State { throw Failure() }
    #expect(throws: Failure.self) { try Store(initialState: broken(), reducer: Feature()) }
  }

  @Test("debounce and throttle go by the dependency clock")
  func clock() async {
    let clock = TestClock()
    let store = Store<State, Action>(
      initialState: State(), dependencies: DependencyValues(.test) { $0.clock = clock }
    ) { state, action in
      switch action {
      case .saw(let text):
        state.seen.append(text)
        return .none
      case .look: return .send(.saw("debounced")).debounce(id: 1, for: .seconds(1))
      case .run: return .send(.saw("throttled")).throttle(id: 2, for: .seconds(1))
      }
    }
    let debounced = store.send(.look)
    store.send(.run)
    let throttled = store.send(.run)
    #expect(store.seen == ["throttled"])
    await clock.waitForSleepers(2)
    clock.advanceNow(by: .seconds(1))
    _ = await (debounced.finish(), throttled.finish())
    #expect(store.seen.sorted() == ["debounced", "throttled", "throttled"])
  }
}

/// Notes the greeting in its reducer and from its effect.
struct Greeter: Reducer {
  @ObservableState struct State {
    var log: [String] = []
  }
  enum Action: Sendable {
    case greet
    case note(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    @Dependency(\.greeting) var greeting
    switch action {
    case .greet:
      state.log.append(greeting)
      return .run { send in await send(.note(greeting)) }
    case .note(let text):
      state.log.append(text)
      return .none
    }
  }
}
