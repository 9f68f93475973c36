// Dependencies in a test store.
import EnfoldTesting
import Testing

@Suite("Dependencies in a test store") struct DependencyTests {
  enum GreetingKey: DependencyInjectable {
    static var live: String { "live" }
    static var test: String { "test" }
  }

  enum NetworkKey: DependencyInjectable {
    static var live: Int { 1 }
  }

  struct Feature: Reducer {
    struct State: Equatable, Sendable {
      var atInit: String
      var inReducer = ""
      var inEffect = ""

      init() {
        @Dependency(\.greeting) var greeting
        atInit = greeting
      }
    }

    enum Action: Equatable { case greet, greeted(String), connect, wait }

    @Dependency(\.greeting) var greeting
    @Dependency(\.network) var network
    @Dependency(\.clock) var clock
    let atInit: String

    init() {
      @Dependency(\.greeting) var greeting
      atInit = greeting
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .greet:
        state.inReducer = "\(atInit) \(greeting)"
        return .run { send in
          await Task.yield()
          await send(.greeted(greeting))
        }
      case .greeted(let greeting):
        state.inEffect = greeting
        return .none
      case .connect:
        _ = network
        return .none
      case .wait:
        return .run { send in
          try await clock.sleep(for: .seconds(5))
          await send(.greeted("late"))
        }
      }
    }
  }

  @Test("Without overrides they are those of tests")  // 163
  func testValues() async {
    let store = TestStore(initialState: Feature.State(), reducer: Feature())
    #expect(store.state.atInit == "test")
    await store.send(.greet) { $0.inReducer = "test test" }
    await store.receive(.greeted("test"), timeout: .seconds(60)) { $0.inEffect = "test" }
  }

  @Test("Overrides are seen by the state's init, the reducer's init, the reducer and its effects")  // 163
  func overrides() async {
    let store = TestStore(initialState: Feature.State(), reducer: Feature()) { $0.greeting = "hello" }
    #expect(store.state.atInit == "hello")
    await store.send(.greet) { $0.inReducer = "hello hello" }
    await store.receive(.greeted("hello"), timeout: .seconds(60)) { $0.inEffect = "hello" }
  }

  @Test("A change in the middle of a test is seen by later actions and their effects")  // 163
  func midwayChange() async {
    let store = TestStore(initialState: Feature.State()) {
      Feature()
    } withDependencies: {
      $0.greeting = "hello"
    }
    await store.send(.greet) { $0.inReducer = "hello hello" }
    store.dependencies.greeting = "bye"
    await store.receive(.greeted("hello"), timeout: .seconds(60)) { $0.inEffect = "hello" }
    await store.send(.greet) { $0.inReducer = "hello bye" }
    await store.receive(.greeted("bye"), timeout: .seconds(60)) { $0.inEffect = "bye" }
    #expect(store.dependencies.greeting == "bye")
  }

  @Test("The clock is the store's own")  // 163
  func clock() async {
    let store = TestStore(initialState: Feature.State(), reducer: Feature())
    await store.send(.wait)
    await store.advance(by: .seconds(5))
    await store.receive(.greeted("late"), timeout: .seconds(60)) { $0.inEffect = "late" }
  }

  @Test("The clock can be another one")  // 163
  func otherClock() async {
    let store = TestStore(initialState: Feature.State(), reducer: Feature()) { $0.clock = ImmediateClock() }
    await store.send(.wait)
    await store.receive(.greeted("late"), timeout: .seconds(60)) { $0.inEffect = "late" }
  }

  @Test("One without a value for tests fails the test by its name, also after a change")  // 163
  func missing() async {
    let store = TestStore(initialState: Feature.State(), reducer: Feature())
    let failures = await failures { await store.send(.connect) }
    #expect(failures.count == 1)
    #expect(failures.first?.text.contains("NetworkKey") == true, "\(failures)")
    store.dependencies = DependencyValues(.test)
    let others = await EnfoldTestingTests.failures { await store.send(.connect) }
    #expect(others.count == 1)
    store.dependencies[NetworkKey.self] = 7
    await store.send(.connect)
  }
}

extension DependencyValues {
  fileprivate var greeting: String {
    get { self[DependencyTests.GreetingKey.self] }
    set { self[DependencyTests.GreetingKey.self] = newValue }
  }
  fileprivate var network: Int { self[DependencyTests.NetworkKey.self] }
}
