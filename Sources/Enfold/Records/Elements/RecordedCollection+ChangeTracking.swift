// RecordedCollection: what the accessors of @ObservableState properties and the commit do with such collections.

/// Each function exists for elements with a change record and for others; and for optional collections of both.
extension ChangeTracking {
  // MARK: Changes in place

  @inlinable public static func before<C: RecordedCollection>(
    _ value: C, property: Int, in record: ChangeRecord
  ) -> Descent { Descent(value._$stamp) }
  @inlinable public static func after<C: RecordedCollection>(
    _ value: inout C, _ before: Descent, property: Int, in record: inout ChangeRecord
  ) {
    if value._$stamp != before.stamp { value._$forget() }
    if value._$stamp == 0 || value._$hasEdits { record.markWritten(property) }
  }

  @inlinable public static func before<C: RecordedCollection>(
    _ value: C?, property: Int, in record: ChangeRecord
  ) -> Descent { Descent(value?._$stamp) }
  @inlinable public static func after<C: RecordedCollection>(
    _ value: inout C?, _ before: Descent, property: Int, in record: inout ChangeRecord
  ) {
    guard let stamp = value?._$stamp else {
      if before.stamp != nil { record.markWritten(property) }
      return
    }
    if stamp != before.stamp { value?._$forget() }
    if value?._$stamp == 0 || value?._$hasEdits == true { record.markWritten(property) }
  }

  // MARK: Assignment

  @inlinable public static func set<C: RecordedCollection>(
    _ value: inout C, to new: C, property: Int, in record: inout ChangeRecord
  ) {
    let descent = before(value, property: property, in: record)
    let old = exchange(&value, with: new)
    if value._$stamp == 0 || value._$stamp != descent.stamp, old._$isSame(as: value) {
      value._$takeRecord(of: old)
    } else {
      after(&value, descent, property: property, in: &record)
    }
  }
  @inlinable public static func set<C: RecordedCollection>(
    _ value: inout C, to new: C, property: Int, in record: inout ChangeRecord
  ) where C._Element: RecordedState {
    let descent = before(value, property: property, in: record)
    let old = exchange(&value, with: new)
    if !C._Element.hasShared, value._$stamp == 0 || value._$stamp != descent.stamp, old._$isSame(as: value) {
      value.continueRecord(of: old)
    } else {
      after(&value, descent, property: property, in: &record)
    }
  }

  @inlinable public static func set<C: RecordedCollection>(
    _ value: inout C?, to new: C?, property: Int, in record: inout ChangeRecord
  ) {
    guard let new, var inner = value.take() else {
      let descent = before(value, property: property, in: record)
      value = new
      return after(&value, descent, property: property, in: &record)
    }
    set(&inner, to: new, property: property, in: &record)
    value = inner
  }
  @inlinable public static func set<C: RecordedCollection>(
    _ value: inout C?, to new: C?, property: Int, in record: inout ChangeRecord
  ) where C._Element: RecordedState {
    guard let new, var inner = value.take() else {
      let descent = before(value, property: property, in: record)
      value = new
      return after(&value, descent, property: property, in: &record)
    }
    set(&inner, to: new, property: property, in: &record)
    value = inner
  }

  // MARK: Adopt

  /// Adopts a collection that is new in its store: it gets a stamp, and so does every state in it.
  @inlinable public static func adopt<C: RecordedCollection>(_ value: inout C, _ stamps: inout StampSource) {
    value._$adopt(.comparing, &stamps)
  }
  @inlinable public static func adopt<C: RecordedCollection>(_ value: inout C?, _ stamps: inout StampSource) {
    value?._$adopt(.comparing, &stamps)
  }
  @inlinable public static func adopt<C: RecordedCollection>(_ value: inout C, _ stamps: inout StampSource)
  where C._Element: RecordedState { value.adoptElements(&stamps) }
  @inlinable public static func adopt<C: RecordedCollection>(_ value: inout C?, _ stamps: inout StampSource)
  where C._Element: RecordedState { value?.adoptElements(&stamps) }

  // MARK: Commit

  /// Called after a commit that touched the collection. Gives new stamps to the states in it that were written or are new,
  /// and to the collection.
  @inlinable public static func commit<C: RecordedCollection>(_ value: inout C, _ stamps: inout StampSource) {
    if value._$stamp == 0 { value._$adopt(.comparing, &stamps) } else { value._$commit(&stamps) { _, _ in } }
  }
  @inlinable public static func commit<C: RecordedCollection>(_ value: inout C?, _ stamps: inout StampSource) {
    guard var inner = value.take() else { return }
    commit(&inner, &stamps)
    value = inner
  }
  @inlinable public static func commit<C: RecordedCollection>(_ value: inout C, _ stamps: inout StampSource)
  where C._Element: RecordedState { value.commitElements(&stamps) }
  @inlinable public static func commit<C: RecordedCollection>(_ value: inout C?, _ stamps: inout StampSource)
  where C._Element: RecordedState { value?.commitElements(&stamps) }

  // MARK: Properties that count every assignment

  @inlinable public static func countsAssignment<C: RecordedCollection>(in elements: C, isReplaced: Bool) -> Bool
  where C._Element: RecordedState {
    if isReplaced || elements._$stamp == 0 { return elements.count > 0 && C._Element._$everyAssignment != 0 }
    var counts = false
    elements._$forEachWritten {
      counts = counts || countsAssignment(in: elements._$element(at: $0), isReplaced: false)
    }
    return counts
  }
}
