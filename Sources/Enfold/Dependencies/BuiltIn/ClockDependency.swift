// The dependency `clock`: the clock on which effects sleep.

private enum ClockKey: DependencyInjectable {
  static var live: any Clock<Duration> { ContinuousClock() }

  static var test: any Clock<Duration> {
    DependencyIssue(missing: "clock", override: "$0.clock = TestClock()").report()
    return live
  }
}

extension DependencyValues {
  /// The clock that effects sleep on. In programs in use and in previews it is a `ContinuousClock`; a test has to give
  /// one.
  public var clock: any Clock<Duration> {
    get { self[ClockKey.self] }
    set { self[ClockKey.self] = newValue }
  }

  @available(*, unavailable, renamed: "clock")
  public var continuousClock: any Clock<Duration> { clock }
}
