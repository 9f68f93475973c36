// ObservedDictionary: a dictionary that records what happens to each of its values.
import OrderedCollections

/// A dictionary that, in an `@ObservableState` struct, records which of its keys came, went or got another value. So a
/// commit costs only what was changed, however large the dictionary is.
///
///     var prices: ObservedDictionary<String, Price> = ["milk": Price(cents: 119)]
///     prices["milk"]?.cents = 129
///     prices["bread", default: Price()].cents += 10
///     prices["salt"] = nil
///
/// It is used like a `Dictionary`. Its JSON is the same, an object whose members are sorted by key; and two of them are equal
/// if they have equal values for the same keys. Values are changed in place: as long as the dictionary is not shared, nothing
/// is copied, however large it and its values are.
///
/// The order in which one goes through it has no meaning. But it depends only on what was done to the dictionary, so it is the
/// same in each run of a program, unless it was made from a `Dictionary`, whose order is not.
///
/// It is a value: copies are O(1) and share their storage until one of them is written.
public struct ObservedDictionary<Key: Hashable & Sendable, Value> {
  /// A removed value's place is taken by the last one, so that removing takes O(1).
  @usableFromInline var dictionary: OrderedDictionary<Key, Value>

  /// Kept beside the values, and not a part of the value: the record of changes, or else a cell for accesses by key.
  @usableFromInline var companion: ElementCell<Key, Value>?

  /// An empty dictionary.
  @inlinable public init() { dictionary = [:] }

  /// A dictionary with the members of another one. O(n)
  @inlinable public init(_ members: [Key: Value]) {
    self.init()
    reserveCapacity(members.count)
    for (key, value) in members { dictionary[key] = value }
  }

  /// A dictionary of members whose keys are known to be unique. Traps if two are equal.
  ///
  /// - Precondition: no two members have the same key.
  /// - Complexity: O(n)
  @inlinable public init(uniqueKeysWithValues members: some Sequence<(Key, Value)>) {
    dictionary = OrderedDictionary(uniqueKeysWithValues: members)
  }

  /// A dictionary of any members. If two have the same key, `combine` is given the value so far and the next one.
  ///
  /// - Complexity: O(n)
  @inlinable public init(
    _ members: some Sequence<(Key, Value)>, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows { dictionary = try OrderedDictionary(members, uniquingKeysWith: combine) }

  /// The number of members. O(1).
  @inlinable public var count: Int { dictionary.count }

  /// Whether there are no members. O(1).
  @inlinable public var isEmpty: Bool { dictionary.isEmpty }

  /// The keys. O(1), because the result shares the storage.
  @inlinable public var keys: OrderedSet<Key> { dictionary.keys }

  /// The values, in the order of the keys. O(1), because the array shares the storage. If you keep it, the next write copies.
  @inlinable public var values: [Value] { dictionary.values.elements }

  /// Makes room for at least `minimumCapacity` members in all. O(n).
  @inlinable public mutating func reserveCapacity(_ minimumCapacity: Int) {
    dictionary.reserveCapacity(minimumCapacity)
  }
}

extension ObservedDictionary: Sendable where Value: Sendable {}
extension ObservedDictionary: Sequence {}
extension ObservedDictionary: ExpressibleByDictionaryLiteral {}
extension ObservedDictionary: Equatable where Value: Equatable {}
extension ObservedDictionary: Hashable where Value: Hashable {}
extension ObservedDictionary: CustomStringConvertible {}
extension ObservedDictionary: CustomDebugStringConvertible {}
extension ObservedDictionary: CustomReflectable {}
extension ObservedDictionary: Encodable where Key: Encodable, Value: Encodable {}
extension ObservedDictionary: Decodable where Key: Decodable, Value: Decodable {}
extension ObservedDictionary: JSONEncodable where Key: JSONKeyConvertible, Value: JSONEncodable {}
extension ObservedDictionary: JSONDecodable where Key: JSONKeyConvertible, Value: JSONDecodable {}
extension ObservedDictionary: JSONDescribable where Key: JSONKeyConvertible, Value: JSONDescribable {}
extension ObservedDictionary: RecordedCollection where Key: JSONKeyConvertible, Value: JSONEncodable {}

extension ObservedDictionary: ElementStorage {
  @usableFromInline typealias ID = Key
  @usableFromInline typealias _Element = Value
  @usableFromInline typealias Record = KeyChanges<Key, Value>

  @inlinable func note(writeAt position: Int, in record: Record) { record.touch(id(at: position), wasThere: true) }
}
