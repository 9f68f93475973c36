// Reactors as children: in Scope, ifLet, ifCaseLet and forEach.
import EnfoldReactor
@testable import EnfoldTesting
import Testing

/// Counts in steps, which it gets from its currentState.
@Reactor private final class Row: Reactor, ObservableEvent {
  @Action enum Action: Equatable { case double, later, outer }
  enum Mutation: Sendable, Equatable { case set(Int) }
  @ObservableState struct State: Identifiable, Equatable {
    let id: Int
    var value = 1
  }
  let initialState = State(id: 0)
  private let world: World

  init(_ world: World) {
    self.world = world
    world.note("made")
  }
  deinit { world.note("gone") }

  func mutate(action: Action) -> Effect<Mutation> {
    let value = currentState.value
    switch action {
    case .double: return .merge(.send(.set(value * 2)), .send(.set(value * 2 + 1)))
    case .later: return .run { [self] send in await send(.set(currentState.value + 100)) }
    case .outer: return .send(.set(-1))
    }
  }
  func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
    .merge(mutation, world.values.map { Mutation.set($0) })
  }
  func transformAction() -> Observable<Action> { world.ticks.map { Action.outer }.eraseToAnyPublisher() }
  func reduce(state: inout State, mutation: Mutation) { if case .set(let value) = mutation { state.value = value } }
}

/// What happens outside of the reactors.
private final class World: Sendable {
  let values = PublishSubject<Int>()
  let ticks = PublishSubject<Void>()
  private let notes = Locked<[String]>([])

  func note(_ text: String) { notes.withLock { $0.append(text) } }
  func count(_ text: String) -> Int { notes.withLock { $0.count { $0 == text } } }
}

@Action private enum ListAction: Equatable {
  case row(id: Int, action: Row.Action)
  case detail(Row.Action)
  case only(Row.Action)
  case add(Int), remove(Int), open(Int), close
}

@ObservableState private struct ListState: Equatable {
  var rows: IdentifiedArrayOf<Row.State> = []
  var detail: Row.State?
  var only = Row.State(id: 0)
}

private struct List: Reducer {
  let world: World

  var body: some Reducer<ListState, ListAction> {
    Scope(state: \.only, action: \.only) { Row(world) }
    Reduce { state, action in
      switch action {
      case .add(let id): state.rows.append(Row.State(id: id))
      case .remove(let id): state.rows.remove(id: id)
      case .open(let id): state.detail = Row.State(id: id)
      case .close: state.detail = nil
      default: break
      }
      return .none
    }
    .ifLet(\.detail, action: \.detail) { Row(world) }
    .forEach(\.rows, action: \.row) { Row(world) }
  }
}

@Suite("Reactors as children") struct ReactorChildrenTests {
  @Test("Each row has a reactor of its own, whose currentState is that row's") func rows() {
    let world = World()
    let store = Store(
      initialState: ListState(rows: [.init(id: 1), .init(id: 2, value: 10)]), reducer: List(world: world))
    #expect(world.count("made") == 3)
    store.send(.row(id: 2, action: .double))
    #expect(store.rows.map(\.value) == [1, 21])
    store.send(.row(id: 1, action: .double))
    #expect(store.rows.map(\.value) == [3, 21])
  }

  @Test("The first mutation is a part of the action's commit, and the next ones are told one by one") func commits() {
    let store = Store(initialState: ListState(rows: [.init(id: 1)]), reducer: List(world: World()))
    let seen = Locked<[Int]>([])
    let subscription = store.observe(\.rows[id: 1]?.value) { value in seen.withLock { $0.append(value ?? 0) } }
    store.send(.row(id: 1, action: .double))
    #expect(seen.withLock { $0 } == [1, 2, 3])
    #expect(store.revision == 2)
    withExtendedLifetime(subscription) {}
  }

  @Test("A reactor begins with its row and ends with it") func life() {
    let world = World()
    let store = Store(initialState: ListState(), reducer: List(world: world))
    #expect(world.count("made") == 1)
    store.send(.add(7))
    #expect(world.count("made") == 2)
    world.values.onNext(5)
    #expect(store.rows[id: 7]?.value == 5)
    #expect(store.only.value == 5)
    store.send(.remove(7))
    #expect(world.count("gone") == 1)
    #expect(world.values.observerCount == 1)
    store.send(.add(7))
    #expect(world.count("made") == 3)
    world.values.onNext(6)
    #expect(store.rows[id: 7]?.value == 6)
    store.close()
    #expect(world.values.observerCount == 0)
  }

  @Test("A row that is written from outside gets its reactor, too") func set() {
    let world = World()
    let store = Store(initialState: ListState(), reducer: List(world: world))
    store.set(\.detail, to: Row.State(id: 3))
    #expect(world.count("made") == 2)
    store.send(.detail(.double))
    #expect(store.detail?.value == 3)
    store.set(\.detail, to: Row.State(id: 4))  // another one
    #expect(world.count("made") == 3)
    #expect(world.count("gone") == 1)
    store.set(\.detail, to: nil)
    #expect(world.count("gone") == 2)
  }

  @Test("What a reactor sends by itself is its parent's action") func outer() {
    let world = World()
    let store = Store(initialState: ListState(rows: [.init(id: 1)]), reducer: List(world: world))
    let actions = Locked<[ListAction]>([])
    let subscription = store.observeActions { action, _, _ in actions.withLock { $0.append(action) } }
    world.ticks.onNext(())
    #expect(store.rows.map(\.value) == [-1])
    #expect(actions.withLock { $0.contains(.row(id: 1, action: .outer)) })
    #expect(actions.withLock { $0.contains(.only(.outer)) })
    withExtendedLifetime(subscription) {}
  }

