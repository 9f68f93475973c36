// Short spellings of the Composable Architecture: places without a label, `.init()` as a state, results of asynchronous work.
import EnfoldTesting
import Testing

@Suite("Short spellings of the Composable Architecture") struct ShortSpellingTests {
  struct Counter: Reducer {
    @ObservableState struct State: Equatable { var count = 0 }
    @Action enum Action: Equatable { case increment }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.count += 1
      return .none
    }
  }

  // MARK: Places without a label

  struct Screen: Reducer {
    @ObservableState struct State: Equatable {
      var counter = Counter.State()
      var whole = Counter.State()
      var editor: Inbox.Editor.State?
      var rows: IdentifiedArrayOf<Inbox.Row.State> = [Inbox.Row.State(id: 1)]
    }
    @Action enum Action {
      case counter(Counter.Action)
      case editor(Inbox.Editor.Action)
      case rows(IdentifiedActionOf<Inbox.Row>)
    }

    var body: some ReducerOf<Self> {
      Scope(\.counter, action: \.counter) { Counter() }
      Reduce { state, action in
        if case .counter = action { state.editor = Inbox.Editor.State() }
        return .none
      }
      .ifLet(\.editor, action: \.editor) { Inbox.Editor() }
      .forEach(\.rows, action: \.rows) { Inbox.Row() }
    }
  }

  @Test("A child's place stands without a label, in a reducer and in a store") func places() {
    let store = Store(initialState: .init()) { Screen() }
    let counter = store.scope(\.counter, action: \.counter)
    #expect(store.scope(\.editor, action: \.editor) == nil)
    counter.send(.increment)
    #expect(store.counter.count == 1)
    #expect(counter === store.scope(state: \.counter, action: \.counter))
    let editor: StoreOf<Inbox.Editor>? = store.scope(\.editor, action: \.editor)
    #expect(editor === store.scope(state: \.editor, action: \.editor))
    #expect(editor != nil)
    #expect(store.scope(\.rows, action: \.rows).map(\.id) == [1])
    #expect(store.scope(\.whole, action: \.self).count == 0)
  }

  struct Loading: Reducer {
    @Action enum State: Equatable { case waiting, loaded(Counter.State) }
    @Action enum Action { case loaded(Counter.Action) }
    var body: some ReducerOf<Self> { Scope(\.loaded, action: \.loaded) { Counter() } }
  }

  struct Whole: Reducer {
    @Action enum State: Equatable { case waiting, loaded(Counter.State) }
    typealias Action = Counter.Action
    var body: some ReducerOf<Self> {
      Scope(case: \.loaded, action: \.self) { Counter() }
      EmptyReducer().ifCaseLet(\.loaded, action: \.self) { Counter() }
    }
  }

  struct Pair: Reducer {
    @ObservableState struct State: Equatable { var left = Counter.State() }
    typealias Action = Counter.Action
    var body: some ReducerOf<Self> { Scope(\.left, action: \.self) { Counter() } }
  }

  @Test("A child in a case: without a label, and with the actions of its parent") func cases() async {
    let loading = TestStore(initialState: .loaded(Counter.State())) { Loading() }
    await loading.send(.loaded(.increment)) { $0 = .loaded(Counter.State(count: 1)) }
    let whole = TestStore(initialState: .loaded(Counter.State())) { Whole() }
    await whole.send(.increment) { $0 = .loaded(Counter.State(count: 2)) }
    let pair = TestStore(initialState: .init()) { Pair() }
    await pair.send(.increment) { $0.left.count = 1 }
  }

  // MARK: The initial state

  @Test("The state to begin with may be `.init()`: the reducer says of which type") func initialState() async {
    let store = TestStore(initialState: .init()) { Counter() }
    await store.send(.increment) { $0.count = 1 }
    let other = TestStore(initialState: .init(count: 5)) {
      Counter()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await other.send(.increment) { $0.count = 6 }
    let plain = Store(initialState: .init()) {
      Counter()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    plain.send(.increment)
    #expect(plain.count == 1)
    let several = TestStore(initialState: Counter.State()) {
      Counter()
      Counter()
    }
    await several.send(.increment) { $0.count = 2 }
  }

  // MARK: Results

  struct Offline: Error {}

  struct Facts: Reducer {
    @ObservableState struct State: Equatable { var fact = "" }
    enum Action: Sendable { case load, loaded(Result<String, any Error>) }
    var fetch: @Sendable () async throws -> String

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .load:
        return .run { [fetch] send in await send(.loaded(Result { try await fetch() })) }
      case .loaded(.success(let fact)): state.fact = fact
      case .loaded(.failure(let error)): state.fact = "\(error)"
      }
      return .none
    }
  }

  @Test("A result of asynchronous work keeps what that returns or throws") func results() async {
    let good = Store(initialState: Facts.State(), reducer: Facts { "7 is prime" })
    await good.send(.load).finish()
    #expect(good.fact == "7 is prime")
    let bad = Store(initialState: Facts.State(), reducer: Facts { throw Offline() })
    await bad.send(.load).finish()
    #expect(bad.fact == "Offline()")
    let typed: Result<Int, any Error> = await Result { try await number() }
    #expect(try! typed.get() == 7)
  }

  @Test("A result of other work is the standard library's, also where one may wait")
  func synchronousResults() async throws {
    func now() throws -> Int { 7 }
    func typed() throws(Offline) -> Int { throw Offline() }
    let result = Result { try now() }
    let failure = Result<Int, Offline> { () throws(Offline) in try typed() }
    #expect(try result.get() == 7)
    #expect(throws: Offline.self) { try failure.get() }
  }

  private func number() async throws -> Int { 7 }
}
