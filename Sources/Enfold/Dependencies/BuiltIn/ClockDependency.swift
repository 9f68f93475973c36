// The clock of features and its timers; and the executor of their effects.

private enum ClockKey: DependencyInjectable {
  static var live: any Clock<Duration> { SystemClock() }

  static var test: any Clock<Duration> {
    DependencyIssue(missing: "clock", override: "$0.clock = TestClock()").report()
    return live
  }
}

extension DependencyValues {
  /// The clock that effects sleep on. In programs in use and in previews it is the system's continuous clock; a test has to
  /// give one.
  public var clock: any Clock<Duration> {
    get { self[ClockKey.self] }
    set { self[ClockKey.self] = newValue }
  }

  /// The clock of the values that are known here, or else that of the process, which is looked up once.
  @usableFromInline static var clockHere: any Clock<Duration> { known?.clock ?? liveClock }
  private static let liveClock = live.clock

  @available(*, unavailable, renamed: "clock")
  public var continuousClock: any Clock<Duration> { clock }
}

/// Ticks at equal intervals, until the task that listens is cancelled:
///
/// ```swift
/// .run { [clock] send in
///   for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
/// }
/// ```
///
/// The ticks do not drift: each is an interval after the one before, however long the listener took. A listener that takes
/// longer than the interval gets the next tick at once.
public struct ClockTimer: AsyncSequence, Sendable {
  /// Makes the waiting of one iterator: it returns at each tick, and throws when the task was cancelled.
  private let makeWait: @Sendable () -> () async throws -> Void

  fileprivate init(_ makeWait: @escaping @Sendable () -> () async throws -> Void) { self.makeWait = makeWait }

  public func makeAsyncIterator() -> Iterator { Iterator(wait: makeWait()) }

  /// Waits for the ticks of a timer.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let wait: () async throws -> Void

    public func next() async -> Void? { try? await wait() }
  }
}

extension Clock where Duration == Swift.Duration {
  /// Ticks at equal intervals, the first time after one interval.
  ///
  /// - Parameter interval: must be more than no time.
  public func timer(interval: Duration) -> ClockTimer {
    precondition(interval > .zero, "the interval of a timer is \(interval); it must be more than no time")
    return ClockTimer { [self] in
      var deadline = now
      return {
        deadline = deadline.advanced(by: interval)
        try await sleep(until: deadline, tolerance: nil)
      }
    }
  }
}

private enum EffectExecutorKey: DependencyInjectable {
  static var live: (any TaskExecutor)? { nil }
  static var test: (any TaskExecutor)? { nil }
}

extension DependencyValues {
  /// Where the tasks run that streams make in order to wait. Nil is the global executor. A store for tests gives its own, so
  /// that it knows when they have gone as far as they can.
  package var effectExecutor: (any TaskExecutor)? {
    get { self[EffectExecutorKey.self] }
    set { self[EffectExecutorKey.self] = newValue }
  }
}
