// Removing elements. All of it is O(n), because what follows moves up; the ends say when they are cheaper.
import OrderedCollections

extension IdentifiedArray {
  /// Removes the element with an id and returns it; nil if there is none.
  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Element? { dictionary.removeValue(forKey: id) }

  /// Removes the element with the same id and returns it; nil if there is none.
  @inlinable
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? { dictionary.removeValue(forKey: identify(element)) }

  /// Removes the element at a position.
  ///
  /// - Precondition: `position` is in `indices`.
  @inlinable
  @discardableResult
  public mutating func remove(at position: Int) -> Element { dictionary.remove(at: position).value }

  /// Removes the elements at these positions; ones given twice or outside the list do not matter.
  @inlinable
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    var goners: Set<ID> = []
    for offset in offsets where indices.contains(offset) { goners.insert(ids[offset]) }
    guard !goners.isEmpty else { return }
    dictionary.removeAll { goners.contains($0.key) }
  }

  /// Removes every element that satisfies a predicate. The others keep their order; if the predicate throws, no
  /// element is removed, but they may be in another order.
  @inlinable
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    try dictionary.removeAll { try shouldBeRemoved($0.value) }
  }

  /// Removes all elements.
  @inlinable
  public mutating func removeAll(keepingCapacity: Bool = false) {
    dictionary.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Removes the first element.
  ///
  /// - Precondition: the list is not empty.
  @inlinable
  @discardableResult
  public mutating func removeFirst() -> Element { dictionary.removeFirst().value }

  /// Removes the first `n` elements.
  ///
  /// - Precondition: `n` is in `0...count`.
  @inlinable
  public mutating func removeFirst(_ n: Int) { dictionary.removeFirst(n) }

  /// Removes the last element in O(1).
  ///
  /// - Precondition: the list is not empty.
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element { dictionary.removeLast().value }

  /// Removes the last `n` elements in O(`n`).
  ///
  /// - Precondition: `n` is in `0...count`.
  @inlinable
  public mutating func removeLast(_ n: Int) { dictionary.removeLast(n) }

  /// Removes the elements in a range of positions.
  ///
  /// - Precondition: the range is within the list.
  @inlinable
  public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
    dictionary.removeSubrange(bounds.relative(to: self))
  }

  /// The elements that satisfy a predicate, in their order.
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    Self(dictionary: try dictionary.filter { try isIncluded($0.value) }, isByProperty: isByProperty, identify: identify)
  }
}
