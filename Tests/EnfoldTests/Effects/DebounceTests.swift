// Debounce and throttle, on a clock that stands still.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Debounce") struct DebounceTests {
  @Test("Values at 0, 0.5 and 1 second, debounced by one: only the last one comes, at 2 seconds")  // 59
  func debounce() async {
    let clock = TestClock()
    let store = makeNumberStore()
    for number in 1...3 {
      store.start(.number(number).debounce(id: "typing", for: .seconds(1), clock: clock))
      await clock.waitForSleepers(1)
      #expect(clock.sleeperCount == 1)
      if number < 3 { clock.advanceNow(by: .milliseconds(500)) }
    }
    clock.advanceNow(by: .milliseconds(999))
    #expect(clock.sleeperCount == 1)
    #expect(store.state == [])
    clock.advanceNow(by: .milliseconds(1))
    await store.waitUntilIdle()
    #expect(store.state == [3])
    #expect(store.hasEmptyRegistry)
  }

  @Test("The effect is not begun before the quiet time is over, and then once")  // 60
  func debounceIsLazy() async {
    let clock = TestClock()
    let store = makeNumberStore()
    let runs = Box(0)
    for _ in 1...3 {
      store.start(
        .fireAndForget { runs.update { $0 += 1 } }.debounce(id: 1, for: .seconds(1), clock: clock))
    }
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .milliseconds(500))
    #expect(runs.value == 0)
    clock.advanceNow(by: .milliseconds(500))
    await store.waitUntilIdle()
    #expect(runs.value == 1)
  }

  @Test("Bursts of five, 10 seconds apart and debounced by 100: each counts once; an unfinished one not at all")  // 65
  func bursts() async {
    let clock = TestClock()
    let store = makeNumberStore()
    for burst in 1...3 {
      for _ in 1...5 {
        clock.advanceNow(by: .seconds(10))
        store.start(.number(burst).debounce(id: 1, for: .seconds(100), clock: clock))
        await clock.waitForSleepers(1)
      }
      if burst == 3 { break }
      clock.advanceNow(by: .seconds(100))
      await store.waitUntilIdle()
    }
    #expect(store.state == [1, 2])
    store.close()
  }

  @Test("A debounced sequence of five comes as a whole")  // 65
  func debouncedSequence() async {
    let clock = TestClock()
    let store = makeNumberStore()
    let five = Effect.sequence(
      AsyncStream { continuation in
        for number in 1...5 { continuation.yield(number) }
        continuation.finish()
      }, action: Doing.number)
    for _ in 1...2 {
      store.start(five.debounce(id: 1, for: .seconds(100), clock: clock))
      await clock.waitForSleepers(1)
    }
    clock.advanceNow(by: .seconds(100))
    await store.waitUntilIdle()
    #expect(store.state == [1, 2, 3, 4, 5])
  }

  @Test("A debounced effect is cancelled by its id, while it waits and while it runs") func cancelDebounced() async {
    let clock = TestClock()
    let store = makeNumberStore()
    store.start(.number(1).debounce(id: 1, for: .seconds(1), clock: clock))
    await clock.waitForSleepers(1)
    store.start(.cancel(id: 1))
    #expect(clock.sleeperCount == 0)
    store.start(.number(2, after: .seconds(1), on: clock).debounce(id: 1, for: .seconds(1), clock: clock))
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .seconds(1))
    await clock.waitForSleepers(1)
    store.start(.cancel(id: 1))
    await store.waitUntilIdle()
    #expect(clock.sleeperCount == 0)
    #expect(store.state == [])
  }
}

@Suite("Throttle") struct ThrottleTests {
  /// Sends the number if a throttle lets it.
  func tap(_ number: Int, _ store: NumberStore, _ clock: TestClock, keeping: ThrottleKeeps) -> StoreTask {
    store.start(.number(number).throttle(id: "tap", for: .seconds(100), keeping: keeping, clock: clock))
  }

