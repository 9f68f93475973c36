// IdentifiedArray: adding elements.
import OrderedCollections

extension IdentifiedArray {
  /// Appends an element. If the list has an element with its id, nothing changes.
  ///
  /// - Returns: whether it was appended, and the position of the element with its id.
  /// - Complexity: amortised O(1)
  @inlinable @discardableResult public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    let result = add(element)
    if result.inserted, isRecording { noteInsertion(at: result.index..<count) }
    return result
  }

  /// Appends without recording.
  @inlinable mutating func add(_ element: Element) -> (inserted: Bool, index: Int) {
    let id = identify(element)
    if let position = dictionary.index(forKey: id) { return (false, position) }
    dictionary[id] = element
    return (true, count - 1)
  }

  /// Appends those elements whose ids are not in the list yet, in their order.
  ///
  /// - Complexity: amortised O(m) for m new elements
  @inlinable public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Replaces the element with the same id, at its position; or appends the new one.
  ///
  /// - Returns: the element that was replaced, or nil if the new one was appended.
  /// - Complexity: amortised O(1)
  @inlinable @discardableResult public mutating func updateOrAppend(_ element: Element) -> Element? {
    let (inserted, position) = append(element)
    return inserted ? nil : update(element, at: position)
  }

  /// Inserts an element at a position. If the list has an element with its id, nothing changes.
  ///
  /// - Precondition: `position` is in `0...count`.
  /// - Returns: whether it was inserted, and the position of the element with its id.
  /// - Complexity: O(n)
  @inlinable @discardableResult
  public mutating func insert(_ element: Element, at position: Int) -> (inserted: Bool, index: Int) {
    let id = identify(element)
    if let existing = dictionary.index(forKey: id) { return (false, existing) }
    dictionary.updateValue(element, forKey: id, insertingAt: position)
    if isRecording { noteInsertion(at: position..<position + 1) }
    return (true, position)
  }

  /// Inserts those elements whose ids are not in the list yet at a position, in their order.
  ///
  /// - Precondition: `position` is in `0...count`.
  /// - Complexity: O(n + m) for m new elements
  @inlinable public mutating func insert(contentsOf elements: some Sequence<Element>, at position: Int) {
    precondition(position >= 0 && position <= count, "position out of range")
    let oldCount = count
    for element in elements { _ = add(element) }
    guard oldCount < count else { return }
    dictionary.moveSubrange(oldCount..<count, to: position)
    if isRecording { noteInsertion(at: position..<position + count - oldCount) }
  }

  /// Replaces the element with the same id, at its position; or inserts the new one at `position`.
  ///
  /// - Precondition: `position` is in `0...count`.
  /// - Returns: the element that was replaced, or nil if the new one was inserted; and the position of the new one.
  /// - Complexity: O(n)
  @inlinable @discardableResult
  public mutating func updateOrInsert(_ element: Element, at position: Int) -> (originalMember: Element?, index: Int) {
    let (inserted, index) = insert(element, at: position)
    return (inserted ? nil : update(element, at: index), index)
  }

  /// The list, followed by those of the other elements whose ids it does not have.
  @inlinable public static func + (list: Self, others: some Sequence<Element>) -> Self {
    var sum = list
    sum.append(contentsOf: others)
    return sum
  }

  /// Appends those elements whose ids are not in the list yet.
  @inlinable public static func += (list: inout Self, others: some Sequence<Element>) {
    list.append(contentsOf: others)
  }
}
