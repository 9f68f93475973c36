// ObservedDictionary: reading and writing values in place, adding and removing them.
import CEnfoldSupport
import OrderedCollections

extension ObservedDictionary {
  /// The value of a key, or nil if there is none. O(1).
  ///
  /// Changes happen in place. Assigning a value replaces the one of the key, or adds it; assigning nil removes it.
  @inlinable public subscript(key: Key) -> Value? {
    get {
      if enfold_hints_wanted() { KeyPathHints.note(key) }
      return dictionary[key]
    }
    set {
      if let newValue { updateValue(newValue, forKey: key) } else { removeValue(forKey: key) }
    }
    @inline(__always) _modify {
      // Only `cell` is kept while the value is out, so the access itself allocates no memory.
      let cell = beginWrite(key)
      defer { endWrite(cell) }
      yield &cell.element
    }
  }

  /// The value of a key, or else a default. If it is changed in place, a default is added first. O(1).
  @inlinable public subscript(key: Key, default defaultValue: @autoclosure () -> Value) -> Value {
    get { dictionary[key] ?? defaultValue() }
    _modify {
      let position = dictionary.index(forKey: key) ?? insert(defaultValue(), forKey: key)
      let stamp = isRecording ? willWrite(at: position) : 0
      defer { settle(at: position, since: stamp) }
      yield &dictionary.values[position]
    }
  }

  /// Replaces the value of a key, or adds it. O(1).
  ///
  /// - Returns: the value that was replaced; nil if there was none.
  @inlinable @discardableResult public mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
    guard let position = dictionary.index(forKey: key) else {
      insert(value, forKey: key)
      return nil
    }
    let old = dictionary.values[position]
    if isRecording, replaceBySame(at: position, with: value) { return old }
    let stamp = isRecording ? willWrite(at: position) : 0
    dictionary.values[position] = value
    settle(at: position, since: stamp)
    return old
  }

  /// Removes the value of a key and returns it; nil if there was none. O(1).
  @inlinable @discardableResult public mutating func removeValue(forKey key: Key) -> Value? {
    dictionary.index(forKey: key).map { remove(at: $0) }
  }

  /// Removes all members.
  @inlinable public mutating func removeAll(keepingCapacity: Bool = false) {
    if isRecording {
      ownChanges()
      for key in dictionary.keys { changes?.remove(key) }
    }
    dictionary.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Removes the members that satisfy a predicate. O(n).
  @inlinable public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    for key in try dictionary.filter({ try shouldBeRemoved(($0.key, $0.value)) }).keys { removeValue(forKey: key) }
  }

  /// Adds the members of another dictionary. If a key is there already, `combine` is given its value and the new one. O(m) for m
  /// members.
  @inlinable public mutating func merge(
    _ members: some Sequence<Element>, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows { try merge(members.lazy.map { ($0.key, $0.value) }, uniquingKeysWith: combine) }

  /// Adds other members. If a key is there already, `combine` is given its value and the new one. O(m) for m members.
  @inlinable public mutating func merge(
    _ members: some Sequence<(Key, Value)>, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    for (key, value) in members {
      if let old = dictionary[key] { self[key] = try combine(old, value) } else { insert(value, forKey: key) }
    }
  }

  /// The members that satisfy a predicate, as a dictionary.
  @inlinable public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var copy = self
    try copy.removeAll { try !isIncluded($0) }
    return copy
  }

  // MARK: Steps of these

  /// Adds a value to a dictionary that does not have the key. Returns its position.
  @inlinable @discardableResult mutating func insert(_ value: Value, forKey key: Key) -> Int {
    if isRecording { ownChanges() }
    return append(value, forKey: key)
  }

  @inlinable @discardableResult mutating func remove(at position: Int) -> Value {
    if isRecording { ownChanges() }
    return take(at: position)
  }

  /// As `insert`, where the record is of this dictionary alone.
  @inlinable @discardableResult mutating func append(_ value: Value, forKey key: Key) -> Int {
    dictionary[key] = value
    let position = count - 1
    changes?.touch(key, wasThere: false)
    forgetElements(at: position..<position + 1)
    return position
  }

  /// As `remove`, where the record is of this dictionary alone.
  @inlinable @discardableResult mutating func take(at position: Int) -> Value {
    changes?.remove(id(at: position))
    return dictionary.removeBySwapping(at: position)
  }

  /// Called after the value at a position was changed in place.
  @inlinable mutating func settle(at position: Int, since stamp: UInt64) {
    if let companion { noteWrite(at: position, since: stamp, by: companion) }
  }

  /// Moves the value of a key out of the storage.
  @inlinable @inline(never) mutating func beginWrite(_ key: Key) -> ElementCell<Key, Value> { takeOut(key) }

  /// Puts the value back, or removes its key if it is nil now, and records the change.
  @inlinable @inline(never) mutating func endWrite(_ cell: ElementCell<Key, Value>) {
    let position = cell.position
    guard let key = cell.id.take() else { return }
    if let value = cell.element.take() {
      if position < 0 {
        append(value, forKey: key)
      } else {
        putBack(value, at: position, key)
        noteWrite(at: position, since: cell.stampBefore, by: cell)
      }
    } else if position >= 0, isEmpty {
      changes?.remove(key)
    } else if position >= 0 {
      fillGap(at: position)
      take(at: position)
    }
  }
}
