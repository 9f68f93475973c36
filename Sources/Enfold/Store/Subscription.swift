// Subscription: the life of an observer.

/// Keeps an observer and its store alive until it is cancelled or released.
public final class Subscription: @unchecked Sendable {
  // Unchecked: `end` is touched under `lock` only.
  private let lock = Lock()
  private var end: (@Sendable () -> Void)?

  @usableFromInline init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { cancel() }

  /// Ends the observation at once: no callback begins after this. Releases the store. May be called on any thread, also
  /// inside the callback itself; a second call does nothing.
  public func cancel() { lock.withLock { end.take() }?() }
}

/// Which commits an observer hears of.
public enum ObservationFilter: Sendable {
  /// Commits after which the value differs from the last value that the observer got.
  case distinct
  /// All commits, also those that change nothing.
  case raw
  /// Commits that assigned a value to the `@Pulse` property, even an equal one.
  case pulse
}

/// When an observer hears of commits.
public enum ObservationCoalescing: Sendable {
  /// At each commit.
  case none
  /// Once when the drain ends, with the value at that moment.
  case drain
}
