// Which registry code finds inside a store, and what a store does with its own assignments.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite struct GateHomeTests {
  struct Feature: Reducer {
    @ObservableState struct State: Equatable {
      @Shared(.memory, key: "one") var one = 0
      @Shared(.memory, key: "one") var again = 0
      @Shared(.memory, key: "other") var other = 0
      var seen = 0
    }
    enum Action: Sendable { case assign, readByKey, readElsewhere(SharedRegistry), assignByKey }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .assign: state.other += 1
      case .assignByKey: Shared(wrappedValue: 0, key: "one").withLock { $0 += 10 }
      case .readByKey: state.seen = Shared(wrappedValue: -1, key: "one").wrappedValue
      case .readElsewhere(let registry):
        state.seen = withDependencies {
          $0.shared = registry
        } operation: {
          Shared(wrappedValue: -1, key: "one").wrappedValue
        }
      }
      return .none
    }
  }

  private func makeStore(_ registry: SharedRegistry = SharedRegistry(directory: .none)) -> StoreOf<Feature> {
    Store(initialState: Feature.State(), dependencies: DependencyValues(.test) { $0.shared = registry }) { Feature() }
  }

  @Test func aReducerFindsTheRegistryOfItsStore() {
    let store = makeStore()
    store.$one.withLock { $0 = 5 }
    store.send(.readByKey)
    #expect(store.state.seen == 5)
  }

  @Test func whatIsBoundInsideComesFirst() {
    let other = SharedRegistry(directory: .none)
    let store = makeStore()
    store.$one.withLock { $0 = 5 }
    store.send(.readElsewhere(other))
    #expect(store.state.seen == -1)
    store.send(.readByKey)
    #expect(store.state.seen == 5)
  }

  @Test func nothingIsLeftOnTheThread() {
    let store = makeStore()
    store.send(.readByKey)
    _ = store.state
    #expect(GateHome.here == nil)
  }

  // A store without dependencies of its own binds none: only the gate knows its registry.

  struct Own: Reducer {
    @ObservableState struct Child: Equatable, Identifiable {
      var id = 0
      @Shared(.memory, key: "home.tests.one") var one = 0
    }
    @ObservableState struct State: Equatable {
      @Shared(.memory, key: "home.tests.one") var one = 0
      @Shared(.memory, key: "home.tests.other") var other = 0
      var child: Child?
      var rows: IdentifiedArrayOf<Child> = []
    }
    typealias Action = @Sendable (inout State) -> Void

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      action(&state)
      return .none
    }
  }
  struct Failure: Error {}

  @Test func ownAssignmentsOfAStoreWithoutDependencies() {
    let store = Store(initialState: Own.State(), reducer: Own())
    func send(_ commits: UInt64, _ action: @escaping Own.Action, line: Int = #line) {
      let before = store.revision
      store.send(action)
      #expect(store.revision == before + commits, "line \(line)")
      #expect(store.engine?.pending == 0)
    }
    send(1) { $0.other += 1 }
    send(1) { $0.$other.withLock { $0 += 1 } }
    #expect(store.state.other == 2)
    // By the key: the state hears of it in a commit of its own.
    send(2) { _ in Shared(wrappedValue: 0, key: "home.tests.one").withLock { $0 += 10 } }
    #expect(store.state.one == 10)
    // Through a constant.
    send(2) { state in
      let one = state.$one
      one.withLock { $0 += 10 }
    }
    #expect(store.state.one == 20)
    // The same value in other places.
    send(1) { $0.child = Own.Child() }
    send(1) { $0.rows.append(Own.Child(id: 7)) }
    #expect(store.state.child?.one == 20 && store.state.rows[0].one == 20)
    send(2) { $0.one = 30 }
    #expect(store.state.child?.one == 30 && store.state.rows[0].one == 30)
    send(2) { $0.rows[id: 7]?.one = 40 }
    #expect(store.state.one == 40 && store.state.child?.one == 40)
    // An old state that is put back gets the newest values, in a commit of its own.
    send(2) { state in
      let old = state
      state.other = 9
      state = old
    }
    #expect(store.state.other == 9 && store.state.one == 40)
    // An error does not undo what was changed before it.
    send(2) { state in
      try? state.$one.withLock {
        $0 = 50
        throw Failure()
      }
    }
    #expect(store.state.one == 50 && store.state.child?.one == 50)
  }

  @Test func othersAssignmentsOfAStoreWithoutDependencies() {
    let (store, other) = (
      Store(initialState: Own.State(), reducer: Own()), Store(initialState: Own.State(), reducer: Own())
    )
    let heard = Log<Int>()
    let subscription = store.observe(\.other) { heard.append($0) }
    other.send { $0.other = 70 }
    other.send { $0.other = 70 }
    other.send { $0.other = 71 }
    #expect(heard.all.suffix(2) == [70, 71] && store.state.other == 71)
    // A store that sends to another one inside of its reducer.
    store.send { state in
      state.other = 72
      other.send { $0.other += 1 }
    }
    #expect(store.state.other == 73 && other.state.other == 73)
    subscription.cancel()
  }

  @Test func aWrapperThatIsMadeToStandForAnotherValueLeavesTheStoreAlone() {
    let store = Store(initialState: Own.State(), reducer: Own())
    var wrapper = Shared(projectedValue: store.state.$one)
    wrapper.projectedValue = Shared(wrappedValue: 5, key: "home.tests.third")
    #expect(wrapper.wrappedValue == 5)
    store.$one.withLock { $0 = 60 }
    #expect(store.state.one == 60 && wrapper.wrappedValue == 5)
  }

  struct Opening: Reducer {
    @ObservableState struct Row: Equatable { @Shared(.memory, key: "row") var value = 0 }
    @ObservableState struct State: Equatable {
      var row: Row?
      var count = 0
    }
    enum Action: Sendable { case open, close, count }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .open: state.row = Row()
      case .close: state.row = nil
      case .count: state.count += 1
      }
      return .none
    }
  }

  @Test func aValueThatNobodyUsesAnyMoreIsForgottenAfterAFewCommits() {
    let registry = SharedRegistry(directory: .none)
    let store = Store(
      initialState: Opening.State(), dependencies: DependencyValues(.test) { $0.shared = registry }
    ) { Opening() }
    store.send(.open)
    var held: Shared<Int>? = store.state.row?.$value
    held?.withLock { $0 = 3 }
    store.send(.close)
    store.send(.count)
    #expect(registry.keys == ["row"])
    held = nil
    store.send(.count)
    #expect(registry.keys == [])
    store.send(.open)
    #expect(store.state.row?.value == 0)
  }
}
