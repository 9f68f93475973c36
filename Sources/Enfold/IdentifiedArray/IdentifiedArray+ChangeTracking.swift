// What the accessors of @ObservableState properties do with lists: nothing that depends on their length.
import EnfoldJSON
import OrderedCollections

/// A list that is changed in place is neither compared nor kept while it is written, because a second reference would
/// make the write copy it: whoever gets mutable access to it counts as having written it. A list that is assigned is
/// compared as every other value that compares.
extension ChangeTracking {
  @inlinable public static func before<ID, Element>(_ value: IdentifiedArray<ID, Element>) -> Unknown { Unknown() }
  @inlinable public static func before<ID, Element: Equatable>(_ value: IdentifiedArray<ID, Element>) -> Unknown {
    Unknown()
  }
  @inlinable public static func before<ID, Element>(_ value: IdentifiedArray<ID, Element>?) -> Unknown { Unknown() }
  @inlinable public static func before<ID, Element: Equatable>(_ value: IdentifiedArray<ID, Element>?) -> Unknown {
    Unknown()
  }

  // MARK: Commit

  /// Commits the states in the list that were written, and adopts the new ones. O(n) to find them; the list is copied
  /// only if there are any and it is shared.
  @inlinable public static func commit<ID, Element: ObservableState>(
    _ value: inout IdentifiedArray<ID, Element>, _ stamps: inout StampSource
  ) {
    value.commitElements(&stamps)
  }
  @inlinable public static func commit<ID, Element: ObservableState>(
    _ value: inout IdentifiedArray<ID, Element>?, _ stamps: inout StampSource
  ) {
    value?.commitElements(&stamps)
  }

  /// Adopts every state in the list. O(n).
  @inlinable public static func adopt<ID, Element: ObservableState>(
    _ value: inout IdentifiedArray<ID, Element>, _ stamps: inout StampSource
  ) {
    value.adoptElements(&stamps)
  }
  @inlinable public static func adopt<ID, Element: ObservableState>(
    _ value: inout IdentifiedArray<ID, Element>?, _ stamps: inout StampSource
  ) {
    value?.adoptElements(&stamps)
  }
}

extension IdentifiedArray where Element: ObservableState {
  @inlinable
  mutating func commitElements(_ stamps: inout StampSource) {
    guard let first = firstIndex(where: { $0._$changes.stamp == 0 || $0._$changes.bits != 0 }) else { return }
    forEachInPlace(from: first) { element in
      if element._$changes.stamp == 0 {
        element._$adopt(&stamps)
      } else if element._$changes.bits != 0 {
        element._$commit(&stamps)
      }
    }
  }

  @inlinable
  mutating func adoptElements(_ stamps: inout StampSource) {
    forEachInPlace(from: 0) { $0._$adopt(&stamps) }
  }

  /// Changes elements in place in a way that leaves their ids alone.
  @inlinable
  mutating func forEachInPlace(from start: Int, _ body: (inout Element) -> Void) {
    guard start < count else { return }
    dictionary.values.withUnsafeMutableBufferPointer { elements in
      for position in start..<elements.count { body(&elements[position]) }
    }
  }
}
