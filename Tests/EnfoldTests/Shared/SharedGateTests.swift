// What code inside withLock may do, and what not.
import Enfold
import EnfoldTesting
import Testing

private struct Counter: Reducer {
  @ObservableState struct State: Equatable {
    @Shared(.memory, key: "count") var count = 0
    var sent = 0
  }
  enum Action: Sendable { case add, send }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add: state.$count.withLock { $0 += 1 }
    case .send: state.sent += 1
    }
    return .none
  }
}

@Suite struct SharedGateTests {
  @Test func whatIsSentInsideIsReducedAfterwards() {
    let store = Store(initialState: Counter.State(), reducer: Counter())
    let heard = Log<Int>()
    let subscription = store.$count.withLock { count in
      count = 5
      store.send(.send)
      #expect(store.revision == 0)
      defer { #expect(heard.all == []) }
      return store.observe(\.sent) { heard.append($0) }
    }
    #expect(store.state.sent == 1 && store.count == 5)
    #expect(heard.all == [1])
    withExtendedLifetime(subscription) {}
  }

  /// In debug builds a mistake ends the program, and says which.
  @Test func anotherWithLockInside() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (one, other) = (Shared(wrappedValue: 1, key: "one"), Shared(wrappedValue: 2, key: "other"))
      one.withLock { _ in other.withLock { $0 = 3 } }
    }
    #expect(message(of: result).contains("withLock of the shared value \"other\" was called inside withLock"))
  }

  @Test func theSameWithLockInside() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let value = Shared(wrappedValue: 1, key: "one")
      value.withLock { _ in value.withLock { $0 = 3 } }
    }
    #expect(message(of: result).contains("withLock of the shared value \"one\" was called inside withLock"))
  }

  @Test func anAssignmentInside() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let one = Shared(wrappedValue: 1, key: "one")
      @Shared(.memory, key: "other") var other = 2
      one.withLock { _ in other = 3 }
    }
    #expect(message(of: result).contains("an assignment of the shared value \"other\" was called inside withLock"))
  }

  @Test func readingAStoreInside() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = Store(initialState: Counter.State(), reducer: Counter())
      Shared(wrappedValue: 1, key: "one").withLock { $0 = store.state.sent }
    }
    #expect(message(of: result).contains("inside withLock"))
  }
}
