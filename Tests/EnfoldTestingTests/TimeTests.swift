// Time in test stores, and the order in which their effects run.
import Enfold
import EnfoldTesting
import Testing

@Suite("Time in a test store") struct TimeTests {
  @Test("A timer ticks as often as the time allows, at its own times") func timer() async {
    let store = TestStore<[Duration], Duration>(
      initialState: [],
      reduce: { state, action in
        if action == .zero {
          return .run { send in
            @Dependency(\.clock) var clock
            let timer = Ticks(clock)
            while true {
              try await timer.next()
              await send(timer.elapsed())
            }
          }.cancellable(id: "timer")
        }
        state.append(action)
        return action == .seconds(3) ? .cancel(id: "timer") : .none
      })
    await store.send(.zero)
    await store.advance(by: .milliseconds(2_500))
    #expect(store.clock.now.offset == .milliseconds(2_500))
    await store.receive(.seconds(1)) { $0 = [.seconds(1)] }
    await store.receive(.seconds(2)) { $0 = [.seconds(1), .seconds(2)] }
    await store.advance(by: .milliseconds(500))
    await store.receive(.seconds(3)) { $0.append(.seconds(3)) }
    await store.finish()
  }

  /// Sleeps a second each time, from when it is asked, and knows the clock's time.
  struct Ticks: Sendable {
    let next: @Sendable () async throws -> Void
    let elapsed: @Sendable () -> Duration

    init(_ clock: any Clock<Duration>) {
      func make<C: Clock>(_ clock: C) -> Ticks where C.Duration == Duration {
        let start = clock.now
        return Ticks(next: { try await clock.sleep(for: .seconds(1)) }, elapsed: { start.duration(to: clock.now) })
      }
      self = make(clock)
    }

    private init(next: @escaping @Sendable () async throws -> Void, elapsed: @escaping @Sendable () -> Duration) {
      self.next = next
      self.elapsed = elapsed
    }
  }

  @Test("Timers of different periods interleave as their times do") func severalTimers() async {
    let store = TestStore<String, String>(
      initialState: "",
      reduce: { state, action in
        state += action
        guard action.isEmpty else { return .none }
        func timer(_ name: String, every period: Int) -> Effect<String> {
          .run { send in
            @Dependency(\.clock) var clock
            while true {
              try await clock.sleep(for: .seconds(period))
              await send(name)
            }
          }
        }
        return .merge(timer("a", every: 2), timer("b", every: 3))
      })
    store.exhaustivity = .off
    await store.send("")
    await store.advance(by: .seconds(10))
    await store.skipReceivedActions()
    // a at 2, 4, 6, 8, 10, b at 3, 6, 9. At 6 the one that fell asleep first is woken first: b, at 3.
    #expect(store.state == "ababaaba")
    await store.skipInFlightEffects()
  }

  @Test("Effects that run at the same time send in the same order in every run", arguments: 0..<20) func order(_: Int)
    async
  {
    let store = TestStore<[Int], Int>(
      initialState: [],
      reduce: { state, action in
        state.append(action)
        guard action < 0 else { return .none }
        return .merge(
          (0..<50).map { number in
            .run { send in
              for _ in 0..<(number * 7 % 5) { await Task.yield() }
              await withTaskGroup { group in
                group.addTask { await Task.yield() }
              }
              await send(number)
            }
          })
      })
    store.exhaustivity = .off
    await store.send(-1)
    await store.skipReceivedActions()
    let byRounds = (0..<50).map { ($0 * 7 % 5, $0) }.sorted { $0 < $1 }.map(\.1)
    #expect(store.state == [-1] + byRounds)
  }

  @Test("When send returns, effects have sent what they can without waiting for anything") func settled() async {
    let store = TestStore<Int, Int>(
      initialState: 0,
      reduce: { state, action in
        state = action
        guard action == 1 else { return .none }
        return .run { send in
          for _ in 0..<1_000 { await Task.yield() }
          await send(2)
        }
      })
    store.timeout = .seconds(60)
    await store.send(1) { $0 = 1 }
    // Without waiting: it is there.
    await store.receive(2, timeout: .zero) { $0 = 2 }
  }

  @Test("An effect that never stops holds nothing up") func neverSettles() async {
    let store = TestStore<Int, Int>(
      initialState: 0,
      reduce: { state, action in
        state = action
        return action == 1
          ? .run { _ in while !Task.isCancelled { await Task.yield() } }.cancellable(id: "busy") : .cancel(id: "busy")
      })
    store.timeout = .seconds(600)
    await store.send(1) { $0 = 1 }
    await store.send(2) { $0 = 2 }
    await store.finish()
  }
}
