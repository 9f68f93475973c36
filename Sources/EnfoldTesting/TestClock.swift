// TestClock: a clock that stands still until a test moves it.

/// A clock for tests. Its time passes only in `advance` and `run`.
///
///     let clock = TestClock()
///     let task = Task { try await clock.sleep(for: .seconds(1)) }
///     await clock.waitForSleepers(1)
///     clock.advance(by: .seconds(1))
///     try await task.value
///
/// Work that is woken runs on its own executor, concurrently to the test and to other work that was woken. So a test
/// waits for what it expects, never for time: for sleepers with ``waitForSleepers(_:)``, for everything else as usual.
///
/// All of it may be called from any thread.
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

  public init(now: Instant = Instant()) { queue = Locked(Queue(now: now.offset)) }

  public var now: Instant { Instant(offset: queue.withLock { $0.now }) }

  public var minimumResolution: Duration { .zero }

  /// How many sleep on this clock.
  public var sleeperCount: Int { queue.withLock { $0.count } }

  // MARK: Time

  /// Lets time pass, and wakes whoever sleeps until then.
  ///
  /// Sleepers are woken in the order of their deadlines, and in that of their registration among equal ones; at each
  /// the clock shows that deadline. Time never goes back: a negative duration does nothing.
  public func advance(by duration: Duration) { advance(to: now.advanced(by: duration)) }

  /// Lets time pass until `deadline`, as `advance(by:)` does.
  public func advance(to deadline: Instant) {
    while wakeNext(upTo: deadline) {}
  }

  /// Lets time pass until the next deadline and wakes who slept until then; false if nobody sleeps until `deadline`.
  func wakeNext(upTo deadline: Instant) -> Bool {
    let sleeper = queue.withLock { $0.wakeNext(upTo: deadline.offset) }
    sleeper?.resume()
    return sleeper != nil
  }

  /// Lets time pass until everybody who is asleep now is awake.
  public func run() {
    guard let last = queue.withLock({ $0.lastDeadline }) else { return }
    advance(to: Instant(offset: last))
  }

  // MARK: Sleeping

  /// Sleeps until the clock shows `deadline`; not at all if it does already. The tolerance does not matter.
  ///
  /// Throws `CancellationError` when the task is cancelled, also if it was before.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = queue.withLock { $0.takeNumber() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = queue.withLock { queue -> Outcome in
          // If the handler has run already, it found nobody, but the task was marked before.
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

  /// Waits until at least `count` sleep on this clock. Returns at once when the task is cancelled.
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
