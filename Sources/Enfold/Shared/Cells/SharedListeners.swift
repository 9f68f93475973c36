// SharedListeners: a list of functions to call.

/// Keeps an observation alive.
public final class SharedObservation: Sendable {
  private let end: @Sendable () -> Void
  init(_ end: @escaping @Sendable () -> Void) { self.end = end }
  deinit { end() }
}

/// Functions in the order in which they came.
final class SharedListeners<Function: Sendable>: @unchecked Sendable {
  // Unchecked: everything that changes is touched under `lock` only.

  /// One function. Its observation keeps it alive.
  private final class Listener: Linked, @unchecked Sendable {
    // Unchecked: the links are touched under the lock of the list only.
    let function: Function
    var links = Links<Listener>()

    init(_ function: Function) { self.function = function }
  }

  private let lock = Lock()
  private var listeners = LinkedList<Listener>()

  var all: [Function] { lock.withLock { listeners.map(\.function) } }
  var first: Function? { lock.withLock { listeners.first?.function } }

  /// The function is there until the result is released.
  func add(_ function: Function) -> SharedObservation {
    let listener = Listener(function)
    lock.withLock { listeners.append(listener) }
    return SharedObservation { [self] in lock.withLock { listeners.remove(listener) } }
  }
}

extension SharedListeners where Function == @Sendable () -> Void {
  func callAll() { for function in all { function() } }
}
