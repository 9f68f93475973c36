// Small spellings of the Composable Architecture.
import EnfoldTesting
import Synchronization
import Testing

@Suite("Small spellings of the Composable Architecture") struct SmallSpellingTests {
  struct Row: Equatable {
    var name: String
    var count = 0
  }

  struct Counter: Reducer {
    @ObservableState struct State: Equatable {
      var count = 1
      var rows: IdentifiedArrayOf<Inbox.Row.State> = [Inbox.Row.State(id: 1)]
    }
    @Action enum Action { case tapped, renamed, added }
    @Dependency(\.clock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .tapped:
        return .run { [clock] send in
          try await clock.sleep(for: .zero)
          await send(.added)
        }
      case .renamed: state.rows[id: 1]?.title = "milk"
      case .added: state.rows.append(Inbox.Row.State(id: 2))
      }
      return .none
    }
  }

  @Test("withState reads a property, and whatever a closure makes of the state") func withState() {
    let store = Store(initialState: .init()) { Counter() }
    #expect(store.withState(\.count) == 1)
    #expect(store.withState { $0.rows.count + $0.count } == 2)
  }

  @Test("A list of what is not Identifiable") func list() {
    let rows = [Row(name: "milk"), Row(name: "tea")]
    var list = IdentifiedArray(uniqueElements: rows, id: \.name)
    list[id: "tea"]?.count = 3
    #expect(list.ids.elementsEqual(["milk", "tea"]))
    #expect(list[id: "tea"] == Row(name: "tea", count: 3))
    let numbers = IdentifiedArray(uniqueElements: 1...3, id: \.self)
    #expect(numbers[id: 2] == 2)
  }

  @Test("A clock that advances by nothing wakes who sleeps until now") func advance() async {
    let clock = TestClock()
    let store = TestStore(initialState: .init()) {
      Counter()
    } withDependencies: {
      $0.clock = clock
    }
    await store.send(.tapped)
    await clock.advance()
    await store.receive(\.added) { $0.rows.append(Inbox.Row.State(id: 2)) }
  }

  @Test("Work that never ends throws when it is cancelled") func never() async {
    let fetch: @Sendable () async throws -> Int = { try await Task.never() }
    let first = Task { try await fetch() }
    let second = Task<Void, any Error> { try await Task.never() }
    first.cancel()
    second.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    await #expect(throws: CancellationError.self) { try await second.value }
  }

  @Test("Who observes the ids of a list hears of them alone") func ids() {
    let store = Store(initialState: .init()) { Counter() }
    let ids = Mutex<[[Int]]>([])
    let all = Mutex(0)
    let subscriptions = [
      store.observe(\.rows.ids) { value in ids.withLock { $0.append(Array(value)) } },
      store.observe(\.rows) { _ in all.withLock { $0 += 1 } },
    ]
    store.send(.renamed)
    #expect(ids.withLock { $0 } == [[1]])
    #expect(all.withLock { $0 } == 2)
    store.send(.added)
    #expect(ids.withLock { $0 } == [[1], [1, 2]])
    #expect(all.withLock { $0 } == 3)
    withExtendedLifetime(subscriptions) {}
  }
}

@Suite("Children in a case that have their parent's actions") struct WholeActionTests {
  struct Counter: Reducer {
    @ObservableState struct State: Equatable { var count = 0 }
    @Action enum Action { case increment }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.count += 1
      return .none
    }
  }

  @Action enum Either: Equatable { case left(Counter.State), right(Counter.State) }

  struct Left: Reducer {
    typealias State = Either
    typealias Action = Counter.Action
    var body: some ReducerOf<Self> {
      Scope(\.left, action: \.self) { Counter() }
      Scope(case: \.left, action: \.self) { Counter() }
    }
  }

  struct Right: Reducer {
    typealias State = Either
    typealias Action = Counter.Action
    var body: some ReducerOf<Self> { EmptyReducer().ifCaseLet(\.right, action: \.self) { Counter() } }
  }

  @Test("With a label, without one, and with ifCaseLet") func cases() async {
    let left = TestStore(initialState: .left(Counter.State())) { Left() }
    await left.send(.increment) { $0 = .left(Counter.State(count: 2)) }
    let right = TestStore(initialState: .right(Counter.State())) { Right() }
    await right.send(.increment) { $0 = .right(Counter.State(count: 1)) }
  }
}
