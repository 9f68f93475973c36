// ClockTimer: ticks of a clock, as an asynchronous sequence.

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
    ClockTimer { [self] in
      var deadline = now
      return {
        deadline = deadline.advanced(by: interval)
        try await sleep(until: deadline, tolerance: nil)
      }
    }
  }
}
