// The protocol behind the @ObservableState macro.
import EnfoldJSON

/// A state whose properties are observed one by one.
///
/// Do not conform by hand: the ``ObservableState()`` macro writes everything, and the underscored requirements may
/// change with it.
public protocol ObservableState: JSONCodable, Sendable {
  /// What was written since the last commit.
  var _$changes: ChangeRecord { get set }

  /// The index of a property in the order of declaration, or nil if there is none of that name.
  static func _$propertyIndex(of name: JSONPath.Token) -> Int?

  /// The names of the properties by index; empty if they are not known, as of a state that lives elsewhere.
  static var _$propertyNames: [String] { get }

  /// Gives the written nested states a new stamp, and then this one. Called once after each commit that touched it.
  mutating func _$commit(_ stamps: inout StampSource)

  /// Gives this state and everything inside a new stamp: it is new in its store.
  mutating func _$adopt(_ stamps: inout StampSource)
}

/// Hands out stamps that are unique in the process: a store's number above, its own count below.
public struct StampSource: Sendable {
  @usableFromInline var next: UInt64

  /// - Parameter store: a number that no other store of the process has.
  @inlinable public init(store: UInt64) { next = (store << 40) | 1 }

  @inlinable public mutating func take() -> UInt64 {
    defer { next &+= 1 }
    return next
  }
}
