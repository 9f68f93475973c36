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

  @inlinable init(_ duration: Duration, on clock: any Clock<Duration>, _ origin: EffectOrigin) {
    self.duration = duration
    self.clock = clock
    self.origin = origin
  }

  /// Whether a timer can measure it. Other clocks know their sleepers themselves.
  @usableFromInline var isOfSystem: Bool { type(of: clock) == ContinuousClock.self }

  /// The task that sleeps.
  @usableFromInline func operation<Action>() -> RunOperation<Action> {
    RunOperation(origin: origin, operation: { [clock, duration] _ in try await clock.sleep(for: duration) })
  }
}
