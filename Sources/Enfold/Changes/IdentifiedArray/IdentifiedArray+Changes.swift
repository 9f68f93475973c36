// What the commit of a store reads of the changes to a list.

/// For the library and the plugins that are specialised with it; not part of the interface.
///
/// The edits are those since the commit that `_$stamp` names, in a short form: remove the elements at the removed
/// positions in the order given, insert those at the inserted positions in the order given, then replace those at the
/// written positions, and the list of that commit has become this one.
///
/// An element that is an `ObservableState` and has a stamp other than 0 descends from the element of the same id at that
/// commit, and its bits tell what was written since. One with stamp 0 is new or was replaced.
extension IdentifiedArray {
  /// The committed content that the list descends from; 0: none is known, everything may have changed.
  @inlinable public var _$stamp: UInt64 { changes?.stamp ?? 0 }

  /// Makes the list one of unknown content, which records nothing until it is adopted.
  @inlinable public mutating func _$forget() { changes = nil }

  /// Whether the stamp is known and something was recorded.
  @inlinable public var _$hasEdits: Bool { changes?.hasEdits ?? false }

  /// Calls `body` with the positions, ascending and each once, of elements that were there at the last commit, still
  /// are, and were written or replaced in place. Allocates nothing for one element.
  @inlinable public func _$forEachWritten(_ body: (_ position: Int) -> Void) { changes?.forEachWritten(body) }

  /// Whether there are insertions or removals to report.
  @inlinable public var _$isRestructured: Bool { changes?.pieces.isRestructured ?? false }

  /// Calls `body` with the positions at the last commit of the elements that are gone or moved, descending.
  @inlinable public func _$forEachRemoved(_ body: (_ originalPosition: Int) -> Void) {
    changes?.pieces.forEachRemoved(body)
  }

  /// Calls `body` with the positions of elements that are new or moved, ascending.
  @inlinable public func _$forEachInserted(_ body: (_ position: Int) -> Void) { changes?.pieces.forEachInserted(body) }

  /// Calls `body` with the ids that were there at the last commit and are not now, each once.
  @inlinable public func _$forEachLeft(_ body: (_ id: ID) -> Void) {
    guard let changes else { return }
    for id in changes.departed where !contains(id: id) { body(id) }
  }

  /// The lowest position from which elements may stand elsewhere than at the last commit; `count` if there is none.
  @inlinable public var _$firstShift: Int { changes?.pieces.firstShift ?? count }
}
