// Subscription: the life of an observer.

/// Keeps an observer, and its store, alive: until it is cancelled or let go.
public final class Subscription: @unchecked Sendable {
  // Unchecked: `end` is touched under `lock` only.
  private let lock = Lock()
  private var end: (@Sendable () -> Void)?

  @usableFromInline init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit {
    cancel()
    lock.deallocate()
  }

  /// Ends the observation at once, also from inside its own callback: no later call. Lets go of the store. From any
  /// thread; a second time does nothing.
  public func cancel() {
    let end = lock.withLock {
      defer { self.end = nil }
      return self.end
    }
    end?()
  }
}

/// Which commits an observer hears of.
public enum ObservationFilter: Sendable {
  /// Those after which the value differs from the one it was told last.
  case distinct
  /// All of them, also those that change nothing.
  case raw
  /// Those that assigned the `@Pulse` property, also to an equal value.
  case pulse
}

/// When an observer hears of commits.
public enum ObservationCoalescing: Sendable {
  /// At each.
  case none
  /// Once when the drain ends, with the value of then.
  case drain
}
