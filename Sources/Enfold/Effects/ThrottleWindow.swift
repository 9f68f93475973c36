// Throttle, ThrottleWindow: the interval of an id. StoreEngine+Delays decides which effects begin in it.

/// The treatment of effects that come while a throttle's interval runs.
public enum ThrottleKeeps: Sendable {
  /// The latest one begins when the interval ends.
  case latest
  /// The first one begins when the interval ends.
  case first
  /// None: they are dropped.
  case none
}

/// An interval in which only one effect of an id begins.
@usableFromInline struct Throttle: Equatable, Sendable {
  @usableFromInline let id: EffectID
  let interval: Duration
  let keeps: ThrottleKeeps
  let clock: any Clock<Duration>
  let origin: EffectOrigin

  @usableFromInline static func == (lhs: Throttle, rhs: Throttle) -> Bool {
    lhs.id == rhs.id && lhs.interval == rhs.interval && lhs.keeps == rhs.keeps
  }
}

/// The interval that a throttled effect opens when it begins. Until the interval ends, no other effect of the same id
/// begins. If an effect is held, it begins when the interval ends, and opens the next one.
@usableFromInline final class ThrottleWindow: @unchecked Sendable {
  // Unchecked: everything is touched by the drainer only.
  /// How much of the interval is left.
  private(set) var remaining: () -> Duration
  /// Returns when the interval is over.
  private(set) var wait: @Sendable () async throws -> Void
  /// The effect that begins at the end of the interval; nil if there is none.
  var held: PartAccount?

  /// Whether the interval goes on: some of it is left, or the held effect has not begun yet.
  var isOpen: Bool { held.map { !$0.isCancelled } ?? false || remaining() > .zero }

  init(_ throttle: Throttle) { (remaining, wait) = Self.interval(throttle.interval, on: throttle.clock) }

  /// The held effect begins, and with it the next interval.
  func reopen(_ throttle: Throttle) {
    held = nil
    (remaining, wait) = Self.interval(throttle.interval, on: throttle.clock)
  }

  /// An interval that begins now.
  private static func interval(
    _ interval: Duration, on clock: some Clock<Duration>
  ) -> (remaining: () -> Duration, wait: @Sendable () async throws -> Void) {
    let end = clock.now.advanced(by: interval)
    return ({ clock.now.duration(to: end) }, { try await clock.sleep(until: end, tolerance: nil) })
  }
}
