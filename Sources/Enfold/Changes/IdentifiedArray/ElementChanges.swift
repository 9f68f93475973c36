// ElementChanges: what happened to the elements of a list since the last commit.
import OrderedCollections

/// The record of a list in an observed store: the committed content that the list descends from, and the edits since.
///
/// A list that was never adopted by a store, or that has changed so much that replacing it is shorter, has none. Copies
/// of a list share their record; whoever writes it makes sure that no other list has it.
///
/// Elements are known by their place at the last commit, which stays the same whatever happens around them. So writing
/// one takes no hashing, and nothing of the old content is kept but the ids that left their places.
@usableFromInline
final class ElementChanges<ID: Hashable & Sendable, Element>: ElementCell<ID, Element>, @unchecked Sendable {
  // One by one, because what is in a struct is retained together.
  @usableFromInline let stampOf: ((UnsafePointer<Element>) -> UInt64)?
  @usableFromInline let settle: ((UnsafeMutablePointer<Element>, UInt64) -> Bool)?
  @usableFromInline let areEqual: ((UnsafePointer<Element>, UnsafePointer<Element>) -> Bool)?
  // Not checked for overlapping accesses, which would take several times as long as what they do: only this class
  // accesses them, never across a call of a list's user.
  /// The committed content. Never 0.
  @exclusivity(unchecked) @usableFromInline var stamp: UInt64
  @exclusivity(unchecked) @usableFromInline var pieces: PieceTable
  /// The original place of the element that was written or replaced first; -1 if there is none.
  @exclusivity(unchecked) @usableFromInline var firstWritten = -1
  /// The original places of those that were written later, some perhaps several times, and some perhaps removed since.
  @exclusivity(unchecked) @usableFromInline var written: [Int] = []
  /// The original places at which an element with another id was put.
  @exclusivity(unchecked) @usableFromInline var replaced: Set<Int> = []
  /// The ids that have left their original places, each once. Some may stand elsewhere, or be back.
  @exclusivity(unchecked) @usableFromInline var departed: [ID] = []
  /// What an element was that is being written, if elements are compared.
  @exclusivity(unchecked) @usableFromInline var before: Element?

  @inlinable
  init(kind: ElementKind<Element>, stamp: UInt64, count: Int) {
    stampOf = kind.stamp
    settle = kind.settle
    areEqual = kind.areEqual
    self.stamp = stamp
    pieces = PieceTable(count: count)
    super.init(isRecord: true)
  }

  @inlinable
  func copy() -> ElementChanges {
    let kind = ElementKind(stamp: stampOf, settle: settle, areEqual: areEqual)
    let copy = ElementChanges(kind: kind, stamp: stamp, count: 0)
    copy.pieces = pieces
    copy.firstWritten = firstWritten
    copy.written = written
    copy.replaced = replaced
    copy.departed = departed
    return copy
  }

  /// Makes the list as it is now the committed one. The memory of the record is kept.
  @inlinable
  func reset(stamp: UInt64, count: Int) {
    self.stamp = stamp
    pieces.reset(count: count)
    firstWritten = -1
    written.removeForReuse()
    if !replaced.isEmpty { replaced.removeAll(keepingCapacity: replaced.count <= Sizes.of(512, tiny: 0)) }
    departed.removeForReuse()
  }

  @inlinable var hasEdits: Bool { firstWritten >= 0 || pieces.isRestructured }

  // MARK: Recording

  /// An element is going to be written. Returns its stamp, for `isChanged`.
  @inlinable
  func willWrite(_ element: UnsafePointer<Element>) -> UInt64 {
    if let stampOf { return stampOf(element) }
    if areEqual != nil { before = element.pointee }
    return 0
  }

  /// Whether an element has changed in a write that began with `willWrite`, and left its id as it was.
  @inlinable
  func isChanged(_ element: UnsafeMutablePointer<Element>, since stamp: UInt64) -> Bool {
    if let settle { return settle(element, stamp) }
    guard let areEqual, var before = before.take() else { return true }
    return !areEqual(&before, element)
  }

  /// The element at a position was written.
  @inlinable
  func write(at position: Int) {
    guard let original = pieces.original(of: position), original != firstWritten else { return }
    if firstWritten < 0 { firstWritten = original } else { writeAnother(original) }
  }

  @inlinable @inline(never)
  func writeAnother(_ original: Int) {
    if original == written.last { return }
    if written.count > 2 * pieces.originalCount + Sizes.of(16, tiny: 1) { written = ascendingWritten }
    written.append(original)
  }

  /// The element at a position got another id, or made room for an element with another one.
  ///
  /// - Parameter id: the one that it had.
  @inlinable
  func replace(at position: Int, of id: ID) {
    before = nil
    guard let original = pieces.original(of: position) else { return }
    if replaced.insert(original).inserted { departed.append(id) }
    write(at: position)
  }

  /// Elements were removed, or are going to be.
  ///
  /// - Parameters:
  ///   - ranges: their positions, in ascending order and apart.
  ///   - id: gives the id of the element at a position.
  @inlinable
  func remove(_ ranges: [Range<Int>], id: (Int) -> ID) {
    before = nil
    pieces.remove(ranges) { run in
      for offset in 0..<run.length { depart(run.original + offset, id(run.start + offset)) }
    }
  }

  /// The elements were reordered.
  ///
  /// - Parameters:
  ///   - sources: the position before of the element at each position.
  ///   - id: gives the id of the element at a position now.
  @inlinable
  func reorder(_ sources: [Int], id: (Int) -> ID) {
    pieces.reorder(sources) { original, position in depart(original, id(position)) }
  }

  @inlinable
  func depart(_ original: Int, _ id: ID) {
    if replaced.isEmpty || !replaced.contains(original) { departed.append(id) }
  }

  // MARK: Reading

  /// The original places that were written, each once.
  @inlinable
  var ascendingWritten: [Int] {
    var places: [Int] = []
    for place in ([firstWritten] + written).sorted() where place != places.last { places.append(place) }
    return places
  }

  /// The positions, ascending and each once, of elements that were there at the last commit, still are, and were
  /// written or replaced.
  @inlinable
  func forEachWritten(_ body: (_ position: Int) -> Void) {
    guard firstWritten >= 0 else { return }
    if !written.isEmpty {
      pieces.forEachPosition(of: ascendingWritten, body)
    } else if !pieces.isRestructured {
      body(firstWritten)
    } else {
      pieces.forEachPosition(of: CollectionOfOne(firstWritten), body)
    }
  }
}
