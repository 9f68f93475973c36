// IdentifiedArray: what a list records of its own changes, if a store has adopted it.
import OrderedCollections

/// These functions record nothing for a list without a record. Callers on fast paths ask `isRecording` first.
extension IdentifiedArray {
  /// Makes sure that no other list has this record.
  @inlinable mutating func ownChanges() {
    if !isKnownUniquelyReferenced(&companion) { companion = changes?.copy() }
  }

  /// The cell or record of this list, which no other list has.
  @inlinable mutating func ownCompanion() -> ElementCell<ID, Element> {
    if isKnownUniquelyReferenced(&companion), let companion { return companion }
    let companion = changes?.copy() ?? ElementCell()
    self.companion = companion
    return companion
  }

  // MARK: Elements

  /// Called before the element at a position is written. Returns its stamp, for `noteWrite`.
  @inlinable mutating func willWrite(at position: Int) -> UInt64 {
    ownChanges()
    return companion.map { beginRecording(at: position, by: $0) } ?? 0
  }

  /// Like `willWrite`, for a list that has its record alone.
  @inlinable mutating func beginRecording(at position: Int, by cell: ElementCell<ID, Element>) -> UInt64 {
    precondition(indices.contains(position), "position out of range")
    guard cell.isRecord else { return 0 }
    let record = unsafeDowncast(cell, to: ElementChanges<ID, Element>.self)
    return withElement(at: position) { record.willWrite($0) }
  }

  /// Called after the element at a position was written and has kept its id.
  @inlinable mutating func noteWrite(at position: Int, since stamp: UInt64, by cell: ElementCell<ID, Element>) {
    guard cell.isRecord else { return }
    let record = unsafeDowncast(cell, to: ElementChanges<ID, Element>.self)
    if withElement(at: position, { record.isChanged($0, since: stamp) }) { record.write(at: position) }
  }

  /// Puts an element with the same JSON and id at a position, if that is no change.
  @inlinable mutating func replaceBySame(at position: Int, with element: Element) -> Bool {
    guard let changes else { return false }
    return withUnsafePointer(to: element) { new in withElement(at: position) { changes.replaceBySame($0, new) } }
  }

  /// Calls a body with the address of an element.
  @inlinable @inline(__always) mutating func withElement<R>(
    at position: Int, _ body: (UnsafeMutablePointer<Element>) -> R
  ) -> R {
    // A mutable buffer, because reading would retain the storage.
    dictionary.values.withUnsafeMutableBufferPointer { body($0.baseAddress.unsafelyUnwrapped + position) }
  }

  /// Called after another element was put at a position, or the same one got another id. It counts as replaced.
  ///
  /// - Parameter id: the id of the element that was there before.
  @inlinable mutating func noteReplacement(at position: Int, of id: ID) {
    ownChanges()
    changes?.replace(at: position, of: id)
    forgetElements(at: position..<position + 1)
  }

  /// Makes elements that have a change record count as new: their stamps become 0.
  @inlinable mutating func forgetElements(at positions: Range<Int>) {
    guard let changes, changes.comparison == .recording else { return }
    dictionary.values.withUnsafeMutableBufferPointer { elements in
      guard let base = elements.baseAddress else { return }
      for position in positions { _ = changes.settle(base + position, 0) }
    }
  }

  // MARK: Structure

  /// Called after new elements were put at these positions.
  @inlinable mutating func noteInsertion(at positions: Range<Int>) {
    ownChanges()
    changes?.pieces.insert(positions.count, at: positions.lowerBound)
    forgetElements(at: positions)
    limitChanges()
  }

  /// Called when the elements at these positions are removed. The ranges are in ascending order and do not overlap.
  ///
  /// - Parameter id: gives the id of the element at a position.
  @inlinable mutating func noteRemoval(at positions: [Range<Int>], id: (Int) -> ID) {
    ownChanges()
    changes?.remove(positions, id: id)
    limitChanges()
  }

  /// Called before the elements at these positions are removed. The ranges are in ascending order and do not overlap.
  @inlinable mutating func willRemove(_ positions: [Range<Int>]) {
    let ids = dictionary.keys
    noteRemoval(at: positions) { ids[$0] }
  }

  /// Called after an element was moved.
  @inlinable mutating func noteMove(from source: Int, to destination: Int) {
    ownChanges()
    changes?.remove([source..<source + 1]) { _ in dictionary.keys[destination] }
    changes?.pieces.insert(1, at: destination)
    limitChanges()
  }

  /// Called after the elements were reordered. `sources` says for each position where its element was before.
  @inlinable mutating func noteOrder(_ sources: [Int]) {
    ownChanges()
    changes?.reorder(sources) { dictionary.keys[$0] }
    limitChanges()
  }

  /// Called after the elements were reordered.
  ///
  /// - Parameter old: the ids in the order before; nil if there is no record.
  @inlinable mutating func noteOrder(since old: OrderedSet<ID>?) {
    guard let old else { return }
    noteOrder(dictionary.keys.map { old.firstIndex(of: $0) ?? -1 })
  }

  /// Drops the record if replacing the list is shorter.
  @inlinable mutating func limitChanges() {
    if changes?.pieces.isTooLong == true { changes = nil }
  }
}
