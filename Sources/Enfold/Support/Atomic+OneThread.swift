// Atomic: changes that need no locked instruction while the process has one thread.
import CEnfoldSupport
import Synchronization

/// For words that each action changes. Each change is sequentially consistent. See `enfold_has_one_thread`.
extension Atomic where Value: Equatable, Value.AtomicRepresentation == UInt64.AtomicRepresentation {
  /// Replaces a value that this thread has just read from here. False if another thread has changed it since; then
  /// nothing is replaced.
  @inlinable @inline(__always)
  package func change(from seen: Value, to desired: Value) -> Bool {
    if enfold_has_one_thread() {
      store(desired, ordering: .relaxed)
      return true
    }
    return compareExchange(expected: seen, desired: desired, ordering: .sequentiallyConsistent).exchanged
  }
}

extension Atomic where Value == UInt64 {
  /// Takes one away and returns what is left.
  @inlinable @inline(__always)
  package func decrement() -> UInt64 {
    if enfold_has_one_thread() {
      let left = load(ordering: .relaxed) &- 1
      store(left, ordering: .relaxed)
      return left
    }
    return wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue
  }
}
