// Interest: the wish of somebody to hear of one pointer.

/// The wishes of an interest. The bits of `ofHosts` are those of `ENFOLD_INTEREST_…` in enfold_plugin.h.
public struct InterestOptions: OptionSet, Sendable, BitwiseCopyable {
  public let rawValue: UInt32
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Report the value when the interest begins.
  @inlinable public static var initial: Self { Self(rawValue: 1) }
  /// Report the whole value at the pointer.
  @inlinable public static var value: Self { Self(rawValue: 2) }
  /// Report the operations below the pointer.
  @inlinable public static var patch: Self { Self(rawValue: 4) }
  /// Report every commit, also one that changed nothing at the pointer.
  @inlinable public static var raw: Self { Self(rawValue: 8) }
  /// Tell the action of each commit, too.
  @inlinable public static var action: Self { Self(rawValue: 16) }
  /// Report only assignments to the pulse at the pointer, also of an equal value.
  @inlinable public static var pulse: Self { Self(rawValue: 32) }
  /// Report once, when the drain ends.
  @inlinable public static var coalesce: Self { Self(rawValue: 64) }
  /// Report every reduced action, and no other commit.
  @inlinable public static var actions: Self { Self(rawValue: 128) }
  /// With `actions`: report when the effects of the action have ended.
  @inlinable public static var finished: Self { Self(rawValue: 256) }
  /// Report every mutation, with its own commit, and no other commit.
  @inlinable public static var mutations: Self { Self(rawValue: 512) }

  /// Whether the interest is told what caused a commit (an action or a mutation), and not what the commit changed.
  @inlinable var tellsCauses: Bool { !isDisjoint(with: [.actions, .mutations]) }

  /// All options that hosts may ask for.
  @inlinable public static var ofHosts: Self { Self(rawValue: 1023) }
  /// The interest of an observer in Swift, which needs no text of the value.
  @inlinable public static var isObserver: Self { Self(rawValue: 1 << 16) }
  /// The interest of the store itself, which wants to know that the place was reached. Nobody is called for it.
  @inlinable public static var isWatch: Self { Self(rawValue: 1 << 17) }
}

/// One interest at a node of the tree.
@usableFromInline struct Interest: BitwiseCopyable {
  /// The number by which the owner of the interest knows it.
  @usableFromInline let id: UInt64
  @usableFromInline let options: InterestOptions

  @inlinable init(id: UInt64, options: InterestOptions) {
    self.id = id
    self.options = options
  }
}

/// What happened at a node, in the report for one interest.
public struct ChangeFlags: OptionSet, Sendable, BitwiseCopyable {
  public let rawValue: UInt32
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The first report, with the value when the interest began.
  @inlinable public static var initial: Self { Self(rawValue: 1) }
  /// The value was written.
  @inlinable public static var changed: Self { Self(rawValue: 2) }
  /// The pulse was assigned.
  @inlinable public static var pulse: Self { Self(rawValue: 4) }
  /// Nothing is at the pointer now.
  @inlinable public static var removed: Self { Self(rawValue: 8) }
  /// The report is about a mutation.
  @inlinable public static var mutation: Self { Self(rawValue: 32) }
  /// The report counts as a change even if the value is equal.
  @inlinable public static var forced: Self { Self(rawValue: 512) }
}
