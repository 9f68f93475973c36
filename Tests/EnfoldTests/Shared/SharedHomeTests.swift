// Which registry code finds inside a store, and what a store does with its own assignments.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite struct SharedHomeTests {
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

  @Test func anOwnAssignmentMakesNoOtherCommit() {
    let store = makeStore()
    store.send(.assign)
    #expect(store.revision == 1 && store.state.other == 1)
    #expect(store.engine?.pending == 0)
  }

  @Test func anAssignmentByTheKeyInsideOfAReducerIsSeenAfterIt() {
    let store = makeStore()
    store.send(.assignByKey)
    #expect(store.state.one == 10 && store.state.again == 10)
    // The action's commit, and one for the values.
    #expect(store.revision == 2)
    store.send(.assignByKey)
    #expect(store.state.one == 20 && store.revision == 4)
  }

  @Test func aValueThatNobodyUsesAnyMoreIsForgottenAfterAFewCommits() {
    struct Child: Reducer {
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
    let registry = SharedRegistry(directory: .none)
    let store = Store(
      initialState: Child.State(), dependencies: DependencyValues(.test) { $0.shared = registry }
    ) { Child() }
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
