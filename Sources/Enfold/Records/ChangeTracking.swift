// ChangeTracking: what accessors of properties call: assign, and record a change unless the value is the same.

/// Assigns properties and records which were written. Called only by the expansion of `@ObservableState`, which leaves
/// the choice among the overloads to the compiler, because a macro sees no types.
///
/// A value is recorded only if its JSON is not the same as before, whatever `==` it has. A nested state has a record of its
/// own: writing it is always recorded, and the commit looks at its record. A nested state that takes the place of one with
/// another stamp gets stamp 0.
public enum ChangeTracking {
  /// The result of `before` for a value without a JSON form: nothing of it is kept.
  public struct Unknown { @inlinable init() {} }
  /// The result of `before` for a nested state: its stamp; nil if there is no state.
  public struct Descent {
    @usableFromInline let stamp: UInt64?
    @inlinable init(_ stamp: UInt64?) { self.stamp = stamp }
  }

  // MARK: Values without a JSON form, which other code of the expansion reports

  @inlinable public static func set<T>(_ value: inout T, to new: T, property: Int, in record: inout ChangeRecord) {
    value = new
    record.markWritten(property)
  }
  @inlinable public static func before<T>(
    _ value: T, property: Int, in record: ChangeRecord
  ) -> Unknown { Unknown() }
  @inlinable public static func after<T>(
    _ value: inout T, _ before: Unknown, property: Int, in record: inout ChangeRecord
  ) { record.markWritten(property) }

  // MARK: Values

  @inlinable public static func set<T: JSONEncodable>(
    _ value: inout T, to new: T, property: Int, in record: inout ChangeRecord
  ) {
    if !value.hasSameJSON(as: new) { record.markWritten(property) }
    value = new
  }
  @inlinable public static func set<T: RecordedState>(
    _ value: inout [T], to new: [T], property: Int, in record: inout ChangeRecord
  ) {
    let old = T.hasShared ? nil : before(value, property: property, in: record)
    value = new
    after(&value, old, property: property, in: &record)
  }
  @inlinable public static func before<T: JSONEncodable>(
    _ value: T, property: Int, in record: ChangeRecord
  ) -> T { value }
  @inlinable public static func after<T: JSONEncodable>(
    _ value: inout T, _ before: T, property: Int, in record: inout ChangeRecord
  ) {
    if !value.hasSameJSON(as: before) { record.markWritten(property) }
  }

  // MARK: Lists and dictionaries, which are compared only if an event depends on them

  @inlinable public static func set<T: JSONCollection>(
    _ value: inout T, to new: T, property: Int, in record: inout ChangeRecord
  ) {
    let old = before(value, property: property, in: record)
    value = new
    after(&value, old, property: property, in: &record)
  }
  @inlinable public static func before<T: JSONCollection>(
    _ value: T, property: Int, in record: ChangeRecord
  ) -> T? { record.isWatched(property) ? value : nil }
  @inlinable public static func after<T: JSONCollection>(
    _ value: inout T, _ before: T?, property: Int, in record: inout ChangeRecord
  ) {
    guard let before else { return record.markWritten(property) }
    if value.hasSameJSON(as: before) { return }
    if !record.isWritten(property) { FormerValues.keep(before, property: property, of: record.stamp) }
    record.markWritten(property)
  }

  // MARK: Nested states

  @inlinable public static func set<T: RecordedState>(
    _ value: inout T, to new: T, property: Int, in record: inout ChangeRecord
  ) {
    if value.hasSameJSON(as: new), replaceBySame(&value, new) { return }
    let descent = before(value, property: property, in: record)
    value = new
    after(&value, descent, property: property, in: &record)
  }
  @inlinable public static func before<T: RecordedState>(
    _ value: T, property: Int, in record: ChangeRecord
  ) -> Descent { Descent(value._$changes.stamp) }
  @inlinable public static func after<T: RecordedState>(
    _ value: inout T, _ before: Descent, property: Int, in record: inout ChangeRecord
  ) {
    if value._$changes.stamp != before.stamp { value._$changes.stamp = 0 }
    record.markWritten(property)
  }

