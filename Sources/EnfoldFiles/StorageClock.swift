// StorageClock: a clock of any kind, whose time begins at zero when it is first looked at.

/// The clock of a storage. It goes as the given one, and begins at zero.
struct StorageClock: Sendable {
  let now: @Sendable () -> Duration
  let sleep: @Sendable (_ deadline: Duration) async throws -> Void

  init(_ clock: any Clock<Duration>) { self = Self.of(clock) }

  private init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
    self.now = now
    self.sleep = sleep
  }

  private static func of<C: Clock>(_ clock: C) -> StorageClock where C.Duration == Duration {
    let start = clock.now
    return StorageClock(
      now: { start.duration(to: clock.now) },
      sleep: { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) })
  }
}
