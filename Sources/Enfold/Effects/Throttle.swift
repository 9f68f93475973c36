// Throttle: how often the effects of an id may begin.

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
  let id: EffectID
  let interval: Duration
  let keeps: ThrottleKeeps
  let clock: any Clock<Duration>
  let origin: EffectOrigin

  @usableFromInline static func == (lhs: Throttle, rhs: Throttle) -> Bool {
    lhs.id == rhs.id && lhs.interval == rhs.interval && lhs.keeps == rhs.keeps
  }
}
