// Editing a piece table: insertions, removals and a new order.

extension PieceTable {
  /// Records that new elements were inserted at a position. O(1) at the end, otherwise O(number of runs).
  @usableFromInline mutating func insert(_ length: Int, at position: Int) {
    begin()
    let end = runs.last?.end ?? 0
    if position == end { return append(length, original: -1) }
    var index = index(of: position)
    if runs[index].start == position, index > 0, runs[index - 1].isNew { index -= 1 }
    let new = Run(start: position, length: length, original: -1)
    if runs[index].isNew {
      runs[index].length += length
    } else if runs[index].start == position {
      runs.insert(new, at: index)
    } else {
      let tail = runs[index].part(position..<runs[index].end)
      runs[index].length -= tail.length
      runs.insert(tail, at: index + 1)
      runs.insert(new, at: index + 1)
      index += 1
    }
    for later in runs.indices[(index + 1)...] { runs[later].start += length }
  }

  /// Records that elements were removed. O(number of runs and ranges).
  ///
  /// - Parameters:
  ///   - ranges: their positions before any of them was removed, in ascending order and without overlaps.
  ///   - leaving: called with each part of a kept run that is removed, at its position before.
  @usableFromInline mutating func remove(_ ranges: [Range<Int>], leaving: (Run) -> Void) {
    begin()
    let old = exchange(&runs, with: [])
    runs.reserveCapacity(old.count + 1)
    var ranges = ranges.makeIterator()
    var range = ranges.next()
    for run in old {
      var position = run.start
      while position < run.end {
        while let passed = range, passed.upperBound <= position { range = ranges.next() }
        let removed = (range ?? run.end..<run.end).clamped(to: position..<run.end)
        let kept = removed.isEmpty ? position..<run.end : position..<removed.lowerBound
        append(kept.count, original: run.part(kept).original)
        if !run.isNew, !removed.isEmpty {
          leaving(run.part(removed))
          keptCount -= removed.count
        }
        position = removed.isEmpty ? run.end : removed.upperBound
      }
    }
    normalise()
  }

  /// Records that the elements were reordered. As few elements as possible count as moved. O(n log n).
  ///
  /// - Parameters:
  ///   - sources: for each position, where its element was before; -1 for an element that was not there.
  ///   - moved: called for each element that counts as moved from now on, with its original place and its new position.
  @usableFromInline mutating func reorder(_ sources: [Int], moved: (_ original: Int, _ position: Int) -> Void) {
    begin()
    let originals = sources.map { $0 < 0 ? -1 : original(of: $0) ?? -1 }
    let staying = longestIncreasingSubsequence(of: originals)
    runs.removeAll(keepingCapacity: true)
    keptCount = 0
    var next = 0
    for (position, original) in originals.enumerated() {
      if next < staying.count, staying[next] == position {
        next += 1
        keptCount += 1
        append(1, original: original)
      } else {
        append(1, original: -1)
        if original >= 0 { moved(original, position) }
      }
    }
    normalise()
  }

  /// Adds elements at the end.
  private mutating func append(_ length: Int, original: Int) {
    guard length > 0 else { return }
    let run = Run(start: runs.last?.end ?? 0, length: length, original: original)
    if let last = runs.indices.last, runs[last].isContinued(by: run) {
      runs[last].length += length
    } else {
      runs.append(run)
    }
  }

  private mutating func begin() {
    guard !isRestructured else { return }
    isRestructured = true
    append(originalCount, original: 0)
  }

  /// Forgets the edits if they have cancelled each other out.
  private mutating func normalise() {
    guard keptCount == originalCount, (runs.last?.end ?? 0) == originalCount else { return }
    isRestructured = false
    runs.removeForReuse()
  }
}

/// The indices, in ascending order, of a longest sequence of strictly increasing values; negative ones do not count.
/// O(n log n), O(n) if the values ascend.
func longestIncreasingSubsequence(of values: [Int]) -> [Int] {
  // Patience sorting. `ends`: for each length, the index of the smallest value that ends a sequence of this length.
  // `predecessors`: for each index, the index before it in its sequence.
  var ends: [Int] = []
  var predecessors = [Int](repeating: -1, count: values.count)
  for (index, value) in values.enumerated() where value >= 0 {
    var length = ends.count
    if let last = ends.last, values[last] >= value { length = firstIndex(upTo: length) { values[ends[$0]] >= value } }
    if length > 0 { predecessors[index] = ends[length - 1] }
    if length == ends.count { ends.append(index) } else { ends[length] = index }
  }
  // Follow the predecessors, from the end to the front.
  var sequence = ends
  var index = ends.last ?? -1
  for place in sequence.indices.reversed() {
    sequence[place] = index
    index = predecessors[index]
  }
  return sequence
}
