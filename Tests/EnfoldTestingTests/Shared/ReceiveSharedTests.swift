// Shared values in test stores.
import Enfold
import EnfoldTesting
import Testing

private struct Counter: Reducer {
  @ObservableState struct State: Equatable {
    @Shared(.memory, key: "count") var count = 0
    var child: Child?
  }

  @ObservableState struct Child: Equatable { @Shared(.memory, key: "count") var count = 0 }

  enum Action: Sendable, Equatable {
    case assign(Int)
    case increment
    case incrementLater
    case present
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .assign(let count): state.count = count
    case .increment: state.$count.withLock { $0 += 1 }
    case .incrementLater: return .run { [count = state.$count] _ in count.withLock { $0 += 1 } }
    case .present: state.child = Child()
    }
    return .none
  }
}

/// A state that declares one value twice, and a child whose file has no place.
private struct Mistaken: Reducer {
  @ObservableState struct State: Equatable {
    @Shared(.memory, key: "twice") var one = 0
    @Shared(.file(), key: "twice") var two = 0
    var child: Child?
  }

  @ObservableState struct Child: Equatable { @Shared(.file(path: ".."), key: "lost") var lost = 0 }

  enum Action: Sendable { case open }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.child = Child()
    return .none
  }
}

@Suite struct ReceiveSharedTests {
  @Test("What could not be kept elsewhere fails the test, at the beginning and later") func mistakes() async {
    let all = await failures {
      let store = TestStore(initialState: Mistaken.State()) { Mistaken() }
      await store.send(.open) { $0.child = Mistaken.Child() }
      await store.finish()
    }
    #expect(all.count == 2)
    #expect(all.first?.text.contains("the shared value \"twice\" is kept as {\"memory\":{}}") == true)
    #expect(all.last?.text.contains("the shared value \"lost\" is not kept: the path \"..\" is refused") == true)
  }

  @Test func ownWritesAreAssertedLikeProperties() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.assign(5)) { $0.count = 5 }
    await store.send(.increment) { $0.$count.withLock { $0 += 1 } }
    #expect(store.state.count == 6)
  }

  @Test func foreignWritesAreReceived() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.incrementLater)
    await store.receiveShared { $0.count = 1 }
    store.state.$count.withLock { $0 = 10 }
    await store.receiveShared { $0.count = 10 }
  }

  @Test func newStatesHaveTheNewestValue() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.assign(5)) { $0.count = 5 }
    await store.send(.present) { $0.child = Counter.Child() }
    #expect(store.state.child?.count == 5)
    // The child's property is another one, which sees the change in a commit of its own.
    await store.send(.increment) { $0.count = 6 }
    await store.receiveShared { $0.child?.count = 6 }
  }

  @Test func eachTestHasItsOwnValues() async {
    let first = TestStore(initialState: Counter.State()) { Counter() }
    let second = TestStore(initialState: Counter.State()) { Counter() }
    await first.send(.assign(5)) { $0.count = 5 }
    await second.send(.increment) { $0.count = 1 }
  }

  @Test func whatTheTestStatesIsNotWritten() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await withKnownIssue { await store.send(.assign(5)) { $0.count = 7 } }
    #expect(store.state.$count.wrappedValue == 5)
  }

  @Test func aForeignWriteThatIsNotReceivedFails() async {
    await withKnownIssue {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      await store.send(.incrementLater)
      await store.finish()
    } matching: { issue in
      "\(issue)".contains("receiveShared")
    }
  }
}