  /// Assigns a value with the same JSON without recording a change. Returns false and does nothing if the assignment may still
  /// be a change for somebody: if there are changes that were not committed, or pulses that were assigned.
  @inlinable static func replaceBySame<T: RecordedState>(_ value: inout T, _ new: T) -> Bool {
    // The new value must be looked at, because its shared values are to be bound to the store.
    if T.hasShared { return false }
    let record = value._$changes
    if record.stamp == new._$changes.stamp {
      guard new._$written == 0 else { return false }
      value = new
      return true
    }
    guard record.stamp != 0, value._$written == 0 else { return false }
    value = new
    // The states inside the new value have other stamps, too.
    var stamps = StampSource()
    value._$adopt(&stamps)
    value._$changes = record
    return true
  }

  // MARK: Optional nested states

  @inlinable public static func set<T: RecordedState>(
    _ value: inout T?, to new: T?, property: Int, in record: inout ChangeRecord
  ) {
    if var child = value, let new, child.hasSameJSON(as: new), replaceBySame(&child, new) { return value = child }
    let descent = before(value, property: property, in: record)
    value = new
    after(&value, descent, property: property, in: &record)
  }
  @inlinable public static func before<T: RecordedState>(
    _ value: T?, property: Int, in record: ChangeRecord
  ) -> Descent { Descent(value?._$changes.stamp) }
  @inlinable public static func after<T: RecordedState>(
    _ value: inout T?, _ before: Descent, property: Int, in record: inout ChangeRecord
  ) {
    if let stamp = value?._$changes.stamp, stamp != before.stamp { value?._$changes.stamp = 0 }
    if value != nil || before.stamp != nil { record.markWritten(property) }
  }

  // MARK: Properties that count every assignment

  /// Whether a value contains a property that was assigned, and of which every assignment is a change.
  ///
  /// - Parameter isReplaced: whether the value was replaced as a whole since the last commit.
  @inlinable public static func countsAssignment<T>(in value: T, isReplaced: Bool) -> Bool { false }
  @inlinable public static func countsAssignment<T: RecordedState>(in value: T, isReplaced: Bool) -> Bool {
    value._$countsAssignment(isReplaced || value._$changes.stamp == 0 ? .max : value._$written)
  }
  @inlinable public static func countsAssignment<T: RecordedState>(in value: T?, isReplaced: Bool) -> Bool {
    value.map { countsAssignment(in: $0, isReplaced: isReplaced) } ?? false
  }

  // MARK: Commit

  /// Nothing to do: a plain value has no record.
  @inlinable public static func commit<T>(_ value: inout T, _ stamps: inout StampSource) {}
  /// Called after a commit that touched `value`.
  @inlinable public static func commit<T: RecordedState>(_ value: inout T, _ stamps: inout StampSource) {
    if value._$changes.stamp != 0 { return value._$commit(&stamps) }
    value._$adopt(&stamps)
    stamps.hasAdopted = true
  }
  @inlinable public static func commit<T: RecordedState>(_ value: inout T?, _ stamps: inout StampSource) {
    guard let stamp = value?._$changes.stamp else { return }
    if stamp != 0 { return value?._$commit(&stamps) ?? () }
    value?._$adopt(&stamps)
    stamps.hasAdopted = true
  }
  @inlinable public static func adopt<T>(_ value: inout T, _ stamps: inout StampSource) {}
  @inlinable public static func adopt<T: RecordedState>(_ value: inout T, _ stamps: inout StampSource) {
    value._$adopt(&stamps)
  }
  @inlinable public static func adopt<T: RecordedState>(_ value: inout T?, _ stamps: inout StampSource) {
    value?._$adopt(&stamps)
  }
}
