// StorageTime: a clock of any kind, read as the time since it was first looked at.

/// The time of a storage. It is the clock's, and begins at zero.
struct StorageTime: Sendable {
  let now: @Sendable () -> Duration
  let sleep: @Sendable (_ deadline: Duration) async throws -> Void

  init(_ clock: any Clock<Duration>) { self = Self.of(clock) }

  private init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
    self.now = now
    self.sleep = sleep
  }

  private static func of<C: Clock>(_ clock: C) -> StorageTime where C.Duration == Duration {
    let start = clock.now
    return StorageTime(
      now: { start.duration(to: clock.now) },
      sleep: { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) })
  }
}
