// Observing actions: phases, revisions, states.
import Enfold
import EnfoldTesting
import Testing

private struct Working: Reducer {
  struct State: Equatable, Sendable { var count = 0 }
  enum Action: Equatable, Sendable { case start(Int), tick, fail, both }
  let gate: Gate

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    switch action {
    case .start:
      return .run { [gate] send in
        await gate.wait()
        await send(.tick)
      }
    case .tick: return .none
    case .fail: return .run { _ in throw ActionError("no") }
    case .both: return .merge(.send(.tick), .run { _ in })
    }
  }
}

@Suite("Observing actions") struct ActionObservingTests {
  private func note(_ store: Store<Working.State, Working.Action>, _ phase: ActionPhase, _ log: Log<String>)
    -> Subscription
  {
    store.observeActions(phase) { action, revision, state in log.append("\(action) \(revision) \(state.count)") }
  }

  @Test("Reduced: each action with its revision and the state of that")
  func reduced() {
    let store = Store(initialState: Working.State(), reducer: Working(gate: Gate()))
    let seen = Log<String>()
    let subscription = note(store, .reduced, seen)
    store.send(.tick)
    store.send(.both)
    #expect(seen.all == ["tick 1 1", "both 2 2", "tick 3 3"])
    subscription.cancel()
    store.send(.tick)
    #expect(seen.count == 3)
  }

  @Test("Finished: when the action's own effects have ended, with the state of then")
  func finished() async {
    let gate = Gate()
    let store = Store(initialState: Working.State(), reducer: Working(gate: gate))
    let seen = Log<String>()
    let subscription = note(store, .finished, seen)
    let task = store.send(.start(1))
    store.send(.tick)
    #expect(seen.all == ["tick 2 2"])
    gate.open()
    _ = await task.finish()
    await store.waitUntilIdle()
    #expect(Set(seen.all) == ["tick 2 2", "start(1) 1 1", "tick 3 3"])
    subscription.cancel()
  }

  @Test("Finished: also when effects failed or were cancelled, once", .issueReports(.testStoresOnly))
  func failedAndCancelled() async {
    let gate = Gate()
    let store = Store(initialState: Working.State(), reducer: Working(gate: gate))
    let seen = Log<String>()
    let subscription = note(store, .finished, seen)
    _ = await store.send(.fail).finish()
    let task = store.send(.start(1))
    task.cancel()
    _ = await task.finish()
    await store.waitUntilIdle()
    #expect(seen.all == ["fail 1 1", "start(1) 2 2"])
    subscription.cancel()
    gate.open()  // what waits takes no notice of cancellation
  }

  @Test("Of a scope they are its own")
  func scoped() {
    let store = PanelStore.panel()
    let child = store.scope(state: \.child, action: \.child)
    let seen = Log<String>()
    let subscription = child.observeActions { action, _, state in seen.append("\(action) \(state.value)") }
    store.send(.increment)
    child.send(.increment)
    #expect(seen.all == ["increment 1"])
    subscription.cancel()
  }

  @Test("Cancelled from its own callback it is not called again")
  func cancelledInside() {
    let store = PanelStore.panel()
    let subscription = Box<Subscription?>(nil)
    let seen = Log<Int>()
    subscription.value = store.observeActions { _, revision, _ in
      seen.append(Int(revision))
      subscription.value?.cancel()
      store.send(.nothing)
    }
    store.send(.nothing)
    #expect(seen.all == [1])
    #expect(store.revision == 2)
  }

  @Test("What waits for the end of an action's effects is let go with it, however long the task goes on")
  func finishedIsLetGo() async {
    struct State: Sendable { var canary: Canary? }
    enum Action: Sendable { case listen, tick, nothing }
    let ends = Log<String>()
    let numbers = AsyncStream<Int>.makeStream()
    let store = Store<State, Action>(initialState: State()) { state, action in
      switch action {
      case .listen: return .sequence(numbers.stream) { _ in .tick }
      case .tick:
        state.canary = Canary("state", ends)
        return .send(.nothing)
      case .nothing: return .none
      }
    }
    let told = Box(0)
    let subscription = store.observeActions(.finished) { _, _, _ in told.update { $0 += 1 } }
    let task = store.send(.listen)
    for number in 0..<100 { numbers.continuation.yield(number) }
    while told.value < 200 { await Task.yield() }
    #expect(task.result == nil)
    // The last state is the store's.
    while ends.count < 99 { await Task.yield() }
    numbers.continuation.finish()
    await task.finish()
    withExtendedLifetime(subscription) {}
  }
}
