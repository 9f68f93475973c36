// Stores of reactors: who keeps whom, and which state they begin with.
import EnfoldReactor
import EnfoldTesting
import Testing

@Reactor private final class Counter: Reactor {
  enum Action: Sendable { case increment }
  @ObservableState struct State { var count: Int }

  let initialState: State
  init(from count: Int = 0) { initialState = State(count: count) }

  func reduce(state: inout State, mutation: Action) { state.count += 1 }
}

@Suite("Stores of reactors") struct StoreTests {
  @Test("A store begins with the state of its reactor") func initialState() {
    #expect(Store(Counter(from: 5)).count == 5)
    #expect(Store { Counter(from: 6) }.count == 6)
  }

  @Test("A reactor without a store has its initial state") func withoutStore() {
    #expect(Counter(from: 5).currentState.count == 5)
  }

  // 32
  @Test("A store keeps its reactor, and the reactor does not keep the store") func ownership() {
    weak var reactor: Counter?
    weak var store: Store<Counter.State, Counter.Action>?
    do {
      let kept = Counter()
      let opened = Store(kept)
      (reactor, store) = (kept, opened)
      opened.send(.increment)
      #expect(kept.currentState.count == 1)
    }
    #expect(store == nil)
    #expect(reactor == nil)
  }

  @Test("A reactor outlives its store, and has its initial state again") func reactorOutlivesStore() {
    let reactor = Counter(from: 3)
    do {
      let store = Store(reactor)
      store.send(.increment)
      #expect(reactor.currentState.count == 4)
    }
    #expect(reactor.currentState.count == 3)
  }

  @Test("A reactor reduces outside of a store, too") func outside() {
    let reactor = Counter()
    var state = reactor.initialState
    #expect(reactor.reduce(into: &state, action: .increment) == .none)
    #expect(state.count == 1)
  }
}
