// Guarded: what an operator remembers from one value to the next.
import Enfold

/// A value that any thread may change.
final class Guarded<Value>: @unchecked Sendable {
  // Unchecked: the value is guarded by the lock.
  private let lock = Lock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  /// Calls a body with the lock held: it calls no code of others, and returns what it removes, because the end of that may run
  /// anything.
  func change<R>(_ body: (inout Value) -> R) -> R { lock.withLock { body(&value) } }
}
