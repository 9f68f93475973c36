// ImmediateClock: a clock on which nobody has to wait.

/// A clock for tests and previews in which every sleep ends at once and moves the time to its deadline.
///
/// Time never goes back, and a sleep gives other tasks the chance to run. A clock may be used on any thread.
public final class ImmediateClock: Clock, Sendable {
  public typealias Instant = TestClock.Instant

  private let time: Locked<Instant>

  public init(now: Instant = Instant()) { time = Locked(now) }

  public var now: Instant { time.withLock { $0 } }

  public var minimumResolution: Duration { .zero }

  /// Moves the time to `deadline`. Throws `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
    try Task.checkCancellation()
  }
}
