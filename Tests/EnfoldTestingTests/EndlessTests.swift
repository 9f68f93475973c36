// Effects that do not stop, or that go on while a test does not look.
import Enfold
import EnfoldTesting
import Synchronization
import Testing

@Suite("Effects that go on and on") struct EndlessTests {
  /// Sends as fast as it can, until it is cancelled.
  static func makeStore() -> TestStore<Int, Int> {
    let store = TestStore<Int, Int>(
      initialState: 0,
      reduce: { state, action in
        state += 1
        return action == 0
          ? .run(name: "flood") { send in
            while true {
              try Task.checkCancellation()
              await Task.yield()
              await send(1)
            }
          } : .none
      })
    store.exhaustivity = .off
    store.timeout = .milliseconds(100)
    return store
  }

  @Test("finish gives up, and they end") func finish() async {
    let store = Self.makeStore()
    await store.send(0)
    let failures = await failures { await store.finish() }
    #expect(failures.first?.text.contains("\"flood\"") == true)
    await store.finish()
  }

  @Test("receive gives up") func receive() async {
    let store = Self.makeStore()
    await store.send(0)
    let failures = await failures { await store.receive(7) }
    #expect(failures.first?.text.hasPrefix("Expected to receive the following action, but didn't") == true)
    await store.skipInFlightEffects()
    await store.finish()
  }

  @Test("send and skipReceivedActions skip what is there, and do not wait for the rest") func send() async {
    let store = Self.makeStore()
    await store.send(0)
    await store.send(2)
    await store.skipReceivedActions()
    let count = store.state
    #expect(count >= 2)
    #expect(store.state == count)
    await store.skipInFlightEffects()
    await store.finish()
  }

  @Test("An exhaustive store keeps what it can, lists a few, and lets the effect end") func exhaustive() async {
    let store = Self.makeStore()
    store.exhaustivity = .on
    await store.send(0) { $0 = 1 }
    let failures = await failures { await store.finish() }
    #expect(failures.first?.text.hasPrefix("The store received ") == true)
    #expect(failures.first?.text.contains("  … and ") == true)
    #expect((failures.first?.text.count ?? .max) < 2_000)
    await store.finish()
  }

  /// Each action's effect sends the next one, up to 9, after some turns.
  static func chain(_ state: inout [Int], _ action: Int) -> Effect<Int> {
    state.append(action)
    if action >= 9 { return .none }
    return .run { send in
      for _ in 0..<20 { await Task.yield() }
      await send(action + 1)
    }
  }

  @Test("Without exhaustivity send reduces everything that follows from what was sent before") func sendAfterChain()
    async
  {
    for _ in 0..<50 {
      let store = TestStore<[Int], Int>(initialState: [], reduce: Self.chain)
      store.exhaustivity = .off
      await store.send(0)
      await store.send(100)
      #expect(store.state == Array(0...9) + [100])
    }
  }

  @Test("skipReceivedActions reduces everything that follows") func skipChain() async {
    for _ in 0..<50 {
      let store = TestStore<[Int], Int>(initialState: [], reduce: Self.chain)
      await store.send(0) { $0 = [0] }
      await store.skipReceivedActions()
      #expect(store.state == Array(0...9))
      await store.finish()
    }
  }

  @Test("When cancel returns, the effect has unwound") func cancelUnwinds() async {
    final class Flag: Sendable {
      let isSet = Atomic(false)
    }
    for _ in 0..<50 {
      let flag = Flag()
      let store = TestStore<Int, Int>(
        initialState: 0,
        reduce: { _, _ in
          .run { _ in
            @Dependency(\.clock) var clock
            do { try await clock.sleep(for: .seconds(1)) } catch { flag.isSet.store(true, ordering: .relaxed) }
          }
        })
      await store.send(1).cancel()
      let isSet = flag.isSet.load(ordering: .relaxed)
      #expect(isSet)
      await store.finish()
    }
  }
}
