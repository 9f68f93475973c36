// How a feature is tested: its reducer as a plain function, then the whole of it in a store.
import EnfoldTesting
import Testing

@testable import CounterFeature

@Suite("Counter's reducer") struct CounterReducerTests {
  @Test("Increment adds one and needs no effect")  // 157, 158
  func increment() {
    var state = Counter.State(count: 0)
    let effect = Counter().reduce(into: &state, action: .increment)
    #expect(state.count == 1)
    #expect(effect == .none)
  }

  @Test("Decrement subtracts one and needs no effect")  // 157, 158
  func decrement() {
    var state = Counter.State(count: 5)
    let effect = Counter().reduce(into: &state, action: .decrement)
    #expect(state.count == 4)
    #expect(effect == .none)
  }

  @Test("Counting goes below zero")  // 157
  func negative() {
    var state = Counter.State(count: 0)
    _ = Counter().reduce(into: &state, action: .decrement)
    _ = Counter().reduce(into: &state, action: .decrement)
    #expect(state.count == -2)
  }

  @Test("The count can be set") func setCount() {
    var state = Counter.State(count: 1)
    #expect(Counter().reduce(into: &state, action: .setCount(42)) == .none)
    #expect(state.count == 42)
  }

  @Test("Asking for a fact begins to load, forgets the last fact, and needs an effect")  // 157
  func factTapped() {
    var state = Counter.State(count: 42)
    state.fact = "old"
    let effect = Counter().reduce(into: &state, action: .factTapped)
    #expect(state.isLoading)
    #expect(state.fact == nil)
    #expect(effect != .none)
  }

  @Test("Counting while a fact is loading keeps loading")  // 157
  func incrementWhileLoading() {
    var state = Counter.State(count: 0)
    state.isLoading = true
    _ = Counter().reduce(into: &state, action: .increment)
    #expect(state.count == 1)
    #expect(state.isLoading)
  }

  @Test("The response ends loading and is the fact")  // 157
  func factLoaded() {
    var state = Counter.State(count: 0)
    state.isLoading = true
    let effect = Counter().reduce(into: &state, action: .factLoaded("0 is nothing"))
    #expect(!state.isLoading)
    #expect(state.fact == "0 is nothing")
    #expect(effect == .none)
  }
}

@Suite("Counter in a store") struct CounterStoreTests {
  @Test("The whole flow: count, ask, wait, read")  // 157
  func wholeFlow() async {
    let store = Store(initialState: Counter.State(), reducer: Counter { "\($0) is a number" })
    store.send(.increment)
    let task = store.send(.factTapped)
    await task.finish()
    #expect(store.count == 1)
    #expect(!store.isLoading)
    #expect(store.fact == "1 is a number")
  }

  @Test("The fact is about the number at the time of asking") func factIsAboutTheNumberAsked() async {
    let clock = TestClock()
    let store = Store(
      initialState: Counter.State(count: 1),
      reducer: Counter { number in
        try await clock.sleep(for: .seconds(1))
        return "\(number)"
      })
    let task = store.send(.factTapped)
    await clock.waitForSleepers(1)
    store.send(.increment)
    #expect(store.isLoading)
    clock.advanceNow(by: .seconds(1))
    await task.finish()
    #expect(store.fact == "1")
    #expect(store.count == 2)
  }

  @Test("Where no fact is to be had, the error is shown, and loading ends") func factFails() async {
    struct Offline: Error {}
    let store = Store(initialState: Counter.State(), reducer: Counter { _ in throw Offline() })
    await store.send(.factTapped).finish()
    #expect(!store.isLoading)
    #expect(store.fact?.contains("Offline") == true)
  }

  @Test("Whoever follows the count is told each change once, until the store closes") func values() async {
    let store = Store(initialState: Counter.State(), reducer: Counter())
    let counts = store.values(\.count)
    for action in [Counter.Action.increment, .setCount(1), .decrement] { store.send(action) }
    store.close()
    var seen: [Int] = []
    for await count in counts { seen.append(count) }
    #expect(seen == [0, 1, 0])
  }
}
