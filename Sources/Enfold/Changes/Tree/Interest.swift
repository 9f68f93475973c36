// Interest: what somebody wants to be told about one pointer.

/// What an interest asks for. The bits are those of `ENFOLD_INTEREST_…` in enfold_plugin.h.
public struct InterestOptions: OptionSet, Sendable, BitwiseCopyable {
  public let rawValue: UInt32
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The value now, when it begins.
  @inlinable public static var initial: Self { Self(rawValue: 1) }
  /// The whole value at the pointer.
  @inlinable public static var value: Self { Self(rawValue: 2) }
  /// The operations below the pointer.
  @inlinable public static var patch: Self { Self(rawValue: 4) }
  /// Every commit, changed or not.
  @inlinable public static var raw: Self { Self(rawValue: 8) }
  /// Commits carry the action.
  @inlinable public static var action: Self { Self(rawValue: 16) }
  /// Only assignments to the pulse at the pointer, equal or not.
  @inlinable public static var pulse: Self { Self(rawValue: 32) }
  /// Once, when the drain ends.
  @inlinable public static var coalesce: Self { Self(rawValue: 64) }
  /// Every reduced action, and no other commit.
  @inlinable public static var actions: Self { Self(rawValue: 128) }
  /// With `actions`: when the action's effects have ended.
  @inlinable public static var finished: Self { Self(rawValue: 256) }

  /// What hosts may ask for.
  @inlinable public static var ofHosts: Self { Self(rawValue: 511) }
  /// An observer in Swift: it needs no text of the value.
  @inlinable public static var isObserver: Self { Self(rawValue: 1 << 16) }
}

/// One interest at a node of the tree.
@usableFromInline struct Interest: BitwiseCopyable {
  /// The number that it has for whoever asked.
  @usableFromInline let id: UInt64
  @usableFromInline let options: InterestOptions

  @inlinable init(id: UInt64, options: InterestOptions) {
    self.id = id
    self.options = options
  }
}

/// What happened at a node, for one interest.
public struct ChangeFlags: OptionSet, Sendable, BitwiseCopyable {
  public let rawValue: UInt32
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The value when the interest began.
  @inlinable public static var initial: Self { Self(rawValue: 1) }
  /// The value was written.
  @inlinable public static var changed: Self { Self(rawValue: 2) }
  /// The pulse was assigned.
  @inlinable public static var pulse: Self { Self(rawValue: 4) }
  /// Nothing is there now.
  @inlinable public static var removed: Self { Self(rawValue: 8) }
  /// Counts as a change even if the value is equal.
  @inlinable public static var forced: Self { Self(rawValue: 512) }
}
