// AnyHostStore: a store, as a runtime and its loop know it.
import Synchronization

/// An open store. A runtime lists, drains, counts and closes its stores through this class. The subclass has everything
/// else.
class AnyHostStore {
  /// Stores of one process are numbered in the order in which they were opened.
  final let number: UInt64
  private static let lastNumber = Atomic<UInt64>(0)

  /// Whether it waits for the host's loop; written under the loop's lock.
  final let isScheduled = Atomic<Bool>(false)
  /// Its place among the open stores of its runtime; used by ``OpenStores``.
  final var place: Int32 = -1
  /// Its neighbours in the list of stores that wait; used under the loop's lock.
  final var links = StoreList.Links()

  init() { number = Self.lastNumber.add(1, ordering: .relaxed).newValue }

  /// The handle that its host got; 0 while the store is being opened.
  var root: UInt64 { abstract() }

  /// Reduces waiting actions, at most `limit` (0: all).
  func drain(limit: UInt32) -> (done: UInt32, hasMore: Bool) { abstract() }

  /// The number of waiting actions and running effects, plus one while it is drained. 0: it is idle.
  var pending: UInt64 { abstract() }
  /// Whether it is held; and whether the program holds it, and no breakpoint.
  var isHeld: Bool { abstract() }
  var isHeldByProgram: Bool { abstract() }
  /// Asks the engine to say when the store becomes idle, or not to say it any more. Calls are counted.
  func watchIdle(_ isOn: Bool) { abstract() }

  var scopeCount: Int { abstract() }
  var subscriptionCount: Int { abstract() }
  var callbackCount: Int { abstract() }

  /// From now on it reports what happens to it for a reader of the runtime's trace, or not any more. It reports while there is a
  /// reader. A second call with the same arguments does nothing.
  func trace(for reader: UInt64, _ isOn: Bool) { abstract() }
  /// From now on it tells a reader of the trace its changes, or not any more (`none`). A second call does nothing.
  func tellChanges(_ changes: TraceChanges, to reader: UInt64) { abstract() }
  /// Tells a reader the state once more, on the recorder's thread: now, or with the next commit if it commits all the time.
  func tellState(to reader: UInt64) { abstract() }

  /// Closes the store, unless it is closed already.
  func closeIfOpen() { abstract() }
  /// Closes its scopes. From then on it gets no new ones.
  func closeScopes() { abstract() }

  private func abstract() -> Never { preconditionFailure("abstract") }
}
