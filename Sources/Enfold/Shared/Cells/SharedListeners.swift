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
  private let lock = Lock()
  private var functions: [(id: UInt64, function: Function)] = []
  private var last: UInt64 = 0

  var all: [Function] { lock.withLock { functions.map(\.function) } }
  var first: Function? { lock.withLock { functions.first?.function } }

  /// The function is there until the result is released.
  func add(_ function: Function) -> SharedObservation {
    let id = lock.withLock {
      last += 1
      functions.append((last, function))
      return last
    }
    return SharedObservation { [self] in remove(id) }
  }

  private func remove(_ id: UInt64) {
    let gone = lock.withLock { functions.firstIndex { $0.id == id }.map { functions.remove(at: $0) } }
    withExtendedLifetime(gone) {}  // without the lock, because releasing may run any code
  }
}

extension SharedListeners where Function == @Sendable () -> Void {
  func callAll() { for function in all { function() } }
}
