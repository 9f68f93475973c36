// IdentifiedArray: equality, hashing and descriptions.
import OrderedCollections

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether both have equal elements with equal ids in the same order. O(1) for copies, otherwise O(n).
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    // The ids are compared, too, because an element's `==` may ignore its id.
    lhs.dictionary.values == rhs.dictionary.values && lhs.dictionary.keys == rhs.dictionary.keys
  }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  @inlinable
  public func hash(into hasher: inout Hasher) { dictionary.values.hash(into: &hasher) }
}

extension IdentifiedArray: CustomStringConvertible {
  /// The description of the elements as an array.
  public var description: String { elements.description }
}

extension IdentifiedArray: CustomDebugStringConvertible {
  public var debugDescription: String { "IdentifiedArray(\(elements.debugDescription))" }
}

extension IdentifiedArray: CustomReflectable {
  /// Shows the elements as an array does.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }
}
