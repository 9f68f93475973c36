// ChangeRecord: what an @ObservableState struct knows about its own changes. StampSource: makes the stamps.
import Synchronization

/// The hidden part of an `@ObservableState` struct that records which properties were written since the last commit.
///
/// A record is a pair: a *stamp*, unique in the process, which names the committed content that this value descends
/// from; and *bits*, the properties written since. A value with stamp S and bits B is "content S, of which the
/// properties in B were written"; this is true of its copies, too. So the store finds what changed by looking at the
/// records alone:
///
/// - A struct whose stamp is the one it had at the last commit changed exactly in its bits.
/// - A struct with another stamp was replaced (`state = State()`, or a copy that was saved earlier). Everything in it
///   may be another value.
///
/// After a commit the store gives every struct that was touched a new stamp and clears its bits. If a nested struct is
/// replaced by one with another stamp, its parent's accessor sets the stamp to 0, which means "no known content". So
/// nobody has to keep old stamps.
///
/// A record is invisible: all records are equal, do not count in hashes and have no JSON form.
public struct ChangeRecord: Sendable, Equatable, Hashable {
  /// The committed content that the value descends from; 0 if it was never in a store.
  public var stamp: UInt64 = 0
  /// Bit i: property i, in the order of declaration, was written. Bit 63 stands for property 63 and all that follow.
  public var bits: UInt64 = 0
  /// Bit i: no event depends on property i. Then nobody asks whether what is written there is another value: a list is neither
  /// copied nor compared, and each write counts as a change. So it is in states that are in no store. The store sets it for its
  /// state and for the states that are properties inside, when observers come and go; see `_$watch`.
  public var unwatched: UInt64 = .max

  @inlinable public init(stamp: UInt64 = 0) { self.stamp = stamp }

  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool { true }
  @inlinable public func hash(into hasher: inout Hasher) {}

  /// The mask of property `index`.
  @inlinable public static func mask(_ index: Int) -> UInt64 { 1 << UInt64(min(index, 63)) }

  @inlinable public mutating func markWritten(_ index: Int) { bits |= Self.mask(index) }

  /// Whether property `index` was written, or one that shares its bit.
  @inlinable func isWritten(_ index: Int) -> Bool { bits & Self.mask(index) != 0 }

  /// Whether an event depends on property `index`.
  @inlinable func isWatched(_ index: Int) -> Bool { unwatched & Self.mask(index) == 0 }
}

/// Hands out stamps that are unique in the process (in this copy of the library).
public struct StampSource: Sendable {
  @usableFromInline var next: UInt64 = 0
  /// Whether a state that is a property inside of another was adopted, since somebody has cleared this.
  @usableFromInline var hasAdopted = false

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

  /// Reserves a block and returns its second stamp. The first stamp of a block is never used: a source whose `next` is
  /// one has used up its block.
  @usableFromInline static func take() -> UInt64 { last.add(1, ordering: .relaxed).newValue << bits | 1 }
}
