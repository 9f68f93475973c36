// KeyPathHints: finds the ids of list elements that a key path contains.
import CEnfoldSupport

/// Collects the ids by which elements of lists are looked up while a key path is read. An id is only a hint: the caller
/// makes a key path with this id and compares it.
@usableFromInline enum KeyPathHints {
  private static let lock = Lock()
  /// For each thread that reads a key path now: the ids so far. Used under the lock.
  nonisolated(unsafe) private static var ids: [UInt: [AnyHashable]] = [:]

  /// The ids that `read` looks up.
  static func ids(readBy read: () -> Void) -> [AnyHashable] {
    let thread = UInt(enfold_thread_id())
    // While a key path is read, user code may read another one. The two do not share their hints.
    let outer = lock.withLock { ids.updateValue([], forKey: thread) }
    enfold_hint_readers_add(1)
    read()
    enfold_hint_readers_add(-1)
    return lock.withLock { exchange(&ids[thread], with: outer) ?? [] }
  }

  /// Called when an element is looked up while some thread reads a key path. Keeps the id if this thread does.
  @usableFromInline static func note(_ id: some Hashable) {
    let id = AnyHashable(id)
    let thread = UInt(enfold_thread_id())
    lock.withLock { ids[thread]?.append(id) }
  }
}
