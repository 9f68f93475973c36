// Debounced and throttled effects on the system's clock need no task. They do as those on a user's own clock.
import EnfoldTesting
import Testing

@testable import Enfold

/// The system's clock under another name: effects sleep on it in tasks.
private struct OwnClock: Clock {
  typealias Instant = ContinuousClock.Instant

  private let system = ContinuousClock()
  var now: Instant { system.now }
  var minimumResolution: Duration { system.minimumResolution }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await system.sleep(until: deadline, tolerance: tolerance)
  }
}

@Suite("Delays without tasks") struct SystemDelayTests {
  /// An effect that may be in a program, with one of three ids. None of those that wait begins by itself.
  private func effect(_ number: Int, _ id: Int, _ kind: Int, _ clock: any Clock<Duration>) -> Effect<Doing> {
    let hour = Duration.seconds(3_600)
    return switch kind {
    case 0, 1: .number(number).debounce(id: id, for: hour, clock: clock)
    case 2: .number(number).throttle(id: id, for: hour, clock: clock)
    case 3: .number(number).throttle(id: id, for: hour, latest: false, clock: clock)
    case 4: .cancel(id: id)
    case 5: .concatenate(.number(number).debounce(id: id, for: hour, clock: clock), .number(-number))
    case 6: .number(number).cancellable(id: 3 - id).debounce(id: id, for: hour, clock: clock)
    case 7: .merge(.number(number).debounce(id: id, for: hour, clock: clock), .number(-number)).cancellable(id: 3 - id)
    default:
      .concatenate(.number(number), .cancel(id: id), .number(-number).debounce(id: 3 - id, for: hour, clock: clock))
    }
  }

  /// What can be seen of a store and its tasks.
  private func seen(_ store: NumberStore, _ tasks: [StoreTask]) -> String {
    let results = tasks.map { task in
      task.result.map { $0.isFinished ? "finished" : $0.isCancelled ? "cancelled" : "failed" } ?? "runs"
    }
    return "\(store.state) \(store.engine?.pending ?? -1) \(results)"
  }

  @Test("Random programs end as on a clock on which effects sleep in tasks", arguments: 1...20 as ClosedRange<UInt64>)
  func programs(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<scaled(25) {
      let (store, model) = (makeNumberStore(), makeNumberStore())
      var (tasks, expected): ([StoreTask], [StoreTask]) = ([], [])
      for number in 1...Int.random(in: 1...12, using: &random) {
        let (id, kind) = (Int.random(in: 1...2, using: &random), Int.random(in: 0...9, using: &random))
        if kind == 9, !tasks.isEmpty {
          let index = Int.random(in: 0..<tasks.count, using: &random)
          tasks[index].cancel()
          expected[index].cancel()
        } else {
          tasks.append(store.start(effect(number, id, kind, ContinuousClock())))
          expected.append(model.start(effect(number, id, kind, OwnClock())))
        }
        #expect(seen(store, tasks) == seen(model, expected), "step \(number)")
      }
      store.close()
      model.close()
      #expect(seen(store, tasks) == seen(model, expected))
      #expect(store.hasEmptyRegistry)
    }
    // Whatever was cancelled has no timer any more. Other tests have theirs.
  }

  @Test("A time that is short passes, and the effect begins once") func passes() async {
    let store = makeNumberStore()
    for number in 1...50 {
      store.start(.number(number).debounce(id: 1, for: .milliseconds(5), clock: ContinuousClock()))
    }
    await store.waitUntilIdle()
    // A slow machine may let some of them pass. The last one is not lost, and none comes twice.
    #expect(store.state.last == 50)
    #expect(Set(store.state).count == store.state.count)
    #expect(store.hasEmptyRegistry)
  }

  @Test(
    "No time, a negative time and the longest time",
    arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min), .seconds(Int64.max)])
  func extremes(_ duration: Duration) async {
    let store = makeNumberStore()
    store.start(.number(1).debounce(id: 1, for: duration, clock: ContinuousClock()))
    if duration > .seconds(1) { store.start(.cancel(id: 1)) }
    await store.waitUntilIdle()
    #expect(store.state == (duration > .seconds(1) ? [] : [1]))
  }

  @Test("Debounces that are restarted from 8 threads: the last of each id begins, and nothing is left")
  func manyThreads() async {
    let store = makeNumberStore()
    let count = scaled(20_000) / 8
    await onThreads(8) { thread in
      for index in 0..<count {
        let number = thread * count + index
        let clock: any Clock<Duration> = thread.isMultiple(of: 2) ? ContinuousClock() : SystemClock()
        store.start(.number(number).debounce(id: thread, for: .milliseconds(20), clock: clock))
      }
    }
    await store.waitUntilIdle()
    #expect(Set((1...8).map { $0 * count - 1 }).isSubset(of: store.state))
    #expect(Set(store.state).count == store.state.count)
    #expect(store.hasEmptyRegistry)
    #expect(store.engine?.pending == 0)
  }
}

