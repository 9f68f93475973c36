// Debounce, Delay: effects that begin later.

/// An effect that begins when no other of its id has come for some time.
@usableFromInline struct Debounce: Sendable {
  @usableFromInline let id: EffectID
  @usableFromInline let delay: Delay

  @inlinable init(id: EffectID, delay: Delay) {
    self.id = id
    self.delay = delay
  }
}

/// A time in which nothing happens.
@usableFromInline struct Delay: Sendable {
  @usableFromInline let duration: Duration
  @usableFromInline let clock: any Clock<Duration>
  @usableFromInline let origin: EffectOrigin
  /// Returns when the time is over, if it began before; nil if it begins with the waiting.
  @usableFromInline let wait: (@Sendable () async throws -> Void)?

  @inlinable init(
    _ duration: Duration, on clock: any Clock<Duration>, _ origin: EffectOrigin,
    wait: (@Sendable () async throws -> Void)? = nil
  ) {
    self.duration = duration
    self.clock = clock
    self.origin = origin
    self.wait = wait
  }

  /// Whether a timer can measure it. Other clocks know their sleepers themselves.
  @usableFromInline var isOfSystem: Bool {
    type(of: clock) == SystemClock.self || type(of: clock) == ContinuousClock.self
  }

  /// The task that sleeps.
  @usableFromInline func operation<Action>() -> RunOperation<Action> {
    RunOperation(
      origin: origin,
      operation: { [clock, duration, wait] _ in
        if let wait { try await wait() } else { try await clock.sleep(for: duration) }
      })
  }
}
