// ElementCell: where an element is while it is written by id.

/// Holds an element while it is accessed by id. Such an access sees an optional (`list[id: 7]`), so it cannot write the
/// element where it is stored.
///
/// A list keeps its cell after the first access of this kind, so that later ones allocate nothing. The record of a list
/// is a cell, too.
@usableFromInline
class ElementCell<ID, Element>: @unchecked Sendable {
  // Unchecked, also for overlapping accesses: before a list uses a cell it makes sure that no other list has it, and
  // the list itself is accessed exclusively.
  @exclusivity(unchecked) @usableFromInline final var element: Element?
  @exclusivity(unchecked) @usableFromInline final var id: ID?
  /// The position of the element in the list; -1 if there was none.
  @exclusivity(unchecked) @usableFromInline final var position = -1
  /// The stamp of the element before the access.
  @exclusivity(unchecked) @usableFromInline final var stampBefore: UInt64 = 0
  /// Whether this is an `ElementChanges`.
  @usableFromInline final let isRecord: Bool

  @inlinable init(isRecord: Bool = false) { self.isRecord = isRecord }
}
