// IdentifiedArray: what the accessors of @ObservableState properties and the commit do with lists.
import OrderedCollections

/// A list records the changes to its elements itself. While it is changed in place only its stamp is remembered, and no
/// old list is kept to be compared: a second reference would make the write copy the list. A list that is assigned is
/// compared, like every value; but not if it has the same stamp, because then its record tells what was changed.
extension ChangeTracking {
  // MARK: Changes in place

  @inlinable public static func before<ID, Element: JSONEncodable>(
    _ value: IdentifiedArray<ID, Element>, property: Int, in record: ChangeRecord
  ) -> Descent { Descent(value._$stamp) }
  @inlinable public static func after<ID, Element: JSONEncodable>(
    _ value: inout IdentifiedArray<ID, Element>, _ before: Descent, property: Int, in record: inout ChangeRecord
  ) {
    if value._$stamp != before.stamp { value._$forget() }
    if value._$stamp == 0 || value._$hasEdits { record.markWritten(property) }
  }

  @inlinable public static func before<ID, Element: JSONEncodable>(
    _ value: IdentifiedArray<ID, Element>?, property: Int, in record: ChangeRecord
  ) -> Descent { Descent(value?._$stamp) }
  @inlinable public static func after<ID, Element: JSONEncodable>(
    _ value: inout IdentifiedArray<ID, Element>?, _ before: Descent, property: Int, in record: inout ChangeRecord
  ) {
    guard let stamp = value?._$stamp else {
      if before.stamp != nil { record.markWritten(property) }
      return
    }
    if stamp != before.stamp { value?._$forget() }
    if value?._$stamp == 0 || value?._$hasEdits == true { record.markWritten(property) }
  }

  // MARK: Assignment

  @inlinable public static func set<ID, Element: JSONEncodable>(
    _ value: inout IdentifiedArray<ID, Element>, to new: IdentifiedArray<ID, Element>, property: Int,
    in record: inout ChangeRecord
  ) {
    let descent = before(value, property: property, in: record)
    let old = exchange(&value, with: new)
    if value._$stamp == 0 || value._$stamp != descent.stamp, old.isSame(as: value) {
      value.changes = old.changes
    } else {
      after(&value, descent, property: property, in: &record)
    }
  }
  @inlinable public static func set<ID, Element: RecordedState>(
    _ value: inout IdentifiedArray<ID, Element>, to new: IdentifiedArray<ID, Element>, property: Int,
    in record: inout ChangeRecord
  ) {
    let descent = before(value, property: property, in: record)
    let old = exchange(&value, with: new)
    if !Element.hasShared, value._$stamp == 0 || value._$stamp != descent.stamp, old.isSame(as: value) {
      value.continueRecord(of: old)
    } else {
      after(&value, descent, property: property, in: &record)
    }
  }

  @inlinable public static func set<ID, Element: JSONEncodable>(
    _ value: inout IdentifiedArray<ID, Element>?, to new: IdentifiedArray<ID, Element>?, property: Int,
    in record: inout ChangeRecord
  ) {
    guard let new, var list = value.take() else {
      let descent = before(value, property: property, in: record)
      value = new
      return after(&value, descent, property: property, in: &record)
    }
    set(&list, to: new, property: property, in: &record)
    value = list
  }
  @inlinable public static func set<ID, Element: RecordedState>(
    _ value: inout IdentifiedArray<ID, Element>?, to new: IdentifiedArray<ID, Element>?, property: Int,
    in record: inout ChangeRecord
  ) {
    guard let new, var list = value.take() else {
      let descent = before(value, property: property, in: record)
      value = new
      return after(&value, descent, property: property, in: &record)
    }
    set(&list, to: new, property: property, in: &record)
    value = list
  }
}

extension IdentifiedArray where Element: JSONEncodable {
  /// Whether another list has the same JSON and the same ids. An id need not be a part of the JSON.
  @inlinable func isSame(as other: Self) -> Bool { hasSameJSON(as: other) && dictionary.keys == other.dictionary.keys }
}