  @Test("The first comes at once, and the latest of those that follow at the end of the interval")  // 61
  func latest() async {
    let clock = TestClock()
    let store = makeNumberStore()
    store.start(.number(1).throttle(id: 1, for: .seconds(1), clock: clock))
    #expect(store.state == [1])
    for number in 2...5 {
      clock.advanceNow(by: .milliseconds(100))
      store.start(.number(number).throttle(id: 1, for: .seconds(1), clock: clock))
    }
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .milliseconds(599))
    #expect(store.state == [1])
    #expect(clock.sleeperCount == 1)
    clock.advanceNow(by: .milliseconds(1))
    await store.waitUntilIdle()
    #expect(store.state == [1, 5])
    #expect(store.hasEmptyRegistry)
  }

  @Test("Not the latest: the first of those that follow comes at the end of the interval")  // 62
  func first() async {
    let clock = TestClock()
    let store = makeNumberStore()
    for number in 1...5 {
      store.start(.number(number).throttle(id: 1, for: .seconds(1), latest: false, clock: clock))
    }
    #expect(store.state == [1])
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .seconds(1))
    await store.waitUntilIdle()
    #expect(store.state == [1, 2])
  }

  @Test("Keeping none: what comes within the interval is dropped, and its task is finished")  // 64
  func none() async {
    let clock = TestClock()
    let store = makeNumberStore()
    _ = tap(1, store, clock, keeping: .none)
    #expect(tap(2, store, clock, keeping: .none).result?.isFinished == true)
    clock.advanceNow(by: .seconds(10))
    _ = tap(3, store, clock, keeping: .none)
    #expect(store.state == [1])
    clock.advanceNow(by: .seconds(90))
    await store.waitUntilIdle()
    #expect(store.state == [1])
    _ = tap(4, store, clock, keeping: .none)
    #expect(store.state == [1, 4])
  }

  @Test("The kept one opens the next interval when it begins, at the end of the one before")  // 64
  func newWindow() async {
    let clock = TestClock()
    let store = makeNumberStore()
    _ = tap(1, store, clock, keeping: .latest)
    _ = tap(2, store, clock, keeping: .latest)
    await clock.waitForSleepers(1)
    #expect(store.state == [1])
    clock.advanceNow(by: .seconds(100))
    await store.waitUntilIdle()
    #expect(store.state == [1, 2])
    _ = tap(3, store, clock, keeping: .latest)
    #expect(store.state == [1, 2])
    clock.advanceNow(by: .seconds(10))
    _ = tap(4, store, clock, keeping: .latest)
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .seconds(89))
    #expect(clock.sleeperCount == 1)
    #expect(store.state == [1, 2])
    clock.advanceNow(by: .seconds(1))
    await store.waitUntilIdle()
    #expect(store.state == [1, 2, 4])
    clock.advanceNow(by: .seconds(100))
    _ = tap(5, store, clock, keeping: .latest)
    #expect(store.state == [1, 2, 4, 5])
    #expect(clock.sleeperCount == 0)
  }

  @Test("The task of what is kept waits for it, that of what another replaces is finished") func tasks() async {
    let clock = TestClock()
    let store = makeNumberStore()
    _ = tap(1, store, clock, keeping: .latest)
    let replaced = tap(2, store, clock, keeping: .latest)
    #expect(replaced.result == nil)
    let kept = tap(3, store, clock, keeping: .latest)
    #expect(await replaced.finish().isFinished)
    #expect(kept.result == nil)
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .seconds(100))
    #expect(await kept.finish().isFinished)
    #expect(store.state == [1, 3])
  }

  @Test("What is kept is cancelled by its id, and with its task; the interval goes on") func cancelKept() async {
    let clock = TestClock()
    let store = makeNumberStore()
    _ = tap(1, store, clock, keeping: .first)
    let kept = tap(2, store, clock, keeping: .first)
    store.start(.cancel(id: "tap"))
    #expect(await kept.finish().isFinished)
    let next = tap(3, store, clock, keeping: .first)
    #expect(next.result == nil)
    next.cancel()
    #expect(await next.finish().isCancelled)
    _ = tap(4, store, clock, keeping: .first)
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .seconds(100))
    await store.waitUntilIdle()
    #expect(store.state == [1, 4])
  }

  @Test("Ids that are not used again are forgotten") func forgets() async {
    let clock = TestClock()
    let store = makeNumberStore()
    for id in 0..<1_000 {
      store.start(.number(id).throttle(id: id, for: .seconds(1), clock: clock))
      clock.advanceNow(by: .milliseconds(500))
    }
    #expect(store.state.count == 1_000)
    #expect((store.engine?.throttles.count ?? 0) < 20)
  }

  @Test("An interval whose end is noticed late ends when what was kept begins: the order is kept") func late()
    async
  {
    for keeping in [ThrottleKeeps.latest, .first] {
      let clock = LateClock()
      let store = makeNumberStore()
      for number in 1...2 {
        store.start(.number(number).throttle(id: 1, for: .seconds(1), keeping: keeping, clock: clock))
      }
      await clock.waking.waitForSleepers(1)
      // It is later than the end of the interval, but who sleeps until then has not been woken.
      clock.isLate.value = true
      store.start(.number(3).throttle(id: 1, for: .seconds(1), keeping: keeping, clock: clock))
      clock.waking.runNow()
      await store.waitUntilIdle()
      #expect(store.state == [1, keeping == .latest ? 3 : 2])
    }
  }
}

/// A clock that may show a later time than that at which it wakes.
private struct LateClock: Clock {
  let waking = TestClock()
  let isLate = Box(false)

  var now: TestClock.Instant { waking.now.advanced(by: isLate.value ? .seconds(5) : .zero) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
    if deadline > now || !isLate.value { try await waking.sleep(until: deadline) }
  }
}