@Suite("Timers") struct TimerQueueTests {
  @Test("Each timer fires once and not before its time, unless it is removed first") func random() async {
    let queue = TimerQueue()
    let fired = Box<[Int: Int]>([:])
    var random = SeededGenerator(seed: 7)
    var removed: Set<Int> = []
    let clock = ContinuousClock()
    let ends = AsyncStream<Int>.makeStream()
    let count = 1_000
    for number in 0..<count {
      let duration = Duration.microseconds(Int.random(in: 0...20_000, using: &random))
      let due = clock.now.advanced(by: duration)
      let timer = queue.add(after: duration) {
        #expect(clock.now >= due)
        fired.update { $0[number, default: 0] += 1 }
        ends.continuation.yield(number)
      }
      if Bool.random(using: &random), queue.remove(timer) {
        removed.insert(number)
        #expect(!queue.remove(timer))
      }
    }
    var left = count - removed.count
    for await number in ends.stream {
      #expect(!removed.contains(number))
      left -= 1
      if left == 0 { break }
    }
    #expect(fired.value.count == count - removed.count)
    #expect(fired.value.values.allSatisfy { $0 == 1 })
    #expect(queue.isEmpty)
  }

  @Test("A timer that comes before the others wakes whoever sleeps") func earlier() async {
    let queue = TimerQueue()
    let late = queue.add(after: .seconds(3_600)) {}
    await withCheckedContinuation { continuation in
      _ = queue.add(after: .milliseconds(1)) { continuation.resume() }
    }
    #expect(!queue.isEmpty)
    queue.remove(late)
    #expect(queue.isEmpty)
  }

  @Test("Short timers beside a long one leave no task behind") func noSleepersAreLeft() async {
    let queue = TimerQueue()
    let late = queue.add(after: .seconds(3_600)) {}
    for _ in 0..<20 {
      await withCheckedContinuation { continuation in
        _ = queue.add(after: .microseconds(200)) { continuation.resume() }
      }
    }
    #expect(queue.alarmCount <= 2)
    queue.remove(late)
  }

  /// Of many tasks each sleeps for its own time, and some are cancelled, at any moment.
  @Test("A sleeper wakes when its time has come, or throws when it is cancelled") func sleepers() async {
    let clock = SystemClock()
    var random = SeededGenerator(seed: 8)
    let begin = clock.now
    var sleepers: [Task<Bool, Never>] = []
    for number in 0..<scaled(2_000) {
      let due = begin.advanced(by: .microseconds(Int.random(in: -100...30_000, using: &random)))
      let sleeper = Task {
        do { try await clock.sleep(until: due, tolerance: nil) } catch { return error is CancellationError }
        return clock.now >= due
      }
      sleepers.append(sleeper)
      if number.isMultiple(of: 3) { sleepers.randomElement(using: &random)?.cancel() }
    }
    for sleeper in sleepers { #expect(await sleeper.value) }
  }

  @Test("A task that is cancelled does not sleep", arguments: [Duration.seconds(-1), .zero, .seconds(Int64.max)])
  func cancelled(_ duration: Duration) async {
    let (ready, go) = AsyncStream<Void>.makeStream()
    let sleeper = Task {
      for await _ in ready { break }  // ends when the task is cancelled
      try await SystemClock().sleep(for: duration)
    }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    go.finish()
  }

  @Test("Instants and durations belong together", arguments: [0, 1, -1, -2, 999_999_999, -500_000_000, -1_500_000_001])
  func instants(_ nanoseconds: Int64) {
    let now = SystemClock().now
    let other = now.advanced(by: .nanoseconds(nanoseconds))
    #expect(now.duration(to: other) == .nanoseconds(nanoseconds))
    #expect(other.advanced(by: other.duration(to: now)) == now)
  }

  @Test("Sleeping for no time lets others run") func noTime() async throws {
    let isOver = Box(false)
    let other = Task { isOver.update { $0 = true } }
    while !isOver.value { try await SystemClock().sleep(for: .zero) }
    await other.value
  }
}
