// IdentifiedArray: changing the order of the elements.
import OrderedCollections

extension IdentifiedArray {
  /// Exchanges the elements at two positions. O(1).
  ///
  /// - Precondition: both are in `indices`.
  @inlinable public mutating func swapAt(_ i: Int, _ j: Int) {
    dictionary.swapAt(i, j)
    guard isRecording, i != j else { return }
    noteReplacement(at: i, of: dictionary.keys[j])
    noteReplacement(at: j, of: dictionary.keys[i])
  }

  /// Moves one element to the position `destination`. The elements between move by one.
  ///
  /// - Precondition: both are in `indices`.
  /// - Complexity: O(distance)
  @inlinable public mutating func move(from source: Int, to destination: Int) {
    precondition(indices.contains(source) && indices.contains(destination), "position out of range")
    dictionary.moveSubrange(source..<source + 1, to: destination > source ? destination + 1 : destination)
    if isRecording, source != destination { noteMove(from: source, to: destination) }
  }

  /// Moves elements in front of the element that is at `destination` now, or to the end if `destination` is `count`.
  /// They keep the order in which they are in the list; the order of `offsets` does not matter. A list view reports
  /// such offsets when rows are dragged.
  ///
  /// - Precondition: `offsets` are in `indices`, `destination` is in `0...count`.
  /// - Complexity: O(n), and sorting the offsets
  @inlinable public mutating func move(fromOffsets offsets: some Sequence<Int>, toOffset destination: Int) {
    let sources = Set(offsets).sorted()
    precondition(sources.allSatisfy(indices.contains), "position out of range")
    precondition(destination >= 0 && destination <= count, "position out of range")
    dictionary.move(indices: sources, to: destination)
    guard isRecording else { return }
    let moved = Set(sources)
    noteOrder(
      (0..<destination).filter { !moved.contains($0) } + sources
        + (destination..<count).filter { !moved.contains($0) })
  }

  /// Reverses the order. O(n).
  @inlinable public mutating func reverse() {
    dictionary.reverse()
    if isRecording { noteOrder(Array(indices.reversed())) }
  }

  /// Sorts by a predicate. Equal elements keep their order; if the predicate throws, nothing changes. O(n log n).
  @inlinable public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    let old = isRecording ? dictionary.keys : nil
    try dictionary.sort { try areInIncreasingOrder($0.value, $1.value) }
    noteOrder(since: old)
  }

  /// Puts the elements into a random order. O(n).
  @inlinable public mutating func shuffle() {
    var generator = SystemRandomNumberGenerator()
    shuffle(using: &generator)
  }

  /// Puts the elements into an order that a generator chooses. O(n).
  @inlinable public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    let old = isRecording ? dictionary.keys : nil
    dictionary.shuffle(using: &generator)
    noteOrder(since: old)
  }

  /// Moves the elements that satisfy a predicate behind all others, without keeping their order. O(n).
  ///
  /// - Returns: the position of the first one that satisfies it, or `endIndex`.
  @inlinable public mutating func partition(by belongsInSecondPartition: (Element) throws -> Bool) rethrows -> Int {
    let old = isRecording ? dictionary.keys : nil
    // Recorded even if the predicate throws, because some elements may have moved by then.
    defer { noteOrder(since: old) }
    return try dictionary.partition { try belongsInSecondPartition($0.value) }
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts in ascending order. O(n log n).
  @inlinable public mutating func sort() { sort(by: <) }
}
