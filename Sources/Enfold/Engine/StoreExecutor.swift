// StoreExecutor: who drains a store.

/// On which thread a store reduces its actions and calls its observers. Chosen when the store is made.
public struct StoreExecutor: Sendable {
  @usableFromInline let schedule: (@Sendable () -> Void)?

  /// The thread that finds the store idle: the one that sends, or an effect's.
  public static let caller = StoreExecutor(schedule: nil)

  /// Whoever is told to: when there is work and nobody drains, `schedule` is called, from any thread and once until the
  /// next drain; it must see to it that ``Store/drain(limit:)`` is called soon. This is how an event loop gets every
  /// callback onto its own thread.
  public static func scheduled(_ schedule: @escaping @Sendable () -> Void) -> StoreExecutor {
    StoreExecutor(schedule: schedule)
  }
}

/// What a drain did.
public struct DrainResult: Sendable, Equatable {
  /// The number of actions reduced.
  public var reduced: Int
  /// Whether work is left: call drain again.
  public var hasMore: Bool

  @inlinable public init(reduced: Int, hasMore: Bool) {
    self.reduced = reduced
    self.hasMore = hasMore
  }
}
