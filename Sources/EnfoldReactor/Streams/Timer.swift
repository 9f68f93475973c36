// interval and timer: streams of ticks on a clock. OpenCombine's timer needs a run loop.
import Enfold
import OpenCombine

extension AnyPublisher where Output == Int, Failure == Never {
  /// Counts from 0, first after one period, then at each further one. Never ends.
  ///
  /// The ticks do not drift. A subscriber that takes longer than a period gets the next tick at once, and no tick is left out.
  ///
  /// - Parameters:
  ///   - period: must be more than no time.
  ///   - clock: whose time counts; nil is the dependency `clock` where somebody subscribes.
  public static func interval(_ period: Duration, clock: (any Clock<Duration>)? = nil) -> Self {
    timer(period, period: period, clock: clock)
  }

  /// ``interval(_:clock:)`` by its name in ReactableKit.
  public static func timer(interval: Duration, clock: (any Clock<Duration>)? = nil) -> Self {
    timer(interval, period: interval, clock: clock)
  }

  /// Counts from 0, first after some time, then at each period. Without a period it ends after its first tick.
  ///
  /// - Parameters:
  ///   - period: must be more than no time.
  ///   - clock: whose time counts; nil is the dependency `clock` where somebody subscribes.
  public static func timer(_ first: Duration, period: Duration? = nil, clock: (any Clock<Duration>)? = nil) -> Self {
    if let period { precondition(period > .zero, "the period of a timer is \(period); it must be more than no time") }
    return OutletStream { outlet in
      let alarm = Alarm(clock, Surroundings())
      let ticks = Ticks(first, period, alarm, outlet)
      outlet.connect(pull: ticks.pull, cancelled: alarm.cancel)
    }
    .eraseToAnyPublisher()
  }
}

/// The ticks for one subscriber. It waits for the next one when the subscriber wants one.
private final class Ticks: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock. No code of others runs under it.
  private let first: Duration
  private let period: Duration?
  private let alarm: Alarm
  private let outlet: Outlet<Int, Never>
  private let lock = Lock()
  private var next = 0
  private var isWaiting = false

  init(_ first: Duration, _ period: Duration?, _ alarm: Alarm, _ outlet: Outlet<Int, Never>) {
    (self.first, self.period, self.alarm, self.outlet) = (first, period, alarm, outlet)
  }

  func pull() {
    let due = lock.withLock { () -> Duration? in
      if isWaiting { return nil }
      isWaiting = true
      return first + (period ?? .zero) * next
    }
    if let due { alarm.set(at: due, ring: tick) }
  }

  @Sendable private func tick() -> Duration? {
    let number = lock.withLock {
      isWaiting = false
      defer { next += 1 }
      return next
    }
    outlet.put(number)
    if period == nil { outlet.putEnd() }
    outlet.handOver()
    return nil
  }
}
