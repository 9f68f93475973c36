// DeepestText: how deeply nested the values are that a store has read. Threads with small stacks cannot use such a store.
import CEnfold
import CEnfoldSupport
import Enfold
import Synchronization

/// The greatest depth of the texts that a store has read since it was opened; 0 if none was deep.
///
/// The values of these texts may be in the state. Comparing and destroying a value recurses into it and cannot fail. So a
/// thread whose stack does not hold such a value is refused before it uses the store.
@usableFromInline package final class DeepestText: Sendable {
  @usableFromInline let depth = Atomic<Int>(0)

  /// Notes how deep a reader came.
  @inlinable @inline(__always)
  func note(_ reader: borrowing JSONReader) {
    if reader.greatestDepthRead > 0 { note(Int(reader.greatestDepthRead)) }
  }

  @usableFromInline @inline(never)
  func note(_ depth: Int) { _ = self.depth.max(depth, ordering: .relaxed) }

  /// Whether a text was deep.
  @inline(__always)
  var isDeep: Bool { depth.load(ordering: .relaxed) > 0 }

  /// Whether the stack of this thread does not hold these values.
  @inline(__always)
  var isBeyondStack: Bool { isDeep && depth.load(ordering: .relaxed) > Int(enfold_stack_depth()) }

  /// Refuses a thread whose stack does not hold these values.
  @inline(__always)
  func checkStack() throws(PluginError) {
    if isBeyondStack { throw stackError }
  }

  var stackError: PluginError {
    PluginError(
      Status.limit,
      """
      the store has values that are nested \(depth.load(ordering: .relaxed)) deep; the stack of this thread holds \
      \(enfold_stack_depth()): use a thread with more
      """)
  }
}
