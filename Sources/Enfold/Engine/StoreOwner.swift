// StoreOwner: hears what happens to a store itself. StoreExecutor: chooses the thread that drains.

/// A store's engine calls it on any thread, with no lock held.
open class StoreOwner: @unchecked Sendable {
  // Unchecked: this class has no properties; each subclass says why it is safe.
  public init() {}

  /// Where the work of effects goes on after its first suspension. Nil is the global executor. Always the same.
  open var effectExecutor: (any TaskExecutor)? { nil }

  /// Whether its effects ask the host, who wants to know the cause of a request. Always the same.
  open var asksHost: Bool { false }

  /// Called when the store became idle while it was watched.
  open func becameIdle() {}

  /// Called when the store is closed, on the draining thread. After it only `becameIdle` and `diagnose` may be called.
  open func didClose() {}

  /// Called when something went wrong and no caller is left to be told.
  open func diagnose(_ diagnostic: Diagnostic) {}
}

/// What a store does with actions. Writes and restored states are commits in each of these.
public enum StoreMode: Sendable {
  /// It reduces them and begins their effects.
  case full
  /// It reduces them and drops their effects. Reactors are not asked for mutations, and their streams do not begin.
  case withoutEffects
  /// It reduces nothing and makes no commits. Observers of actions are told.
  case stub
}

/// On which thread a store reduces its actions and calls its observers. Chosen when the store is made.
public struct StoreExecutor: Sendable {
  @usableFromInline let schedule: (@Sendable () -> Void)?

  /// The thread that finds the store idle: the one that sends. It may be an effect's.
  public static let caller = StoreExecutor(schedule: nil)

  /// Whoever calls ``Store/drain(limit:)``. When there is work and nobody drains, `schedule` is called, on any thread,
  /// and once until the next drain. It must see to it that `drain` is called soon. In this way an event loop gets every
  /// callback on its own thread.
  public static func scheduled(_ schedule: @escaping @Sendable () -> Void) -> StoreExecutor {
    StoreExecutor(schedule: schedule)
  }
}

/// The result of a drain.
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
