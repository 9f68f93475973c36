// IdentifiedArray: what a list records of its own changes, if a store has adopted it.
import OrderedCollections

/// These functions record nothing for a list without a record. Callers on fast paths ask `isRecording` first.
extension IdentifiedArray {
  /// Called after another element was put at a position, or the same one got another id. It counts as replaced.
  ///
  /// - Parameter id: the id of the element that was there before.
  @inlinable mutating func noteReplacement(at position: Int, of id: ID) {
    ownChanges()
    changes?.replace(at: position, of: id)
    forgetElements(at: position..<position + 1)
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
