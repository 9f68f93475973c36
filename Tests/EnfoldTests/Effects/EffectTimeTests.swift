// Side by side and one after the other, on a clock that stands still.
import Enfold
import EnfoldTesting
import Testing

@Suite("Effects in time") struct EffectTimeTests {
  /// An effect that sleeps so many seconds and sends the number.
  static func delayed(_ seconds: Int, _ clock: TestClock) -> Effect<Int> {
    .run { send in
      try await clock.sleep(for: .seconds(seconds))
      await send(seconds)
    }
  }

  /// A store of what was received, whose action 0 starts the effect.
  static func makeStore(_ effect: Effect<Int>) -> Store<[Int], Int> {
    Store(initialState: []) { state, action in
      if action == 0 { return effect }
      state.append(action)
      return .none
    }
  }

  @Test("Concatenated effects run one after the other")  // 41
  func concatenate() async {
    let clock = TestClock()
    let store = Self.makeStore(.concatenate((1...3).map { Self.delayed($0, clock) }))
    let task = store.send(0)
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .seconds(1))
    await store.suspend { $0 != [1] }
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .seconds(2))
    await store.suspend { $0 != [1, 2] }
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .seconds(3))
    #expect(await task.finish().isFinished)
    #expect(store.state == [1, 2, 3])
  }

  @Test("Merged effects run side by side")  // 42
  func merge() async {
    let clock = TestClock()
    let store = Self.makeStore(.merge((1...3).map { Self.delayed($0, clock) }))
    let task = store.send(0)
    await clock.waitForSleepers(3)
    clock.advanceNow(by: .seconds(1))
    await store.suspend { $0 != [1] }
    clock.advanceNow(by: .seconds(1))
    await store.suspend { $0 != [1, 2] }
    clock.advanceNow(by: .seconds(1))
    #expect(await task.finish().isFinished)
    #expect(store.state == [1, 2, 3])
  }

  @Test("The effects of two combined reducers run side by side, after both have reduced")  // 44
  func combinedReducersMerge() async {
    struct State: Sendable {
      var count = 0
      var received: [Int] = []
    }
    let clock = TestClock()
    let reduceOne: @Sendable (Int, inout State, Int) -> Effect<Int> = { seconds, state, action in
      guard action == 0 else { return .none }
      state.count += 1
      return Self.delayed(seconds, clock)
    }
    let store = Store<State, Int>(initialState: State()) { state, action in
      if action != 0 { state.received.append(action) }
      return .merge(reduceOne(1, &state, action), reduceOne(2, &state, action))
    }
    let task = store.send(0)
    #expect(store.count == 2)
    await clock.waitForSleepers(2)
    clock.advanceNow(by: .seconds(1))
    await store.suspend { $0.received != [1] }
    #expect(clock.sleeperCount == 1)
    clock.advanceNow(by: .seconds(1))
    #expect(await task.finish().isFinished)
    #expect(store.received == [1, 2])
  }

  @Test("Cancelling while effects sleep delivers nothing")  // 47
  func cancelDuringTheDelay() async {
    let clock = TestClock()
    let store = Self.makeStore(.merge(Self.delayed(1, clock), .concatenate(Self.delayed(2, clock), .send(9))))
    let task = store.send(0)
    await clock.waitForSleepers(2)
    task.cancel()
    #expect(await task.finish().isCancelled)
    clock.advanceNow(by: .seconds(5))
    #expect(store.state == [])
  }

  @Test(
    "A concatenation goes on after a part that failed, and reports the failure at the end",
    .issueReports(.testStoresOnly))
  func concatenationAfterFailure() async {
    let clock = TestClock()
    let store = Self.makeStore(
      .concatenate(.run { _ in throw Failure() }, Self.delayed(1, clock), .send(2)))
    let task = store.send(0)
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .seconds(1))
    #expect(await task.finish().error is Failure)
    #expect(store.state == [1, 2])
  }

  @Test("A merge inside a concatenation is waited for as a whole, and the other way round") func nestedBothWays() async
  {
    let clock = TestClock()
    let store = Self.makeStore(
      .concatenate(
        .merge(Self.delayed(1, clock), .concatenate(Self.delayed(2, clock), .send(10))),
        .merge(.send(20), .none, Self.delayed(3, clock)), .send(30)))
    let task = store.send(0)
    await clock.waitForSleepers(2)
    clock.advanceNow(by: .seconds(1))
    await store.suspend { $0 != [1] }
    clock.advanceNow(by: .seconds(1))
    await store.suspend { $0 != [1, 2, 10, 20] }
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .seconds(3))
    #expect(await task.finish().isFinished)
    #expect(store.state == [1, 2, 10, 20, 3, 30])
  }
}
