// AnyHostStore: what a runtime and its loop know of a store.
import Synchronization

/// An open store. A runtime lists, drains, counts and closes its stores through this class; what else a store is, is in
/// its subclass.
class AnyHostStore {
  /// Stores of one process are numbered in the order in which they were opened.
  final let number: UInt64
  private static let lastNumber = Atomic<UInt64>(0)

  /// Whether it waits for the host's loop; written under the loop's lock.
  final let isScheduled = Atomic<Bool>(false)
  /// Its place among those that wait; used under the loop's lock.
  @exclusivity(unchecked) final var links = StoreList.Links()

  init() { number = Self.lastNumber.add(1, ordering: .relaxed).newValue }

  /// The handle that its host was given; 0 while it is being opened.
  var root: UInt64 { abstract() }

  /// Reduces waiting actions, at most `limit` (0: all).
  func drain(limit: UInt32) -> (done: UInt32, hasMore: Bool) { abstract() }

  /// How many actions and effects it waits for.
  var pending: UInt64 { abstract() }
  /// Whether the engine says when the store becomes idle.
  func watchIdle(_ isOn: Bool) { abstract() }

  var scopeCount: Int { abstract() }
  var subscriptionCount: Int { abstract() }

  /// Closes the store unless that was done.
  func closeIfOpen() { abstract() }
  /// Closes its scopes; it gets no new ones.
  func closeScopes() { abstract() }

  private func abstract() -> Never { preconditionFailure("abstract") }
}
