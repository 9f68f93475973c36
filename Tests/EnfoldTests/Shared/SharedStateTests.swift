// Shared values in the states of stores.
import Enfold
import EnfoldTesting
import Testing

@ObservableState private struct Session: Equatable {
  var name = ""
  var visits = 0
}

private struct Visitor: Reducer {
  @ObservableState struct State: Equatable {
    @Shared(.memory, key: "session") var session = Session()
    var step = 1
  }

  enum Action: Sendable {
    case rename(String)
    case visit
    case visitLater
    case visitElsewhere
    case renew
    case nothing
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .rename(let name): state.session.name = name
    case .visit:
      let step = state.step
      state.$session.withLock { $0.visits += step }
    case .visitLater: return .run { [session = state.$session] _ in session.withLock { $0.visits += 10 } }
    case .visitElsewhere:
      let session = state.$session
      session.withLock { $0.visits += 1 }
    case .renew: state = State()
    case .nothing: break
    }
    return .none
  }
}

/// A store with a registry that others can share.
private func open(_ registry: SharedRegistry) -> Store<Visitor.State, Visitor.Action> {
  Store(
    initialState: Visitor.State(), reducer: Visitor(),
    dependencies: DependencyValues(.test) { $0.shared = registry })
}

@Suite struct SharedStateTests {
  private let registry = SharedRegistry(directory: .none)

  @Test func ownWritesBelongToTheCommitOfTheirAction() {
    let store = open(registry)
    let heard = Log<String>()
    let subscription = store.observe(\.session.name) { name in heard.append(name) }
    store.send(.rename("a"))
    store.send(.visit)
    #expect(store.session == Session(name: "a", visits: 1))
    #expect(heard.all == ["", "a"])
    #expect(store.revision == 2)
    subscription.cancel()
  }

  @Test func foreignChangesHaveACommitOfTheirOwn() {
    let (first, second) = (open(registry), open(registry))
    let heard = Log<Int>()
    let subscription = second.observe(\.session.visits) { visits in heard.append(visits) }
    first.send(.visit)
    #expect(second.session.visits == 1)
    #expect(second.revision == 1)
    first.send(.visit)
    first.send(.nothing)
    #expect(second.revision == 2)
    #expect(heard.all == [0, 1, 2])
    subscription.cancel()
  }

  @Test("What a reducer changes without its state has a commit of its own, whoever observes since when")
  func whatAReducerChangesElsewhere() {
    for hasEarlier in [false, true] {
      let store = open(registry)
      var subscriptions: [Subscription] = []
      if hasEarlier {
        let earlier = store.observe(\.step) { _ in }
        store.send(.nothing)
        earlier.cancel()
        store.send(.nothing)
      }
      let before = store.session.visits
      let heard = Log<Int>()
      subscriptions.append(store.observe(\.session.visits) { visits in heard.append(visits) })
      let revision = store.revision
      store.send(.visitElsewhere)
      #expect(heard.all == [before, before + 1])
      #expect(store.revision == revision + 2)
      subscriptions.append(store.observe(\.step) { _ in })
      store.send(.visitElsewhere)
      #expect(heard.all == [before, before + 1, before + 2])
      for subscription in subscriptions { subscription.cancel() }
      // Without observers, too.
      store.send(.visitElsewhere)
      #expect(store.revision == revision + 6)
    }
    let unobserved = open(registry)
    unobserved.send(.visitElsewhere)
    #expect(unobserved.revision == 2)
  }

  @Test func anEqualValueIsNoChange() {
    let (first, second) = (open(registry), open(registry))
    first.send(.rename("a"))
    let revision = second.revision
    first.send(.rename("a"))
    #expect(second.revision == revision)
    #expect(first.revision == 2)
  }

  @Test func effectsChangeTheNewestValue() async {
    let (first, second) = (open(registry), open(registry))
    await first.send(.visitLater).finish()
    second.send(.visit)
    await first.waitUntilIdle()
    #expect(first.session.visits == 11)
    #expect(second.session.visits == 11)
  }

  @Test func aStoreWithItsOwnRegistryIsAlone() {
    let (first, other) = (open(registry), open(SharedRegistry(directory: .none)))
    first.send(.visit)
    #expect(other.session.visits == 0)
    #expect(other.revision == 0)
  }

  @Test func aStoreThatIsOpenedLaterBeginsWithTheNewestValue() {
    let first = open(registry)
    first.send(.visit)
    #expect(open(registry).session.visits == 1)
    withExtendedLifetime(first) {}
  }

  @Test func restoringSetsOnlyWhatIsSeen() {
    let (first, second) = (open(registry), open(registry))
    let before = first.state
    first.send(.visit)
    first.restore(before)
    #expect(first.session.visits == 0)
    #expect(second.session.visits == 1)
    second.send(.visit)
    #expect(first.session.visits == 2)
  }

  @Test func assigningWhatTheSharedValueIsAlreadyChangesWhatWasSeen() {
    let (first, second) = (open(registry), open(registry))
    let before = first.state
    second.send(.rename("new"))
    first.restore(before)
    let heard = Log<String>()
    let subscription = first.observe(\.session.name) { name in heard.append(name) }
    first.send(.rename("new"))
    #expect(heard.all == ["", "new"])
    #expect(first.session.name == "new")
    subscription.cancel()
  }

  @Test func aNewStateKeepsTheSharedValue() {
    let store = open(registry)
    store.send(.visit)
    store.send(.renew)
    #expect(store.session.visits == 1)
    for number in 2...4 {
      open(registry).send(.visit)
      #expect(store.session.visits == number)
    }
  }

  // 136
  @Test func memoryEndsWithItsLastReference() {
    do {
      let store = open(registry)
      store.send(.visit)
      #expect(registry.keys == ["session"])
    }
    #expect(registry.keys == [])
    #expect(open(registry).session.visits == 0)
  }

  @Test func readingAStateCopyDoesNotChange() {
    let store = open(registry)
    let copy = store.state
    store.send(.visit)
    #expect(copy.session.visits == 0)
    #expect(copy.$session.wrappedValue.visits == 1)
  }

  // 150
  @Test func manyThreads() async {
    let stores = (0..<4).map { _ in open(registry) }
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<1000 {
        let session = stores[index % 4].$session
        group.addTask { for _ in 0..<10 { session.withLock { $0.visits += 1 } } }
      }
    }
    for store in stores {
      await store.waitUntilIdle()
      #expect(store.session.visits == 10_000)
    }
  }
}
