// Locked: a value behind a lock.
import Enfold

/// A value that one thread at a time may use.
final class Locked<Value: Sendable>: @unchecked Sendable {
  // Unchecked: `value` is used only under the lock.
  private let lock = Lock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R { try lock.withLock { try body(&value) } }
}
