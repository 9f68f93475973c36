// TestClock and ImmediateClock.
import EnfoldTesting
import Testing

@Suite("TestClock", .timeLimit(.minutes(1)))
struct TestClockTests {
  let clock = TestClock()

  @Test func timePassesOnlyWhenItIsAdvanced() {
    #expect(clock.now.offset == .zero)
    clock.advanceNow(by: .seconds(2))
    clock.advanceNow(by: .milliseconds(500))
    #expect(clock.now.offset == .milliseconds(2500))
    clock.advanceNow(to: TestClock.Instant(offset: .seconds(1)))
    clock.advanceNow(by: .seconds(-1))
    #expect(clock.now.offset == .milliseconds(2500), "time never goes back")
    #expect(TestClock(now: .init(offset: .seconds(9))).now.offset == .seconds(9))
  }

  @Test func aSleeperWakesAtItsDeadlineAndNotBefore() async throws {
    let task = Task { [clock] in
      try await clock.sleep(for: .seconds(3))
      return clock.now.offset
    }
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .seconds(2))
    #expect(clock.sleeperCount == 1)
    clock.advanceNow(by: .seconds(1))
    #expect(clock.sleeperCount == 0)
    #expect(try await task.value == .seconds(3))
  }

  @Test func aDeadlineInThePastIsNoSleep() async throws {
    clock.advanceNow(by: .seconds(1))
    try await clock.sleep(until: TestClock.Instant())
    #expect(clock.sleeperCount == 0)
  }

  @Test func noTimeIsSleptUntilTheNextAdvance() async throws {
    let task = Task { [clock] in
      for _ in 0..<2 { try await clock.sleep(for: .zero) }
    }
    for _ in 0..<2 {
      await clock.waitForSleepers(1)
      clock.advanceNow(by: .zero)
    }
    try await task.value
  }

  @Test func aTimerTicksWithoutDrift() async {
    let (ticks, ticked) = AsyncStream<Duration>.makeStream()
    let task = Task { [clock] in
      for await _ in clock.timer(interval: .seconds(2)) { ticked.yield(clock.now.offset) }
      ticked.finish()
    }
    var iterator = ticks.makeAsyncIterator()
    for tick in 1...3 {
      await clock.waitForSleepers(1)
      clock.advanceNow(by: .seconds(2))
      #expect(await iterator.next() == .seconds(2 * tick))
    }
    task.cancel()
    #expect(await iterator.next() == nil, "a cancelled timer ends")
  }

  @Test func chainedSleepsAreSteppedThroughOneByOne() async throws {
    let (ticks, ticked) = AsyncStream<Int>.makeStream()
    let task = Task { [clock] in
      for tick in 1...3 {
        try await clock.sleep(for: .seconds(tick))
        ticked.yield(tick)
      }
    }
    var iterator = ticks.makeAsyncIterator()
    for tick in 1...3 {
      await clock.waitForSleepers(1)
      clock.advanceNow(by: .seconds(tick))
      #expect(await iterator.next() == tick)
    }
    try await task.value
  }

  @Test func runWakesEverybodyWhoIsAsleep() async throws {
    let tasks = [5, 1, 3].map { seconds in Task { [clock] in try await clock.sleep(for: .seconds(seconds)) } }
    await clock.waitForSleepers(3)
    clock.runNow()
    for task in tasks { try await task.value }
    #expect(clock.now.offset == .seconds(5))
    clock.runNow()
    #expect(clock.now.offset == .seconds(5))
  }

  @Test func cancellingEndsASleepAndLeavesTheOthers() async throws {
    let cancelled = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers(1)
    let other = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers(2)
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(clock.sleeperCount == 1)
    clock.advanceNow(by: .seconds(1))
    try await other.value
  }

  @Test func aCancelledTaskDoesNotFallAsleep() async {
    let task = Task { [clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func waitingForSleepersEndsWhenItIsCancelled() async {
    let task = Task { [clock] in await clock.waitForSleepers(1) }
    task.cancel()
    await task.value
    await clock.waitForSleepers(0)
  }

  @Test func sleepersAndCancellationsFromManyThreadsAllEnd() async throws {
    let sleepers = (1...100).map { seconds in Task { [clock] in try await clock.sleep(for: .seconds(seconds)) } }
    await clock.waitForSleepers(100)
    await withTaskGroup { group in
      for seconds in 1...100 {
        group.addTask { [clock] in
          let task = Task { try await clock.sleep(for: .seconds(seconds)) }
          task.cancel()
          await #expect(throws: CancellationError.self) { try await task.value }
        }
      }
    }
    #expect(clock.sleeperCount == 100)
    clock.runNow()
    for sleeper in sleepers { try await sleeper.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func itIsAClockOfDurations() async throws {
    let any: any Clock<Duration> = clock
    let task = Task { try await any.sleep(for: .seconds(1)) }
    await clock.waitForSleepers(1)
    clock.runNow()
    try await task.value
  }
}

@Suite("ImmediateClock", .timeLimit(.minutes(1)))
struct ImmediateClockTests {
  @Test func everySleepEndsAtOnceAtItsDeadline() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(3600))
    #expect(clock.now.offset == .seconds(3600))
    try await clock.sleep(until: TestClock.Instant(offset: .seconds(1)))
    #expect(clock.now.offset == .seconds(3600), "time never goes back")
  }

  @Test func aCancelledTaskDoesNotSleep() async {
    let clock = ImmediateClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now.offset == .zero)
  }
}
