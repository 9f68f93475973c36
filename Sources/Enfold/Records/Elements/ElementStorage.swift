// ElementStorage: what a list and a dictionary have in common: elements that are found by an id, and a record of their changes.
import OrderedCollections

/// A collection that stores its elements by ids, and notes itself what is written to them if a store has adopted it.
///
/// The functions that note something do so only if there is a record. Callers on fast paths ask `isRecording` first.
@usableFromInline protocol ElementStorage {
  associatedtype ID: Hashable & Sendable
  associatedtype _Element
  /// Its record of changes.
  associatedtype Record: ElementRecord<ID, _Element>

  /// The elements by id.
  var dictionary: OrderedDictionary<ID, _Element> { get set }
  /// Kept beside the elements, and not a part of the value: the record of changes, or else a cell for accesses by id.
  var companion: ElementCell<ID, _Element>? { get set }

  /// Notes in the record that the element at a position was written and has kept its id.
  func note(writeAt position: Int, in record: Record)
}

extension ElementStorage {
  /// Whether there is a record of changes.
  @inlinable var isRecording: Bool { companion?.isRecord ?? false }

  /// The record of changes since the last commit; nil if there is none, and nothing is recorded.
  @inlinable var changes: Record? {
    get {
      guard let companion, companion.isRecord else { return nil }
      return unsafeDowncast(companion, to: Record.self)
    }
    set { companion = newValue }
  }

  /// Makes sure that no other collection has this record.
  @inlinable mutating func ownChanges() {
    if !isKnownUniquelyReferenced(&companion) { companion = changes?.copy() }
  }

  /// The cell or record of this collection, which no other one has.
  @inlinable mutating func ownCompanion() -> ElementCell<ID, _Element> {
    if isKnownUniquelyReferenced(&companion), let companion { return companion }
    let companion = changes?.copy() ?? ElementCell()
    self.companion = companion
    return companion
  }

  // MARK: Writes

  /// Called before the element at a position is written. Returns its stamp, for `noteWrite`.
  @inlinable mutating func willWrite(at position: Int) -> UInt64 {
    ownChanges()
    return companion.map { beginRecording(at: position, by: $0) } ?? 0
  }

  /// Like `willWrite`, for a collection that has its record alone.
  @inlinable mutating func beginRecording(at position: Int, by cell: ElementCell<ID, _Element>) -> UInt64 {
    precondition(position >= 0 && position < dictionary.count, "position out of range")
    guard cell.isRecord else { return 0 }
    let record = unsafeDowncast(cell, to: Record.self)
    return withElement(at: position) { record.willWrite($0) }
  }

  /// Called after the element at a position was written and has kept its id.
  @inlinable mutating func noteWrite(at position: Int, since stamp: UInt64, by cell: ElementCell<ID, _Element>) {
    guard cell.isRecord else { return }
    let record = unsafeDowncast(cell, to: Record.self)
    if withElement(at: position, { record.isChanged($0, since: stamp) }) { note(writeAt: position, in: record) }
  }

  /// Puts an element with the same JSON and id at a position, if that is no change.
  @inlinable mutating func replaceBySame(at position: Int, with element: _Element) -> Bool {
    guard let changes else { return false }
    return withUnsafePointer(to: element) { new in withElement(at: position) { changes.replaceBySame($0, new) } }
  }

  /// Makes elements that have a change record count as new: their stamps become 0.
  @inlinable mutating func forgetElements(at positions: Range<Int>) {
    guard let changes, changes.comparison == .recording else { return }
    dictionary.values.withUnsafeMutableBufferPointer { elements in
      guard let base = elements.baseAddress else { return }
      for position in positions { _ = changes.settle(base + position, 0) }
    }
  }

  /// Calls a body with the address of an element.
  @inlinable @inline(__always) mutating func withElement<R>(
    at position: Int, _ body: (UnsafeMutablePointer<_Element>) -> R
  ) -> R {
    // A mutable buffer, because reading would retain the storage.
    dictionary.values.withUnsafeMutableBufferPointer { body($0.baseAddress.unsafelyUnwrapped + position) }
  }

  // MARK: An element that is out of the storage while it is written

  /// Moves the element with an id out of the storage. From then until `putBack` or `fillGap` the storage is not shared,
  /// and has a gap.
  ///
  /// `OrderedDictionary` itself would close the gap, which takes several times as long. Nobody can see the gap, because
  /// the collection is being accessed exclusively.
  @inlinable @inline(__always) mutating func takeOut(_ id: ID) -> ElementCell<ID, _Element> {
    let cell = ownCompanion()
    cell.id = id
    guard let position = dictionary.index(forKey: id) else {
      cell.position = -1
      return cell
    }
    cell.position = position
    if IDSpelling<ID>.mayDiffer { cell.id = dictionary.keys[position] }
    cell.stampBefore = beginRecording(at: position, by: cell)
    // The only element is removed instead: no other element could fill the gap.
    cell.element =
      dictionary.count == 1
      ? dictionary.removeLast().value
      : dictionary.values.withUnsafeMutableBufferPointer { $0.moveElement(from: position) }
    return cell
  }

  /// Puts the element back that was taken out.
  @inlinable @inline(__always) mutating func putBack(_ element: _Element, at position: Int, _ id: ID) {
    if dictionary.isEmpty {
      dictionary[id] = element
    } else {
      dictionary.values.withUnsafeMutableBufferPointer { $0.initializeElement(at: position, to: element) }
    }
  }

  /// Puts a copy of another element, of which there must be one, into the gap, so that it can be removed.
  @inlinable mutating func fillGap(at position: Int) {
    dictionary.values.withUnsafeMutableBufferPointer {
      $0.initializeElement(at: position, to: $0[position == 0 ? 1 : 0])
    }
  }

  // MARK: Places

  /// The position of the element whose id has the same JSON.
  @inlinable func exactIndex(id: ID) -> Int? {
    guard let position = dictionary.index(forKey: id) else { return nil }
    return !IDSpelling<ID>.mayDiffer || IDSpelling<ID>.isSame(equal: self.id(at: position), id) ? position : nil
  }

  /// The id of the element at a position.
  @inlinable func id(at position: Int) -> ID { dictionary.keys.elements.withUnsafeBufferPointer { $0[position] } }

  /// Where the element with an id is, until the collection changes.
  @inlinable func address(id: ID) -> UnsafeRawPointer? {
    dictionary.index(forKey: id).flatMap { address(position: $0) }
  }

  /// Where the element at a position is, until the collection changes.
  @inlinable func address(position: Int) -> UnsafeRawPointer? {
    dictionary.values.withUnsafeBufferPointer { elements in
      guard position < elements.count, let base = elements.baseAddress else { return nil }
      return UnsafeRawPointer(base + position)
    }
  }
}
