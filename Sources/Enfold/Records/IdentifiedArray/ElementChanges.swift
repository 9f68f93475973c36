// ElementChanges: what happened to the elements of a list since the last commit.
import OrderedCollections

/// The record of a list in an observed store: the committed content that the list descends from, and the edits since.
///
/// A list has no record if no store has adopted it, or if it has changed so much that replacing it is shorter. Copies
/// of a list share their record; a list that writes to it first makes sure that no other list has it.
///
/// An element is known by its *original place*: its position at the last commit. This stays the same whatever happens
/// around the element. So recording a write takes no hashing, and of the old content only the ids are kept that left
/// their places.
@usableFromInline
final class ElementChanges<ID: Hashable & Sendable, Element>: ElementRecord<ID, Element>, @unchecked Sendable {
  // Not checked for overlapping accesses; see `ElementRecord`.
  @exclusivity(unchecked) @usableFromInline var pieces: PieceTable
  /// The original place of the element that was written or replaced first; -1 if there is none.
  @exclusivity(unchecked) @usableFromInline var firstWritten = -1
  /// The original places of the elements that were written later. A place may be here several times, and its element
  /// may have been removed since.
  @exclusivity(unchecked) @usableFromInline var written: [Int] = []
  /// The original places at which an element with another id was put.
  @exclusivity(unchecked) @usableFromInline var replaced: Set<Int> = []
  /// The ids that have left their original places, each once. Their elements may be elsewhere now, or back again.
  @exclusivity(unchecked) @usableFromInline var departed: [ID] = []

  @inlinable init(kind: ElementKind<Element>, stamp: UInt64, count: Int) {
    pieces = PieceTable(count: count)
    super.init(kind, stamp: stamp)
  }

  @inlinable override func copy() -> ElementChanges {
    let copy = ElementChanges(kind: kind, stamp: stamp, count: 0)
    copy.pieces = pieces
    copy.firstWritten = firstWritten
    copy.written = written
    copy.replaced = replaced
    copy.departed = departed
    return copy
  }

  /// Begins again with the list as it is now, because it was committed. The memory of the record is kept.
  @inlinable func reset(stamp: UInt64, count: Int) {
    self.stamp = stamp
    pieces.reset(count: count)
    firstWritten = -1
    written.removeForReuse()
    if !replaced.isEmpty { replaced.removeAll(keepingCapacity: replaced.count <= Sizes.of(512, tiny: 0)) }
    departed.removeForReuse()
  }

  @inlinable var hasEdits: Bool { firstWritten >= 0 || pieces.isRestructured }

  // MARK: Recording

  /// Records that the element at a position was written.
  @inlinable func write(at position: Int) {
    guard let original = pieces.original(of: position), original != firstWritten else { return }
    if firstWritten < 0 { firstWritten = original } else { writeAnother(original) }
  }

  @inlinable @inline(never) func writeAnother(_ original: Int) {
    if original == written.last { return }
    if written.count > 2 * pieces.originalCount + Sizes.of(16, tiny: 1) { written = ascendingWritten }
    written.append(original)
  }

  /// Records that the element at a position got another id, or was replaced by an element with another id.
  ///
  /// - Parameter id: the id that was there before.
  @inlinable func replace(at position: Int, of id: ID) {
    before = nil
    guard let original = pieces.original(of: position) else { return }
    if replaced.insert(original).inserted { departed.append(id) }
    write(at: position)
  }

  /// Records that elements were removed, or will be.
  ///
  /// - Parameters:
  ///   - ranges: their positions, in ascending order and without overlaps.
  ///   - id: gives the id of the element at a position.
  @inlinable func remove(_ ranges: [Range<Int>], id: (Int) -> ID) {
    before = nil
    pieces.remove(ranges) { run in
      for offset in 0..<run.length { depart(run.original + offset, id(run.start + offset)) }
    }
  }

  /// Records that the elements were reordered.
  ///
  /// - Parameters:
  ///   - sources: for each position, where its element was before.
  ///   - id: gives the id of the element that is at a position now.
  @inlinable func reorder(_ sources: [Int], id: (Int) -> ID) {
    pieces.reorder(sources) { original, position in depart(original, id(position)) }
  }

  @inlinable func depart(_ original: Int, _ id: ID) {
    if replaced.isEmpty || !replaced.contains(original) { departed.append(id) }
  }

  // MARK: Reading

  /// The original places that were written, in ascending order and each once.
  @inlinable var ascendingWritten: [Int] {
    var places: [Int] = []
    for place in ([firstWritten] + written).sorted() where place != places.last { places.append(place) }
    return places
  }

  /// Calls `body` with the positions of the elements that were there at the last commit, are still there, and were
  /// written or replaced. The positions come in ascending order, each once.
  @inlinable func forEachWritten(_ body: (_ position: Int) -> Void) {
    guard firstWritten >= 0 else { return }
    if written.isEmpty, !pieces.isRestructured { return body(firstWritten) }
    forEachOfSeveral(body)
  }

  /// A function of its own, because it retains what it looks through.
  @inlinable @inline(never) func forEachOfSeveral(_ body: (_ position: Int) -> Void) {
    if written.isEmpty {
      pieces.forEachPosition(of: CollectionOfOne(firstWritten), body)
    } else {
      pieces.forEachPosition(of: ascendingWritten, body)
    }
  }
}
