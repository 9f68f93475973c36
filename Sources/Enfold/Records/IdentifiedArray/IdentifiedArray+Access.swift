// IdentifiedArray: reading and writing single elements in place, by id and by position.
import CEnfoldSupport
import OrderedCollections

extension IdentifiedArray {
  /// The element with an id, or nil if there is none. O(1), except for removing.
  ///
  /// Changes happen in place. Assigning an element replaces the one with that id, or appends it if there is none;
  /// assigning nil removes the element in O(n). See ``IdentifiedArray`` for an element that gets another id.
  @inlinable public subscript(id id: ID) -> Element? {
    get {
      if enfold_hints_wanted() { KeyPathHints.note(id) }
      return dictionary[id]
    }
    set {
      guard let newValue else {
        remove(id: id)
        return
      }
      guard let position = dictionary.index(forKey: id) else {
        updateOrAppend(newValue)
        return
      }
      replace(at: position, with: newValue)
    }
    @inline(__always) _modify {
      // Only `cell` is kept while the element is out, so the access itself allocates no memory.
      let cell = beginWrite(id)
      defer { endWrite(cell) }
      yield &cell.element
    }
  }

  /// The element at a position. O(1).
  ///
  /// Changes happen in place. Assigning an element whose id is at another position exchanges the two positions first.
  ///
  /// - Precondition: `position` is in `indices`.
  @inlinable public subscript(position: Int) -> Element {
    get { dictionary.values[position] }
    set { update(newValue, at: position) }
    _modify {
      let stamp = isRecording ? willWrite(at: position) : 0
      defer { settle(at: position, since: stamp) }
      yield &dictionary.values[position]
    }
  }

  /// Replaces the element at a position, exactly as assigning to it does.
  ///
  /// - Precondition: `position` is in `indices`.
  /// - Returns: the element that stood there.
  /// - Complexity: O(1)
  @inlinable @discardableResult public mutating func update(_ element: Element, at position: Int) -> Element {
    let old = dictionary.values[position]
    let id = identify(element)
    if let other = dictionary.index(forKey: id) {
      if other != position { swapAt(position, other) }
      replace(at: position, with: element)
    } else {
      let oldID = dictionary.replaceElement(at: position, withKey: id, value: element).key
      if isRecording { noteReplacement(at: position, of: oldID) }
    }
    return old
  }

  /// Replaces the element at a position. The new one may have any id.
  @inlinable mutating func replace(at position: Int, with element: Element) {
    let hasSameID = IDSpelling<ID>.isSame(identify(element), dictionary.keys[position])
    if hasSameID, isRecording, replaceBySame(at: position, with: element) { return }
    let stamp = hasSameID && isRecording ? willWrite(at: position) : 0
    dictionary.values[position] = element
    settle(at: position, since: stamp)
  }

  // MARK: Changes in place

  /// Moves the element with an id out of the storage.
  @inlinable @inline(never) mutating func beginWrite(_ id: ID) -> ElementCell<ID, Element> { takeOut(id) }

  /// Puts the element back, or closes the gap if the element is nil now, and records the change.
  @inlinable @inline(never) mutating func endWrite(_ cell: ElementCell<ID, Element>) {
    let position = cell.position
    guard let id = cell.id.take() else { return }
    guard let element = cell.element.take() else {
      if position >= 0 { closeGap(at: position, id) }
      return
    }
    if position < 0 {
      updateOrAppend(element)
      return
    }
    let newID = identify(element)
    putBack(element, at: position, id)
    if !IDSpelling<ID>.isSame(newID, id) { return rekey(at: position, to: newID) }
    noteWrite(at: position, since: cell.stampBefore, by: cell)
  }

  @inlinable @inline(never) mutating func closeGap(at position: Int, _ id: ID) {
    if isEmpty { return noteRemoval(at: [0..<1]) { _ in id } }
    fillGap(at: position)
    remove(at: position)
  }

  /// Called after the element at a position was changed in place. Makes its id the key, and records the change. O(1),
  /// or O(n) if another element with this id has to be removed.
  @inlinable mutating func settle(at position: Int, since stamp: UInt64) {
    let id = dictionary.values.withUnsafeBufferPointer { identify($0[position]) }
    if !IDSpelling<ID>.isSame(id, dictionary.keys[position]) { return rekey(at: position, to: id) }
    if let companion { noteWrite(at: position, since: stamp, by: companion) }
  }

  @inlinable @inline(never) mutating func rekey(at position: Int, to id: ID) {
    var position = position
    if let other = dictionary.index(forKey: id), other != position {
      remove(at: other)
      if other < position { position -= 1 }
    }
    if isRecording { noteReplacement(at: position, of: dictionary.keys[position]) }
    dictionary.replaceElement(at: position, withKey: id, value: dictionary.values[position])
  }
}
