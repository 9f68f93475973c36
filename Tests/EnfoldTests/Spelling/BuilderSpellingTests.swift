// Stores with builder closures, `\.self` as an action, `any Reducer`, printers, and the built-in dependencies.
import EnfoldTesting
import Testing

@Suite("Spellings of the Composable Architecture") struct BuilderSpellingTests {
  struct Counter: Reducer {
    @Action enum Action: Equatable { case increment, decrement }
    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      state += action == .increment ? 1 : -1
      return .none
    }
  }

  @Test("A store is made with a builder")
  func store() {
    let one = Store(initialState: 0) { Counter() }
    one.send(.increment)
    #expect(one.state == 1)
    let two = Store(initialState: 0) {
      Counter()
      Counter()
    }
    two.send(.increment)
    #expect(two.state == 2)
    let nothing = Store<Int, Counter.Action>(initialState: 0) {}
    nothing.send(.increment)
    #expect(nothing.state == 0)
    let observed = Store(initialState: Inbox.State()) { Inbox() }
    observed.send(.tap)
    #expect(observed.editor != nil)
  }

  @Test("A store is made with a builder and dependencies")
  func storeWithDependencies() {
    let start = Timestamp(nanosecondsSince1970: 5)
    let store = Store(initialState: Clocks.State()) {
      Clocks()
    } withDependencies: {
      $0.date.now = start
      $0.uuid = .incrementing
    }
    store.send(.look)
    #expect(store.times == [start, start])
    #expect(store.ids == [UniqueID(0), UniqueID(1)])
  }

  @Test("A test store is made with a builder")
  func testStore() async {
    let store = TestStore(initialState: 0) {
      Counter()
      Counter()
    }
    await store.send(\.increment) { $0 = 2 }
  }

  struct Clocks: Reducer {
    struct State: Equatable, Sendable {
      var times: [Timestamp] = []
      var ids: [UniqueID] = []
    }
    @Action enum Action { case look }
    @Dependency(\.date) var date
    @Dependency(\.uuid) var uuid

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.times += [date(), date.now]
      state.ids += [uuid(), uuid()]
      return .none
    }
  }

  @Test("In a test store the date can be set, and ids count from 0")
  func dependencies() async {
    let start = Timestamp(nanosecondsSince1970: 5)
    let store = TestStore(initialState: Clocks.State()) {
      Clocks()
    } withDependencies: {
      $0.date.now = start
    }
    await store.send(\.look) {
      $0.times = [start, start]
      $0.ids = [UniqueID(0), UniqueID(1)]
    }
    store.dependencies.date.now = Timestamp(nanosecondsSince1970: 6)
    await store.send(\.look) {
      $0.times += [Timestamp(nanosecondsSince1970: 6), Timestamp(nanosecondsSince1970: 6)]
      $0.ids += [UniqueID(2), UniqueID(3)]
    }
  }

  // MARK: action: \.self

  struct Pair: Reducer {
    @ObservableState struct State: Equatable {
      var left = 0
      var right: Int?
    }
    typealias Action = Counter.Action

    var body: some ReducerOf<Self> {
      Scope(state: \.left, action: \.self) { Counter() }
      EmptyReducer().ifLet(\.right, action: \.self) { Counter() }
    }
  }

  @Test("A child may have the actions of its parent")
  func wholeAction() async {
    let store = TestStore(initialState: Pair.State(right: 5)) { Pair() }
    await store.send(\.increment) {
      $0.left = 1
      $0.right = 6
    }
  }

  @Test("A scope may have the actions of its store")
  func wholeActionInStore() {
    let store = Store(initialState: Pair.State(right: 5)) { Pair() }
    let left = store.scope(state: \.left, action: \.self)
    left.send(.increment)
    #expect(left.state == 1)
    #expect(store.right == 6)
    #expect(left === store.scope(state: \.left, action: \.self))
  }

  struct Rows: Reducer {
    @ObservableState struct State: Equatable { var rows: IdentifiedArrayOf<Inbox.Row.State> = [] }
    typealias Action = IdentifiedActionOf<Inbox.Row>
    var body: some ReducerOf<Self> {
      EmptyReducer().forEach(\.rows, action: \.self) { Inbox.Row() }
    }
  }

  @Test("A list may be all that a feature has")
  func wholeActionOfList() async {
    let store = TestStore(initialState: Rows.State(rows: [Inbox.Row.State(id: 2)])) { Rows() }
    await store.send(\.[id: 2].rename, "two") { $0.rows[id: 2]?.title = "two" }
  }

  @Test("pullback takes it, too")
  func pullbackOfWholeAction() {
    func count(_ state: inout Int, _ action: Counter.Action) { state += 1 }
    func effect(_ state: inout Int, _ action: Counter.Action) -> Effect<Counter.Action> {
      state += 1
      return action == .increment ? .send(.decrement) : .none
    }
    var state = Pair.State()
    pullback(count, value: \Pair.State.left, action: \.self)(&state, .increment)
    #expect(state.left == 1)
    let returned = pullback(effect, value: \Pair.State.left, action: \.self)(&state, .increment)
    #expect(state.left == 2)
    #expect(returned != .none)
  }

  // MARK: any Reducer

  @Test("A reducer of unknown type stands in a builder")
  func existential() async {
    struct Feature: Reducer {
      let inner: any Reducer<Int, Counter.Action>
      var body: some Reducer<Int, Counter.Action> {
        inner
        Counter()
        inner
      }
    }
    let store = TestStore(initialState: 0) { Feature(inner: Counter()) }
    await store.send(\.increment) { $0 = 3 }
  }

  // MARK: Printers

  @Test("A printer gets the action")
  func printer() {
    let log = Log<String>()
    let printer = ReducerPrinter<Int, Counter.Action> { action, old, new in
      if action == .increment { log.append("\(old) to \(new)") }
    }
    let store = Store(initialState: 0) { Counter().printChanges(printer) }
    store.send(.decrement)
    store.send(.increment)
    #expect(log.all == ["-1 to 0"])
  }

  // MARK: ReactorKit and early versions

  @Test("value, action, empty and just")
  func others() {
    let store = Store<Int, Counter.Action>(initialState: 0) { state, action in
      state += action == .increment ? 1 : -1
      return action == .increment && state < 3 ? .just(.increment) : .empty
    }
    store.action(.increment)
    #expect(store.value == 3)
    #expect(Effect<Counter.Action>.empty == .none)
    #expect(Effect<Counter.Action>.just(.increment) == .send(.increment))
  }
}
