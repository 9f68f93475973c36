// ElementCell: where an element is while it is written by id.

/// Holds the element of an access by id, which is an optional and therefore cannot be written where it is stored.
///
/// A list keeps its cell from the first such access on, so that the next ones allocate nothing. The record of a list is
/// a cell, too.
@usableFromInline
class ElementCell<ID, Element>: @unchecked Sendable {
  // Unchecked, and not checked for overlapping accesses: a list has its cell alone, and is accessed exclusively.
  @exclusivity(unchecked) @usableFromInline final var element: Element?
  @exclusivity(unchecked) @usableFromInline final var id: ID?
  /// Where it was; -1 if there was none.
  @exclusivity(unchecked) @usableFromInline final var position = -1
  /// The stamp that it had.
  @exclusivity(unchecked) @usableFromInline final var stampBefore: UInt64 = 0
  /// Whether this is an `ElementChanges`.
  @usableFromInline final let isRecord: Bool

  @inlinable init(isRecord: Bool = false) { self.isRecord = isRecord }
}
