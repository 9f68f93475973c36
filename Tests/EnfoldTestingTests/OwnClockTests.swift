// A clock that the test has made itself sees to the effects of the stores that use it.
import EnfoldTesting
import Testing

@Suite("A test's own clock") struct OwnClockTests {
  /// Ticks each second, and after three ticks sleeps for no time.
  @Sendable static func reduce(_ count: inout Int, _ action: Int) -> Effect<Int> {
    count += action
    guard action == 0 else { return .none }
    let clock = Dependency(\.clock)
    return .run { send in
      for _ in 0..<3 {
        try await clock.wrappedValue.sleep(for: .seconds(1))
        await send(1)
      }
      try await clock.wrappedValue.sleep(for: .zero)
      await send(10)
    }
  }

  @Test("Its advance returns when the effects have gone as far as they can", arguments: 0..<20)
  func advance(_: Int) async {
    let clock = TestClock()
    let store = TestStore<Int, Int>(initialState: 0, reduce: Self.reduce) { $0.clock = clock }
    await store.send(0)
    await clock.advance(by: .seconds(2))
    await store.receive(1) { $0 = 1 }
    await store.receive(1) { $0 = 2 }
    await clock.advance(by: .seconds(1))
    await store.receive(1) { $0 = 3 }
    // The effect sleeps for no time: it waits for time to be let pass.
    await clock.advance(by: .zero)
    await store.receive(10) { $0 = 13 }
    await store.finish()
  }

  @Test("The store's clock is the one that it uses") func storeClock() async {
    let clock = TestClock()
    let store = TestStore<Int, Int>(initialState: 0, reduce: Self.reduce) { $0.clock = clock }
    #expect(store.clock === clock)
    await store.send(0)
    await store.advance(by: .seconds(3))
    await store.advance(by: .zero)
    await store.skipReceivedActions()
    #expect(store.state == 13)
    await store.finish()
  }

  @Test("Two stores may share a clock") func shared() async {
    let clock = TestClock()
    let stores = (0..<2).map { _ in
      TestStore<Int, Int>(initialState: 0, reduce: Self.reduce) { $0.clock = clock }
    }
    for store in stores { await store.send(0) }
    await clock.advance(by: .seconds(3))
    await clock.run()
    for store in stores {
      await store.skipReceivedActions()
      #expect(store.state == 13)
      await store.finish()
    }
  }

  @Test("A clock that is given later is seen to, as well") func givenLater() async {
    let store = TestStore<Int, Int>(initialState: 0, reduce: Self.reduce)
    let clock = TestClock()
    store.dependencies.clock = clock
    await store.send(0)
    await clock.advance(by: .seconds(1))
    await store.receive(1) { $0 = 1 }
    await store.skipInFlightEffects()
    await store.finish()
  }

  @Test("A timer ticks as often as it should") func timer() async {
    let store = TestStore<Int, Int>(
      initialState: 0,
      reduce: { count, action in
        count += action
        guard action == 0 else { return .none }
        return .run { [clock = Dependency(\.clock)] send in
          for await _ in clock.wrappedValue.timer(interval: .seconds(1)) { await send(1) }
        }
      })
    await store.send(0)
    await store.clock.advance(by: .seconds(3))
    for count in 1...3 { await store.receive(1) { $0 = count } }
    await store.skipInFlightEffects()
    await store.finish()
  }
}
