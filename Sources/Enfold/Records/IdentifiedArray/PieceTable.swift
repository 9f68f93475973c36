// PieceTable: which parts of a list were there at the last commit, and where they are now.

/// A list as pieces: runs of elements that were there at the last commit, in their order, and runs of new ones between
/// them. If `[a, b, c, d]` became `[a, x, d]`, the runs are `[a]`, the new `[x]`, and `[d]`. Elements that are missing
/// between two kept runs were removed.
///
/// The runs give the operations that lead from the list at the last commit to the list now. An element that was
/// inserted and removed again does not appear. An element that moved is a removal and a new element.
@usableFromInline struct PieceTable {
  /// Elements that stand side by side, and either were side by side at the last commit or are all new.
  @usableFromInline struct Run {
    @usableFromInline var start: Int
    @usableFromInline var length: Int
    /// The position of the first one at the last commit; -1 if they are new.
    @usableFromInline var original: Int

    @inlinable var end: Int { start + length }
    @inlinable var isNew: Bool { original < 0 }

    /// The part of the run in a range of positions.
    func part(_ positions: Range<Int>) -> Run {
      let offset = positions.lowerBound - start
      return Run(start: positions.lowerBound, length: positions.count, original: isNew ? -1 : original + offset)
    }

    /// Whether `next`, which follows this run, continues it.
    func isContinued(by next: Run) -> Bool { isNew ? next.isNew : next.original == original + length }
  }

  /// The runs in the order of the list: no run is empty, and no run continues the one before it. Without meaning if
  /// `isRestructured` is not set.
  @usableFromInline var runs: [Run] = []
  /// Whether there are insertions or removals.
  @usableFromInline var isRestructured = false
  /// The number of elements at the last commit, and how many of them were neither removed nor moved.
  @usableFromInline var originalCount: Int
  @usableFromInline var keptCount: Int

  @inlinable init(count: Int) {
    originalCount = count
    keptCount = count
  }

  /// Begins again with the list as it is now, with `count` elements, because it was committed. The memory is kept.
  @inlinable mutating func reset(count: Int) {
    if isRestructured {
      isRestructured = false
      runs.removeForReuse()
    }
    originalCount = count
    keptCount = count
  }

  /// Whether there are so many insertions and removals that replacing the list is shorter.
  @inlinable var isTooLong: Bool {
    guard isRestructured else { return false }
    let count = runs.last?.end ?? 0
    return isLongPatch(originalCount + count - 2 * keptCount, for: count)
  }

  /// The position of an element at the last commit; nil if it is new. O(log of the number of runs).
  @inlinable func original(of position: Int) -> Int? {
    guard isRestructured else { return position }
    let run = runs[index(of: position)]
    return run.isNew ? nil : run.original + position - run.start
  }

  /// The index of the run that contains a position. The position must be before the end.
  @usableFromInline
  func index(of position: Int) -> Int { max(firstIndex(upTo: runs.count) { runs[$0].start > position } - 1, 0) }

  // MARK: Reading

  /// Calls `body` with the places, at the last commit, of the elements that left or moved, in descending order.
  @inlinable func forEachRemoved(_ body: (_ original: Int) -> Void) {
    guard isRestructured else { return }
    var next = originalCount
    for run in runs.reversed() where !run.isNew {
      for original in stride(from: next - 1, through: run.original + run.length, by: -1) { body(original) }
      next = run.original
    }
    for original in stride(from: next - 1, through: 0, by: -1) { body(original) }
  }

  /// Calls `body` with the positions of the new elements, in ascending order.
  @inlinable func forEachInserted(_ body: (_ position: Int) -> Void) {
    guard isRestructured else { return }
    for run in runs where run.isNew {
      for position in run.start..<run.end { body(position) }
    }
  }

  /// Calls `body` with the present positions of the elements that have these original places. Leaves out those that
  /// were removed or moved.
  ///
  /// - Parameter originals: in ascending order.
  @inlinable func forEachPosition(of originals: some Collection<Int>, _ body: (_ position: Int) -> Void) {
    guard isRestructured else { return originals.forEach(body) }
    var rest = originals[...]
    for run in runs where !run.isNew {
      while let original = rest.first, original < run.original + run.length {
        if original >= run.original { body(run.start + original - run.original) }
        rest = rest.dropFirst()
      }
    }
  }

  /// From this position on elements may be elsewhere than at the last commit; nil if all are where they were.
  @inlinable var firstShift: Int? {
    guard isRestructured else { return nil }
    guard let first = runs.first, first.original == 0 else { return 0 }
    return first.length
  }
}

extension Array {
  /// Removes everything. Keeps the memory, unless that is much for a record, which is usually short.
  @inlinable mutating func removeForReuse() {
    if !isEmpty { removeAll(keepingCapacity: capacity <= 1024) }
  }
}
