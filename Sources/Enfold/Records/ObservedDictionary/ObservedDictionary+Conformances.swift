// ObservedDictionary: a sequence that is equatable, hashable and codable.
import OrderedCollections

extension ObservedDictionary {
  public typealias Element = (key: Key, value: Value)

  @inlinable public func makeIterator() -> OrderedDictionary<Key, Value>.Iterator { dictionary.makeIterator() }

  @inlinable public var underestimatedCount: Int { count }
}

extension ObservedDictionary {
  /// A dictionary of the members of a literal. If some have the same key, the last of them counts.
  @inlinable public init(dictionaryLiteral members: (Key, Value)...) {
    self.init()
    for (key, value) in members { dictionary[key] = value }
  }
}

extension Dictionary {
  /// The members of an observed dictionary. O(n)
  @inlinable public init(_ members: ObservedDictionary<Key, Value>) where Key: Sendable {
    self.init(uniqueKeysWithValues: members.lazy.map { ($0.key, $0.value) })
  }
}

extension ObservedDictionary {
  /// Whether another one is a copy that was not written since. O(1)
  @inlinable func sharesStorage(with other: Self) -> Bool {
    dictionary.values.withUnsafeBufferPointer { values in
      other.dictionary.values.withUnsafeBufferPointer {
        values.baseAddress == $0.baseAddress && values.count == $0.count
      }
    }
  }
}

extension ObservedDictionary where Value: Equatable {
  /// Whether both have equal values for the same keys. O(1) for copies, otherwise O(n).
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool {
    if lhs.sharesStorage(with: rhs) { return true }
    guard lhs.count == rhs.count else { return false }
    for (key, value) in lhs.dictionary where rhs.dictionary[key] != value { return false }
    return true
  }
}

extension ObservedDictionary where Value: Hashable {
  @inlinable public func hash(into hasher: inout Hasher) {
    // The order has no meaning.
    var sum = 0
    for (key, value) in dictionary {
      var member = Hasher()
      member.combine(key)
      member.combine(value)
      sum ^= member.finalize()
    }
    hasher.combine(sum)
  }
}

extension ObservedDictionary {
  public var description: String { dictionary.description }
}

extension ObservedDictionary {
  public var debugDescription: String { "ObservedDictionary(\(dictionary.description))" }
}

extension ObservedDictionary {
  /// Shows the members as a dictionary does.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: dictionary.elements, displayStyle: .dictionary) }
}

// As a `Dictionary` is encoded: with string or integer keys as a keyed container, with others as a list.

extension ObservedDictionary where Key: Encodable, Value: Encodable {
  public func encode(to encoder: any Encoder) throws { try Dictionary(self).encode(to: encoder) }
}

extension ObservedDictionary where Key: Decodable, Value: Decodable {
  public init(from decoder: any Decoder) throws { self.init(try [Key: Value](from: decoder)) }
}
