// What an IdentifiedArray records of its own changes, if a store has adopted it.
import OrderedCollections

/// Each of these does nothing for a list without a record; callers on fast paths ask `isRecording` first.
extension IdentifiedArray {
  /// Makes the record this list's alone.
  @inlinable
  mutating func ownChanges() {
    if !isKnownUniquelyReferenced(&companion) { companion = changes?.copy() }
  }

  /// The cell or record, made this list's alone.
  @inlinable
  mutating func ownCompanion() -> ElementCell<ID, Element> {
    if isKnownUniquelyReferenced(&companion), let companion { return companion }
    let companion = changes?.copy() ?? ElementCell()
    self.companion = companion
    return companion
  }

  /// The record, for as long as this list is not assigned another one, without being retained.
  @inlinable var unretainedChanges: Unmanaged<ElementChanges<ID, Element>>? {
    changes.map(Unmanaged.passUnretained)
  }

  // MARK: Elements

  /// The element at a position is going to be written. Returns its stamp, for `noteWrite`.
  @inlinable
  mutating func willWrite(at position: Int) -> UInt64 {
    ownChanges()
    return beginRecording(at: position)
  }

  /// As `willWrite`, of a list that owns its record.
  @inlinable
  mutating func beginRecording(at position: Int) -> UInt64 {
    guard let changes = unretainedChanges else { return 0 }
    // A mutable buffer, because reading would retain the storage.
    return dictionary.values.withUnsafeMutableBufferPointer { elements in
      precondition(elements.indices.contains(position), "position out of range")
      guard let base = elements.baseAddress else { return 0 }
      return changes._withUnsafeGuaranteedRef { $0.willWrite(base + position) }
    }
  }

  /// The element at a position was written, and has the id it had.
  @inlinable
  mutating func noteWrite(at position: Int, since stamp: UInt64) {
    guard let changes = unretainedChanges else { return }
    dictionary.values.withUnsafeMutableBufferPointer { elements in
      guard let base = elements.baseAddress else { return }
      changes._withUnsafeGuaranteedRef {
        if $0.isChanged(base + position, since: stamp) { $0.write(at: position) }
      }
    }
  }

  /// Another element stands at a position, or the same one with another id. It counts as replaced.
  ///
  /// - Parameter id: the one that the element there had before.
  @inlinable
  mutating func noteReplacement(at position: Int, of id: ID) {
    ownChanges()
    changes?.replace(at: position, of: id)
    forgetElements(at: position..<position + 1)
  }

  /// Elements that carry a record count as new.
  @inlinable
  mutating func forgetElements(at positions: Range<Int>) {
    guard let settle = changes?.settle else { return }
    dictionary.values.withUnsafeMutableBufferPointer { elements in
      guard let base = elements.baseAddress else { return }
      for position in positions { _ = settle(base + position, 0) }
    }
  }

  // MARK: Structure

  /// New elements stand at these positions.
  @inlinable
  mutating func noteInsertion(at positions: Range<Int>) {
    ownChanges()
    changes?.pieces.insert(positions.count, at: positions.lowerBound)
    forgetElements(at: positions)
    limitChanges()
  }

  /// The elements at these positions, in ascending order and apart, go.
  ///
  /// - Parameter id: gives the id of the element at a position.
  @inlinable
  mutating func noteRemoval(at positions: [Range<Int>], id: (Int) -> ID) {
    ownChanges()
    changes?.remove(positions, id: id)
    limitChanges()
  }

  /// The elements at these positions, in ascending order and apart, are going to be removed.
  @inlinable
  mutating func willRemove(_ positions: [Range<Int>]) {
    let ids = dictionary.keys
    noteRemoval(at: positions) { ids[$0] }
  }

  /// The element at a position has moved.
  @inlinable
  mutating func noteMove(from source: Int, to destination: Int) {
    ownChanges()
    changes?.remove([source..<source + 1]) { _ in dictionary.keys[destination] }
    changes?.pieces.insert(1, at: destination)
    limitChanges()
  }

  /// The elements were reordered: `sources` are their positions before, in the order of now.
  @inlinable
  mutating func noteOrder(_ sources: [Int]) {
    ownChanges()
    changes?.reorder(sources) { dictionary.keys[$0] }
    limitChanges()
  }

  /// The elements were reordered.
  ///
  /// - Parameter old: the ids in the order before; nil without a record.
  @inlinable
  mutating func noteOrder(since old: OrderedSet<ID>?) {
    guard let old else { return }
    noteOrder(dictionary.keys.map { old.firstIndex(of: $0) ?? -1 })
  }

  /// Gives the record up if replacing the list is shorter.
  @inlinable
  mutating func limitChanges() {
    if changes?.pieces.isTooLong == true { changes = nil }
  }
}
