// ChangeWalk: visits ObservedDictionaries. Their records say whose values were written, came and went.
import OrderedCollections

extension ChangeWalk {
  /// Visits a dictionary.
  ///
  /// - Parameter visitElement: visits a value that was written, or that may be another one now.
  @inlinable mutating func visit<Key: JSONKeyConvertible, Value: JSONEncodable>(
    _ dictionary: ObservedDictionary<Key, Value>, at node: ObservationNode?, _ flags: ChangeFlags,
    _ visitElement: (Value, inout ChangeWalk, ObservationNode?) -> Void
  ) {
    let elements = node.flatMap { $0.hasChildren ? $0.elements(of: dictionary) { $0.place(of: $1) } : nil }
    guard !isReplaced, let changes = dictionary.changes, !changes.isLong(for: dictionary.dictionary) else {
      replace(dictionary, at: node, flags)
      elements?._withUnsafeGuaranteedRef { elements in
        withoutOuterListeners(replaced: true) { $0.visitObserved(dictionary, elements, visitElement) }
      }
      return
    }
    guard changes.hasEdits || flags.contains(.forced) else { return }
    let listening = node.map { listen(dictionary, at: $0, flags) } ?? Listening()
    if isPatching || elements != nil {
      for (key, wasThere) in changes.touched {
        visit(key, wasThere: wasThere, in: dictionary, elements?.takeUnretainedValue(), visitElement)
      }
    }
    stopListening(listening)
  }

  /// Visits the place of a key that was touched.
  @inlinable mutating func visit<Key: JSONKeyConvertible, Value: JSONEncodable>(
    _ key: Key, wasThere: Bool, in dictionary: ObservedDictionary<Key, Value>, _ elements: ElementNodes<Key>?,
    _ visitElement: (Value, inout ChangeWalk, ObservationNode?) -> Void
  ) {
    let position = dictionary.dictionary.index(forKey: key)
    if wasThere {
      let node = elements.flatMap { find(key, $0) }
      // The key that is there now may be an equal one that is written in another way.
      if let position, IDSpelling.isSame(equal: dictionary.id(at: position), key) {
        guard isPatching || node != nil else { return }
        return at(key.jsonKey) {
          $0.atElement(position) { visitElement(dictionary.dictionary.values[position], &$0, node) }
        }
      }
      if isPatching { at(key.jsonKey) { $0.operation(.remove, .none) } }
      if let node { removed(node) }
    }
    guard let position else { return }
    let (key, value) = (dictionary.id(at: position), dictionary.dictionary.values[position])
    if isPatching { at(key.jsonKey) { $0.operation(.add, $0.encode(value)) } }
    guard let elements, let node = find(key, elements) else { return }
    withoutOuterListeners(replaced: true) { $0.atElement(position) { visitElement(value, &$0, node) } }
  }

  /// Visits all observed values, because each may be another one now.
  @inlinable mutating func visitObserved<Key, Value: JSONEncodable>(
    _ dictionary: ObservedDictionary<Key, Value>, _ elements: ElementNodes<Key>,
    _ visitElement: (Value, inout ChangeWalk, ObservationNode?) -> Void
  ) {
    elements.keyed.forEach { key, node in
      if let position = dictionary.exactIndex(id: key) {
        atElement(position) { visitElement(dictionary.dictionary.values[position], &$0, node) }
      } else {
        removed(node)
      }
    }
  }
}

extension KeyChanges {
  /// Whether so many members came and went that replacing the dictionary is shorter.
  @inlinable func isLong(for dictionary: OrderedDictionary<Key, Value>) -> Bool {
    guard isLongPatch(touched.count, for: dictionary.count) else { return false }
    let moves = touched.count { key, wasThere in (dictionary.index(forKey: key) != nil) != wasThere }
    return isLongPatch(moves, for: dictionary.count)
  }
}
