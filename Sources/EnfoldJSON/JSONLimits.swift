// How much a text may ask of its reader.

/// The limits that a reader puts on a text. What is beyond them is refused with `JSONError.Code.limit`.
public struct JSONLimits: Equatable, Sendable {
  /// How deeply arrays and objects may be nested. Readers cap it at `greatestDepth`.
  public var depth = 128

  /// How many bytes a text may have.
  public var bytes = 64 << 20

  /// How deep a state may be when a store is opened with it: reducers can build states that are deeper than what is
  /// accepted from outside, and such a state can be opened again.
  @inlinable public static var stateDepth: Int { 1_024 }

  /// The greatest depth that readers honour: typed decoding recurses, and no text may exhaust a thread's stack. It is
  /// the depth of a state inside the object of the options.
  @inlinable public static var greatestDepth: Int { stateDepth + 1 }

  /// No limits but the reader's own.
  @inlinable public static var greatest: JSONLimits { JSONLimits(depth: greatestDepth, bytes: .max) }

  @inlinable public static var `default`: JSONLimits { JSONLimits() }

  @inlinable
  public init(depth: Int = 128, bytes: Int = 64 << 20) {
    self.depth = depth
    self.bytes = bytes
  }
}
