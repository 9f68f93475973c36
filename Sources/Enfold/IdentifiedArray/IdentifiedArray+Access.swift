// Reading and writing single elements in place, by id and by position.
import OrderedCollections

extension IdentifiedArray {
  /// The element with an id, or nil if there is none. O(1), but for removing.
  ///
  /// Changes happen in place. Assigning an element replaces the one with that id, or appends it if there is none;
  /// assigning nil removes it in O(n). An element that gets another id is treated as the type's documentation says.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { dictionary[id] }
    set {
      guard let newValue else {
        dictionary.removeValue(forKey: id)
        return
      }
      guard let position = dictionary.index(forKey: id) else {
        updateOrAppend(newValue)
        return
      }
      dictionary.values[position] = newValue
      settleID(at: position)
    }
    _modify {
      guard let position = dictionary.index(forKey: id), count > 1 else {
        // The element concerned is the last one, if there is any.
        defer { if !isEmpty { settleID(at: count - 1) } }
        yield &dictionary[id]
        return
      }
      var element = takeElement(at: position)
      defer { putBack(element.take(), at: position, of: id) }
      yield &element
    }
  }

  /// The element at a position. O(1).
  ///
  /// Changes happen in place. Assigning an element whose id is at another position exchanges the two positions first.
  ///
  /// - Precondition: `position` is in `indices`.
  @inlinable
  public subscript(position: Int) -> Element {
    get { dictionary.values[position] }
    set { update(newValue, at: position) }
    _modify {
      defer { settleID(at: position) }
      yield &dictionary.values[position]
    }
  }

  /// Replaces the element at a position, exactly as assigning to it does.
  ///
  /// - Precondition: `position` is in `indices`.
  /// - Returns: the element that stood there.
  /// - Complexity: O(1)
  @inlinable
  @discardableResult
  public mutating func update(_ element: Element, at position: Int) -> Element {
    let old = dictionary.values[position]
    let id = identify(element)
    if let other = dictionary.index(forKey: id) {
      if other != position { dictionary.swapAt(position, other) }
      dictionary.values[position] = element
    } else {
      dictionary.replaceElement(at: position, withKey: id, value: element)
    }
    return old
  }

  // MARK: Changes in place

  /// Moves an element out of the storage, which is then unshared and has a gap until `putBack`.
  ///
  /// `OrderedDictionary` closes the gap while an element is out, which takes several times as long. Nobody can see it:
  /// the list is being accessed exclusively.
  @inlinable
  mutating func takeElement(at position: Int) -> Element? {
    dictionary.values.withUnsafeMutableBufferPointer { $0.moveElement(from: position) }
  }

  /// Fills the gap that `takeElement` left, or closes it if the element is gone.
  @inlinable
  mutating func putBack(_ element: consuming Element?, at position: Int, of id: ID) {
    guard let element else { return closeGap(at: position) }
    let newID = identify(element)
    dictionary.values.withUnsafeMutableBufferPointer { $0.initializeElement(at: position, to: element) }
    if newID != id { rekey(at: position, to: newID) }
  }

  @inlinable @inline(never)
  mutating func closeGap(at position: Int) {
    // What is removed must be an element: a copy of another one, of which there is at least one.
    dictionary.values.withUnsafeMutableBufferPointer {
      $0.initializeElement(at: position, to: $0[position == 0 ? 1 : 0])
    }
    dictionary.remove(at: position)
  }

  /// Makes the key of the element at a position its id again, after the element was changed in place. O(1), or O(n) if
  /// another element has to go.
  @inlinable
  mutating func settleID(at position: Int) {
    let id = dictionary.values.withUnsafeBufferPointer { identify($0[position]) }
    if id != dictionary.keys[position] { rekey(at: position, to: id) }
  }

  @inlinable @inline(never)
  mutating func rekey(at position: Int, to id: ID) {
    var position = position
    if let other = dictionary.index(forKey: id) {
      dictionary.remove(at: other)
      if other < position { position -= 1 }
    }
    dictionary.replaceElement(at: position, withKey: id, value: dictionary.values[position])
  }
}
