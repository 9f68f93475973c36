// TestClock: a clock that stands still until a test moves it.

/// A clock for tests. Its time passes only in `advance` and `run`.
///
///     let clock = TestClock()
///     let store = TestStore(initialState: Feature.State(), reducer: Feature()) { $0.clock = clock }
///     await store.send(.start)
///     await clock.advance(by: .seconds(1))
///     await store.receive(.ticked)
///
/// `advance` lets the effects of the test stores that use the clock go as far as they can before it moves the time, and
/// again after each sleeper that it wakes. Other work that was woken runs on its own executor, at the same time as the test:
/// a test must wait for what it expects of such work, for example with ``waitForSleepers(_:)``. Code that is not
/// asynchronous moves the time with ``advanceNow(by:)``, which only wakes.
///
/// A clock may be used on any thread.
public final class TestClock: Clock, Sendable {
  /// A point in time, by its distance from the start of the clock's time.
  public struct Instant: InstantProtocol, Sendable {
    public var offset: Duration

    public init(offset: Duration = .zero) { self.offset = offset }

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private typealias Queue = SleepQueue<CheckedContinuation<Void, any Error>, CheckedContinuation<Void, Never>>

  private let queue: Locked<Queue>
  /// Let the effects of the test stores that use this clock go as far as they can.
  private let settlers = Locked<[ObjectIdentifier: Settle]>([:])

  typealias Settle = nonisolated(nonsending) @Sendable () async -> Void

  public init(now: Instant = Instant()) { queue = Locked(Queue(now: now.offset)) }

  public var now: Instant { Instant(offset: queue.withLock { $0.now }) }

  public var minimumResolution: Duration { .zero }

  /// How many tasks sleep on this clock.
  public var sleeperCount: Int { queue.withLock { $0.count } }

  // MARK: Time

  /// Lets time pass, and wakes the tasks that sleep until then.
  ///
  /// Sleepers are woken in the order of their deadlines; with equal deadlines, in the order in which they fell asleep.
  /// When one is woken the clock shows its deadline, and before the next one is woken it goes as far as it can, if it is an
  /// effect of a test store. So whoever sleeps again within this time is woken again. Time never goes back: a negative
  /// duration does nothing. Without a duration, the tasks that sleep until now are woken.
  nonisolated(nonsending) public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Lets time pass until `deadline`, as `advance(by:)` does.
  nonisolated(nonsending) public func advance(to deadline: Instant) async {
    queue.withLock { $0.beginAdvance() }
    repeat { await settle() } while wakeNext(upTo: deadline)
  }

  /// Lets time pass until all present sleepers are awake.
  nonisolated(nonsending) public func run() async {
    await settle()
    if let last = queue.withLock({ $0.lastDeadline }) { await advance(to: Instant(offset: last)) }
  }

  /// Lets time pass and wakes the tasks that sleep until then, and does not wait for their work.
  public func advanceNow(by duration: Duration) { advanceNow(to: now.advanced(by: duration)) }

  /// Lets time pass until `deadline`, as `advanceNow(by:)` does.
  public func advanceNow(to deadline: Instant) {
    queue.withLock { $0.beginAdvance() }
    while wakeNext(upTo: deadline) {}
  }

  /// Lets time pass until all present sleepers are awake, and does not wait for their work.
  public func runNow() {
    if let last = queue.withLock({ $0.lastDeadline }) { advanceNow(to: Instant(offset: last)) }
  }

  /// Lets time pass until the next deadline, and wakes the one who slept until then. False if nobody sleeps until
  /// `deadline`.
  private func wakeNext(upTo deadline: Instant) -> Bool {
    let sleeper = queue.withLock { $0.wakeNext(upTo: deadline.offset) }
    sleeper?.resume()
    return sleeper != nil
  }

  // MARK: Stores

  /// A store uses the clock from now on.
  ///
  /// - Parameter settle: lets its effects go as far as they can.
  func attach(_ store: ObjectIdentifier, settle: @escaping Settle) { settlers.withLock { $0[store] = settle } }

  func detach(_ store: ObjectIdentifier) { _ = settlers.withLock { $0.removeValue(forKey: store) } }

  private nonisolated(nonsending) func settle() async {
    let settlers = settlers.withLock { Array($0.values) }
    for settle in settlers { await settle() }
    if !settlers.isEmpty { return }
    // Nobody knows which tasks sleep here. Other tasks get some turns.
    for _ in 0..<20 { await Task.yield() }
  }

  // MARK: Sleeping

  /// Sleeps until the clock shows `deadline`. Returns at once if it shows a later time. If it shows this time, sleeps until
  /// time is let pass again: also `sleep(for: .zero)` waits for an `advance`. The tolerance is ignored.
  ///
  /// Throws `CancellationError` when the task is cancelled, also if it was cancelled before.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = queue.withLock { $0.takeNumber() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = queue.withLock { queue -> Outcome in
          // If the handler has run already, it did not find this sleeper, but then the task is marked as cancelled.
          guard !Task.isCancelled else { return .cancelled }
          return queue.sleep(number, until: deadline.offset, continuation).map(Outcome.asleep) ?? .past
        }
        switch outcome {
        case .asleep(let waiters): for waiter in waiters { waiter.resume() }
        case .past: continuation.resume()
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
      }
    } onCancel: {
      queue.withLock { $0.cancelSleep(number) }?.resume(throwing: CancellationError())
    }
  }

  private enum Outcome {
    case asleep([CheckedContinuation<Void, Never>])
    case past
    case cancelled
  }

  /// Waits until at least `count` tasks sleep on this clock. Returns at once when the task is cancelled.
  public func waitForSleepers(_ count: Int) async {
    let number = queue.withLock { $0.takeNumber() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = queue.withLock { !Task.isCancelled && $0.wait(number, for: count, continuation) }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      queue.withLock { $0.cancelWait(number) }?.resume()
    }
  }
}
