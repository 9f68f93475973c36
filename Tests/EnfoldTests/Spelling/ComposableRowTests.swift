// The rows of docs/coming-from.md for people who know the Composable Architecture, as they stand there.
import EnfoldTesting
import Testing

private struct Child: Reducer {
  @ObservableState struct State: Equatable { var name = "" }
  @Action enum Action: Equatable { case rename(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .rename(let name) = action { state.name = name }
    return .none
  }
}

private struct Row: Reducer {
  @ObservableState struct State: Equatable, Identifiable {
    let id: Int
    var title = ""
  }
  @Action enum Action: Equatable { case rename(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rename(let title): state.title = title
      }
      return .none
    }
  }
}

private struct Feature: Reducer {
  @ObservableState struct State: Equatable {
    var count = 0
    var text = ""
    var always = Child.State()
    var child: Child.State?
    var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 7)]
  }
  @Action enum Action {
    case tapped, load
    case always(Child.Action)
    case child(Child.Action)
    case rows(IdentifiedActionOf<Row>)
    case loaded(Result<[Int], ActionError>)
  }

  @Dependency(\.greeting) var greeting
  @Dependency(\.clock) var clock

  var body: some ReducerOf<Self> {
    Scope(state: \.always, action: \.always) { Child() }
    EmptyReducer()
    CombineReducers {
      Reduce { state, action in
        switch action {
        case .tapped:
          state.count += 1
          state.text = greeting
        case .load:
          return .run { send in
            for await _ in clock.timer(interval: .seconds(1)) { await send(.loaded(.success([1, 2]))) }
          }
          .cancellable(id: "timer", cancelInFlight: true)
        case .loaded:
          state.rows[id: 7]?.title = "milk"
          return .cancel(id: "timer")
        case .always, .child, .rows: break
        }
        return .none
      }
    }
    .ifLet(\.child, action: \.child) { Child() }
    .forEach(\.rows, action: \.rows) { Row() }
  }
}

private struct Parent: Reducer {
  typealias State = Feature.State
  typealias Action = Feature.Action
  var body: some ReducerOf<Self> { Feature().dependency(\.greeting, "hello") }
}

private struct Loading: Reducer {
  typealias Loaded = Child
  @Action enum State: Equatable { case waiting, loaded(Child.State) }
  @Action enum Action: Equatable { case loaded(Child.Action) }
  var body: some ReducerOf<Self> { EmptyReducer().ifCaseLet(\.loaded, action: \.loaded) { Loaded() } }
}

private struct Outline: Reducer {
  @ObservableState struct State: Equatable, Identifiable {
    let id: Int
    var rows: IdentifiedArrayOf<Outline.State> = []
    var isOpen = false
  }
  @Action indirect enum Action: Equatable { case open, rows(IdentifiedAction<Int, Outline.Action>) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .open = action { state.isOpen = true }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Outline() }
  }
}

private struct Counter: Reducer {
  @ObservableState struct State: Equatable { var count = 0 }
  @Action enum Action: Equatable { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

@Suite("Rows of the Composable Architecture") struct ComposableRowTests {
  @Test("A store, its children and their rows") func store() async {
    let store = Store(initialState: Feature.State()) { Feature() }
    await store.send(.tapped).finish()
    store.send(.tapped).cancel()
    #expect(store.count == 2)
    #expect(store.text == "live")
    let same: StoreOf<Feature> = store
    #expect(same.scope(state: \.rows[id: 7], action: \.rows[id: 7])?.title == "")
    store.send(.rows(.element(id: 7, action: .rename("bread"))))
    #expect(store.scope(state: \.rows[id: 7], action: \.rows[id: 7])?.title == "bread")
  }

  @Test("A test store with dependencies and a timer") func testStore() async {
    let clock = TestClock()
    let store = TestStore(initialState: Feature.State()) {
      Feature()
    } withDependencies: {
      $0.greeting = "test"
      $0.clock = clock
    }
    await store.send(.tapped) {
      $0.count = 1
      $0.text = "test"
    }
    await store.send(.load)
    await clock.advance(by: .seconds(1))
    await store.receive(\.loaded.success, [1, 2]) { $0.rows[id: 7]?.title = "milk" }
  }

  @Test("A test says what an action changes") func send() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.tapped) { $0.count = 1 }
  }

  @Test("A dependency that a parent sets") func dependency() {
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.tapped)
    #expect(store.text == "hello")
  }

  @Test("Cases, lists and features that contain themselves") func places() {
    var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 7)]
    rows[id: 7]?.title = "milk"
    #expect(rows.remove(id: 7)?.title == "milk")
    let action = Feature.Action.loaded(.success([5]))
    #expect(!action.is(\.load))
    #expect(action[case: \.loaded.success] == [5])
    let loading = Store(initialState: Loading.State.loaded(Child.State())) { Loading() }
    loading.send(.loaded(.rename("a")))
    #expect(loading.state == .loaded(Child.State(name: "a")))
    let outline = Store(initialState: Outline.State(id: 1, rows: [Outline.State(id: 2)])) { Outline() }
    outline.send(.rows(.element(id: 2, action: .open)))
    #expect(outline.rows[id: 2]?.isOpen == true)
  }
}
