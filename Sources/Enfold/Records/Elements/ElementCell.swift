// ElementCell: an element that is being written. ElementRecord: the record of a list or dictionary in an observed store.

/// Holds an element while it is accessed by id or key. Such an access sees an optional (`list[id: 7]`), so it cannot write the
/// element where it is stored.
///
/// A list or dictionary keeps its cell after the first access of this kind, so that later ones allocate nothing. The record of
/// a collection is a cell, too.
@usableFromInline class ElementCell<ID, Element>: @unchecked Sendable {
  // Unchecked, also for overlapping accesses: before a collection uses a cell it makes sure that no other one has it, and
  // the collection itself is accessed exclusively.
  @exclusivity(unchecked) @usableFromInline final var element: Element?
  @exclusivity(unchecked) @usableFromInline final var id: ID?
  /// The position of the element in the collection; -1 if there was none.
  @exclusivity(unchecked) @usableFromInline final var position = -1
  /// The stamp of the element before the access.
  @exclusivity(unchecked) @usableFromInline final var stampBefore: UInt64 = 0
  /// Whether this is an `ElementRecord`.
  @usableFromInline final let isRecord: Bool

  @inlinable init(isRecord: Bool = false) { self.isRecord = isRecord }
}

/// The record of a collection in an observed store: the committed content that the collection descends from, and how it
/// recognises writes to its elements. The subclasses have the edits since.
@usableFromInline class ElementRecord<ID, Element>: ElementCell<ID, Element>, @unchecked Sendable {
  // The properties of an `ElementKind`, because all functions in a struct are retained together.
  @usableFromInline final let comparison: ElementComparison
  @usableFromInline final let stampOf: (UnsafePointer<Element>) -> UInt64
  @usableFromInline final let settle: (UnsafeMutablePointer<Element>, UInt64) -> Bool
  @usableFromInline final let replaceBySame: (UnsafeMutablePointer<Element>, UnsafePointer<Element>) -> Bool
  @usableFromInline final let areSame: (UnsafePointer<Element>, UnsafePointer<Element>) -> Bool
  // Not checked for overlapping accesses, because the checks would take several times as long as the accesses. Only
  // records and their collections use these properties, and they change none of them while code of the user runs.
  /// The number of the committed content. Never 0.
  @exclusivity(unchecked) @usableFromInline final var stamp: UInt64
  /// The old value of the element that is being written, if elements are compared.
  @exclusivity(unchecked) @usableFromInline final var before: Element?

  @inlinable init(_ kind: ElementKind<Element>, stamp: UInt64) {
    comparison = kind.comparison
    stampOf = kind.stamp
    settle = kind.settle
    replaceBySame = kind.replaceBySame
    areSame = kind.areSame
    self.stamp = stamp
    super.init(isRecord: true)
  }

  @inlinable final var kind: ElementKind<Element> {
    ElementKind(comparison, stamp: stampOf, settle: settle, replaceBySame: replaceBySame, areSame: areSame)
  }

  @inlinable func copy() -> ElementRecord { preconditionFailure("abstract") }

  /// Called before an element is written. Returns its stamp, for `isChanged`.
  @inlinable final func willWrite(_ element: UnsafePointer<Element>) -> UInt64 {
    switch comparison {
    case .recording: return stampOf(element)
    case .comparing: before = element.pointee
    }
    return 0
  }

  /// Whether a write that began with `willWrite` has changed the element. It has kept its id.
  @inlinable final func isChanged(_ element: UnsafeMutablePointer<Element>, since stamp: UInt64) -> Bool {
    switch comparison {
    case .recording: return settle(element, stamp)
    case .comparing:
      guard var before = before.take() else { return true }
      return !areSame(&before, element)
    }
  }
}
