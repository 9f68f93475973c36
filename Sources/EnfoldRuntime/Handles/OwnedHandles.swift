// OwnedHandles: the open handles that belong to one owner.
import Enfold

/// An object whose handle can be in the list of an owner.
class Owned: Linked {
  final var handle: UInt64 = 0
  final var links = Links<Owned>()
}

/// The open handles of one kind that belong to one owner, in the order in which they were opened. So an owner finds its own,
/// and looks at no others.
final class OwnedHandles: @unchecked Sendable {
  // Unchecked: the list is used with the lock held only.
  private let lock = Lock()
  private var list = LinkedList<Owned>()
  private var openCount = 0

  var count: Int { lock.withLock { openCount } }
  var all: [UInt64] { lock.withLock { list.map(\.handle) } }

  /// Makes a handle for an object. Its ``Handled/handleClosed()`` calls ``noteClosed(_:)``.
  func open<Object: Handled & Owned>(_ entry: Object) throws(RuntimeError) -> UInt64 {
    // In one step, because somebody may guess a handle that was not given out yet, and close it.
    lock.acquire()
    defer { lock.release() }
    let handle = try handles.open(entry)
    list.append(entry)
    openCount += 1
    return handle
  }

  func noteClosed(_ entry: Owned) {
    lock.withLock {
      list.remove(entry)
      openCount -= 1
    }
  }
}
