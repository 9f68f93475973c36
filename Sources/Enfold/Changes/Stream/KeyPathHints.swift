// KeyPathHints: which ids of lists a key path has in it.
import CEnfoldSupport

/// Collects the ids by which elements of lists are looked up while a key path is read. A hint is no proof: whoever gets one
/// makes a key path of it and compares.
@usableFromInline enum KeyPathHints {
  private static let lock = Lock()
  /// Those of the threads that read now. Under the lock.
  nonisolated(unsafe) private static var ids: [UInt: [AnyHashable]] = [:]

  /// The ids that `read` looks up.
  static func ids(readBy read: () -> Void) -> [AnyHashable] {
    let thread = UInt(enfold_thread_id())
    // A key path that is read while another one is: what it looks up is no hint for that.
    let outer = lock.withLock { ids.updateValue([], forKey: thread) }
    enfold_hint_readers_add(1)
    read()
    enfold_hint_readers_add(-1)
    return lock.withLock {
      defer { ids[thread] = outer }
      return ids[thread] ?? []
    }
  }

  /// An element is looked up while some thread reads a key path.
  @usableFromInline
  static func note(_ id: some Hashable) {
    let id = AnyHashable(id)
    let thread = UInt(enfold_thread_id())
    lock.withLock { ids[thread]?.append(id) }
  }
}
