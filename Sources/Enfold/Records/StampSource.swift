// StampSource: makes stamps, the numbers that name committed contents.
import EnfoldJSON
import Synchronization

/// Hands out stamps that are unique in the process (in this copy of the library).
public struct StampSource: Sendable {
  @usableFromInline var next: UInt64 = 0

  @inlinable public init() {}

  @inlinable public mutating func take() -> UInt64 {
    if next & StampBlock.mask == 0 { next = StampBlock.take() }
    defer { next &+= 1 }
    return next
  }
}

/// Sources reserve stamps in blocks, so that taking one is an addition.
@usableFromInline enum StampBlock {
  /// How many bits count within a block.
  @inlinable static var bits: UInt64 { Sizes.of(20, tiny: 2) }
  @inlinable static var mask: UInt64 { (1 << bits) - 1 }

  private static let last = Atomic<UInt64>(0)

  /// The second stamp of a new block. The first one is never used: in `next`, it means that the block is used up.
  @usableFromInline static func take() -> UInt64 {
    last.add(1, ordering: .relaxed).newValue << bits | 1
  }
}
