// The dependency `date`: the present time.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Says what time it is: `date.now`, or `date()`. Any thread may ask.
public struct DateGenerator: Sendable {
  private var read: @Sendable () -> Timestamp

  public init(_ now: @escaping @Sendable () -> Timestamp) { read = now }

  /// The time now. Once it is set, it stands still: `$0.date.now = start`.
  public var now: Timestamp {
    get { DependencyTap.value("date", read) }
    set { read = { newValue } }
  }

  /// The time now.
  public func callAsFunction() -> Timestamp { now }

  /// The computer's clock. It may jump when it is set. After 2262 it stands still.
  public static let system = DateGenerator {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec)) ?? .latest
  }

  /// Always the same time.
  public static func constant(_ time: Timestamp) -> DateGenerator { DateGenerator { time } }

  /// A time that passes as a clock does. A test may give its own clock, and move it.
  ///
  /// - Parameter start: the time when this is called.
  public static func following(_ clock: any Clock<Duration>, from start: Timestamp) -> DateGenerator {
    func follow<C: Clock<Duration>>(_ clock: C) -> DateGenerator {
      let began = clock.now
      return DateGenerator { start + began.duration(to: clock.now) }
    }
    return follow(clock)
  }
}

private enum DateKey: DependencyInjectable {
  static var live: DateGenerator { .system }
  static var test: DateGenerator { .constant(.ofTests) }
}

extension Timestamp {
  /// The time of tests: 2001-02-03T04:05:06Z.
  package static let ofTests = Timestamp(nanosecondsSince1970: 981_173_106_000_000_000)
}

extension DependencyValues {
  /// The time: the computer's, and in tests always 2001-02-03T04:05:06Z.
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }
}
