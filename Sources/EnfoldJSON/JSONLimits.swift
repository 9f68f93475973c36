// How much a text may ask of its reader.

/// The limits that a reader puts on a text. What is beyond them is refused with `JSONError.Code.limit`.
public struct JSONLimits: Equatable, Sendable {
  /// How deeply arrays and objects may be nested. Readers cap it at `greatestDepth`.
  public var depth = 128

  /// How many bytes a text may have.
  public var bytes = 64 << 20

  /// The greatest depth that readers honour: typed decoding recurses, and no text may exhaust a thread's stack.
  @inlinable public static var greatestDepth: Int { 1024 }

  @inlinable public static var `default`: JSONLimits { JSONLimits() }

  @inlinable
  public init(depth: Int = 128, bytes: Int = 64 << 20) {
    self.depth = depth
    self.bytes = bytes
  }
}