  @Test("What a reactor sends by itself is dropped with a diagnostic, if its parent's action is no case") func noWay()
    async
  {
    let world = World()
    let store = Store<Outer, HandWritten>(initialState: Outer(list: ListState())) {
      Scope(state: \.list, action: \.list) { List(world: world) }
    }
    var diagnostics = store.diagnostics.makeAsyncIterator()
    world.ticks.onNext(())
    let diagnostic = await diagnostics.next()
    #expect(diagnostic?.action == "outer")
    #expect(diagnostic?.message.hasPrefix("dropped: the reactor of a child sent it by itself") == true)
    #expect(store.list.only.value == 1)
    store.send(HandWritten(inner: .only(.double)))
    #expect(store.list.only.value == 3)
  }

  @Test("A later mutation for a row that has gone is dropped", .issueReports(.testStoresOnly)) func gone() async {
    let world = World()
    let store = Store(initialState: ListState(rows: [.init(id: 1)]), reducer: List(world: world))
    let task = store.send(.row(id: 1, action: .later))
    _ = await task.finish()
    #expect(store.rows[id: 1]?.value == 101)
    store.send(.remove(1))
    store.send(.row(id: 1, action: .later))
    #expect(store.rows.isEmpty)
  }

  @Test("A reducer whose type is hidden may contain reactors") func erased() {
    let world = World()
    let reducer: any Reducer<ListState, ListAction> = List(world: world)
    let state = Outer(list: ListState(rows: [.init(id: 1, value: 4)]))
    let store = Store<Outer, OuterAction>(initialState: state) {
      Scope(state: \.list, action: \.list) { reducer }
    }
    #expect(world.count("made") == 2)
    store.send(.list(.row(id: 1, action: .double)))
    #expect(store.list.rows[id: 1]?.value == 9)
    #expect(store.revision == 2)
  }

  @Test("A child's reactor that nobody sees does not know its state, and reduces all the same") func unseen() {
    let world = World()
    let store = Store<Outer, OuterAction>(initialState: Outer(list: ListState())) {
      Scope(state: \.list, action: \.list) {
        Scope(state: \.only, action: \.only) { Row(world).eraseToReduce() }
      }
    }
    store.set(\.list.only.value, to: 50)
    store.send(.list(.only(.double)))
    #expect(store.list.only.value == 3)  // of the reactor's initial state, which is 1
  }

  @Test("A mutation of a reactor that has gone is not that of another child with its id") func sameID() {
    let world = World()
    let store = Store(initialState: ListState(rows: [.init(id: 1)]), reducer: List(world: world))
    let subscription = store.observe(\.detail?.value, initial: false) { [unowned store] value in
      guard value == 1 else { return }
      store.send(.remove(1))
      store.send(.add(1))
      world.values.onNext(100)  // of the row that is there: it is told before the row goes
    }
    store.send(.open(5))
    #expect(store.rows[id: 1]?.value == 1)
    world.values.onNext(7)
    #expect(store.rows[id: 1]?.value == 7)
    subscription.cancel()
  }

  @Test("A row that comes and goes within one action leaves no reactor behind") func visitor() {
    let world = World()
    let store = Store<ListState, ListAction>(initialState: ListState()) {
      Reduce { state, action in
        if case .row(let id, _) = action { state.rows.append(Row.State(id: id)) }
        return .none
      }
      EmptyReducer().forEach(\.rows, action: \.row) { Row(world) }
      Reduce { state, action in
        state.rows = []
        return .none
      }
    }
    for id in 0..<10 { store.send(.row(id: id, action: .outer)) }
    #expect(world.count("made") == 10)
    #expect(world.count("gone") == 10)
    #expect(store.rows.isEmpty)
  }

  @Test("What was left of an action that was not reduced does not follow the next one", .issueReports(.testStoresOnly))
  func leftover() {
    let world = World()
    let store = Store<Hiding, ListAction>(initialState: Hiding()) {
      Reduce { state, action in
        if case .detail = action, state.isHiding { (state.hidden, state.detail) = (state.detail, nil) }
        return .none
      }
      EmptyReducer().ifLet(\.detail, action: \.detail) { Row(world) }
      Reduce { state, action in
        if let hidden = state.hidden { (state.hidden, state.detail, state.isHiding) = (nil, hidden, false) }
        return .none
      }
    }
    let seen = Locked<[Int]>([])
    let subscription = store.observe(\.detail?.value) { value in seen.withLock { $0.append(value ?? -1) } }
    store.send(.detail(.double))
    store.send(.detail(.later))
    #expect(seen.withLock { $0 }.first == 1)
    #expect(!seen.withLock { $0 }.contains(3))
    withExtendedLifetime(subscription) {}
  }

  @Test("A TestStore asserts the mutations of children") func testStore() async {
    let store = TestStore(initialState: ListState(rows: [.init(id: 1)]), reducer: List(world: World()))
    await store.send(.row(id: 1, action: .double)) { $0.rows[id: 1]?.value = 2 }
    await store.receive(mutation: Row.Mutation.set(3)) { $0.rows[id: 1]?.value = 3 }
  }
}

@ObservableState private struct Hiding: Equatable {
  var detail: Row.State? = Row.State(id: 1)
  var hidden: Row.State?
  var isHiding = true
}

@Action private enum OuterAction: Equatable { case list(ListAction) }

/// An action whose child's action is a property.
private struct HandWritten: Sendable {
  var inner: ListAction
  var list: ListAction? {
    get { inner }
    set { if let newValue { inner = newValue } }
  }
}
@ObservableState private struct Outer: Equatable { var list: ListState }
