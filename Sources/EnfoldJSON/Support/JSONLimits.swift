// JSONLimits: how long a text may be, and how deeply nested.

/// The limits that a reader puts on a text. A text beyond them is refused with `JSONError.Code.limit`.
public struct JSONLimits: Equatable, Sendable {
  /// How deeply arrays and objects may be nested. Readers cap it at `greatestDepth`.
  public var depth = 128

  /// How many bytes a text may have.
  public var bytes = 64 << 20

  /// How deeply a state may be nested when a store is opened with it. A reducer can build a state that is deeper than a text
  /// from outside may be. A store can be opened with such a state again.
  @inlinable public static var stateDepth: Int { 1_024 }

  /// The greatest depth that readers allow, whatever stack a thread has. It is one more than `stateDepth`, because a
  /// state comes inside the object of a store's options.
  @inlinable public static var greatestDepth: Int { stateDepth + 1 }

  /// How many levels are read and written without asking for the thread's stack: each thread has room for them.
  @inlinable package static var freeDepth: Int { 16 }

  /// Only the limits that every reader has.
  @inlinable public static var greatest: JSONLimits { JSONLimits(depth: greatestDepth, bytes: .max) }

  @inlinable public static var `default`: JSONLimits { JSONLimits() }

  @inlinable public init(depth: Int = 128, bytes: Int = 64 << 20) {
    self.depth = depth
    self.bytes = bytes
  }
}
