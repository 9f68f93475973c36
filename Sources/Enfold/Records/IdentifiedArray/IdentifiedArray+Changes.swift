// IdentifiedArray: what the commit of a store reads of the changes to a list.
import OrderedCollections

/// For the library itself, and for plugins that have its code compiled into theirs. Not a part of the interface.
///
/// The edits lead from the list at the commit that `_$stamp` names to the list now. First remove the elements at the
/// removed positions, in the order given. Then insert those at the inserted positions, in the order given. Then replace
/// those at the written positions.
///
/// An element that is an `ObservableState` and has a stamp other than 0 descends from the element of the same id at that
/// commit, and its bits tell what was written since. One with stamp 0 is new or was replaced.
extension IdentifiedArray {
  /// The committed content that the list descends from. 0 if none is known: everything may have changed.
  @inlinable public var _$stamp: UInt64 { changes?.stamp ?? 0 }

  /// Drops the record. Then the content is unknown, and nothing is recorded until a store adopts the list.
  @inlinable public mutating func _$forget() { changes = nil }

  /// Whether the stamp is known and something was recorded.
  @inlinable public var _$hasEdits: Bool { changes?.hasEdits ?? false }

  /// Calls `body` with the positions of the elements that were there at the last commit, are still there, and were
  /// written or replaced in place. They come in ascending order, each once. Allocates nothing for one element.
  @inlinable public func _$forEachWritten(_ body: (_ position: Int) -> Void) { changes?.forEachWritten(body) }

  /// Whether there are insertions or removals to report.
  @inlinable public var _$isRestructured: Bool { changes?.pieces.isRestructured ?? false }

  /// Calls `body` with the positions, at the last commit, of the elements that left or moved, in descending order.
  @inlinable public func _$forEachRemoved(_ body: (_ originalPosition: Int) -> Void) {
    changes?.pieces.forEachRemoved(body)
  }

  /// Calls `body` with the positions of the elements that are new or moved, in ascending order.
  @inlinable public func _$forEachInserted(_ body: (_ position: Int) -> Void) { changes?.pieces.forEachInserted(body) }

  /// Calls `body` with the ids that were there at the last commit and are not there now, each once.
  @inlinable public func _$forEachDeparted(_ body: (_ id: ID) -> Void) {
    if let changes, !changes.departed.isEmpty { forEachDeparted(changes.departed, body) }
  }

  @inlinable @inline(never) func forEachDeparted(_ departed: [ID], _ body: (_ id: ID) -> Void) {
    for id in departed where exactIndex(id: id) == nil { body(id) }
  }

  /// From this position on elements may be elsewhere than at the last commit; `count` if all are where they were.
  @inlinable public var _$firstShift: Int { changes?.pieces.firstShift ?? count }
}
