// IdentifiedArray: removing elements. Unless a function says something else it is O(n), because later elements move up.
import OrderedCollections

extension IdentifiedArray {
  /// Removes the element with an id and returns it; nil if there is none.
  @inlinable @discardableResult public mutating func remove(id: ID) -> Element? {
    guard isRecording else { return dictionary.removeValue(forKey: id) }
    return dictionary.index(forKey: id).map { remove(at: $0) }
  }

  /// Removes the element with the same id and returns it; nil if there is none.
  @inlinable @discardableResult
  public mutating func remove(_ element: Element) -> Element? { remove(id: identify(element)) }

  /// Removes the element at a position.
  ///
  /// - Precondition: `position` is in `indices`.
  @inlinable @discardableResult public mutating func remove(at position: Int) -> Element {
    if isRecording { willRemove([position..<position + 1]) }
    return dictionary.remove(at: position).value
  }

  /// Removes the elements at these positions. Positions that are given twice or are outside the list do no harm.
  @inlinable public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    var ranges: [Range<Int>] = []
    for offset in Set(offsets).sorted() where indices.contains(offset) { ranges.append(position: offset) }
    remove(ranges)
  }

  /// Removes the elements at these positions, which are in ascending order and do not overlap. O(n).
  @inlinable mutating func remove(_ ranges: [Range<Int>]) {
    guard let first = ranges.first else { return }
    if isRecording { willRemove(ranges) }
    if ranges.count == 1 { return dictionary.removeSubrange(first) }
    // `removeAll` asks for the elements in their order, each once.
    var position = 0
    var next = 0
    dictionary.removeAll { _ in
      defer { position += 1 }
      while next < ranges.count, ranges[next].upperBound <= position { next += 1 }
      return next < ranges.count && ranges[next].contains(position)
    }
  }

  /// Removes every element that satisfies a predicate. The others keep their order; if the predicate throws, no
  /// element is removed, but they may be in another order.
  @inlinable public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    guard isRecording else { return try dictionary.removeAll { try shouldBeRemoved($0.value) } }
    var ranges: [Range<Int>] = []
    for (position, element) in dictionary.values.enumerated() where try shouldBeRemoved(element) {
      ranges.append(position: position)
    }
    remove(ranges)
  }

  /// Removes all elements.
  @inlinable public mutating func removeAll(keepingCapacity: Bool = false) {
    if isRecording, !isEmpty { willRemove([0..<count]) }
    dictionary.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Removes the first element.
  ///
  /// - Precondition: the list is not empty.
  @inlinable @discardableResult public mutating func removeFirst() -> Element {
    precondition(!isEmpty, "the list is empty")
    return remove(at: 0)
  }

  /// Removes the first `n` elements.
  ///
  /// - Precondition: `n` is in `0...count`.
  @inlinable public mutating func removeFirst(_ n: Int) {
    precondition(n >= 0 && n <= count, "not as many elements")
    if n > 0 { remove([0..<n]) }
  }

  /// Removes the last element in O(1).
  ///
  /// - Precondition: the list is not empty.
  @inlinable @discardableResult public mutating func removeLast() -> Element {
    precondition(!isEmpty, "the list is empty")
    return remove(at: count - 1)
  }

  /// Removes the last `n` elements in O(`n`).
  ///
  /// - Precondition: `n` is in `0...count`.
  @inlinable public mutating func removeLast(_ n: Int) {
    precondition(n >= 0 && n <= count, "not as many elements")
    if isRecording, n > 0 { willRemove([count - n..<count]) }
    dictionary.removeLast(n)
  }

  /// Removes the elements in a range of positions.
  ///
  /// - Precondition: the range is within the list.
  @inlinable public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
    let range = bounds.relative(to: self)
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range out of the list")
    if !range.isEmpty { remove([range]) }
  }

  /// The elements that satisfy a predicate, in their order.
  @inlinable public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var removed: [Range<Int>] = []
    var position = 0
    let included = try dictionary.filter {
      let isIncluded = try isIncluded($0.value)
      if !isIncluded, isRecording { removed.append(position: position) }
      position += 1
      return isIncluded
    }
    var list = Self(dictionary: included, isByProperty: isByProperty, identify: identify)
    list.changes = changes
    if !removed.isEmpty { list.noteRemoval(at: removed) { dictionary.keys[$0] } }
    return list
  }
}

extension [Range<Int>] {
  /// Adds a position that is greater than all others.
  @inlinable mutating func append(position: Int) {
    if let last, last.upperBound == position {
      self[count - 1] = last.lowerBound..<position + 1
    } else {
      append(position..<position + 1)
    }
  }
}
