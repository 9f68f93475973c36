// IdentifiedArray: a list whose elements are found by id in constant time.
import OrderedCollections

/// A list of `Identifiable` elements.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>
where Element.ID: Sendable

/// An ordered list of elements with unique ids, which are found both by position and by id in O(1).
///
///     var todos: IdentifiedArrayOf<Todo> = [Todo(id: 1, title: "milk"), Todo(id: 7, title: "bread")]
///     todos[id: 7]?.isDone = true
///     todos[0].title = "oat milk"
///     todos.append(Todo(id: 8, title: "salt"))
///
/// Both subscripts change the element in place: as long as the list is not shared, nothing is copied, however long it
/// is and however large its elements are.
///
/// **Ids are always unique**, whatever elements a list is given. A list traps only if a position is outside of it, or
/// if a documented precondition is violated.
///
/// - `append` and `insert` do not change the list if it has an element of that id; `updateOrAppend` and
///   `updateOrInsert` replace that element.
/// - An element that is changed in place and gets another id is found by its new id, at its old position. If another
///   element had that id, that one is removed: the last write wins.
/// - If an element is assigned to a position, and its id is at another position, the two positions are exchanged first.
///   So assigning to a position never changes `count`; and the algorithms of `MutableCollection`, which reorder by
///   assigning element after element, give the right result.
///
/// In an `@ObservableState` struct a list records which elements changed. So a commit costs only what was changed,
/// however long the list is.
///
/// A list is a value: copies are O(1) and share their storage until one of them is written.
public struct IdentifiedArray<ID: Hashable & Sendable, Element> {
  /// The elements by id, in order. The key of each element is what `identify` returns for it.
  @usableFromInline var dictionary: OrderedDictionary<ID, Element>

  /// The id of an element. A function, because a key path is too slow for the write of a single element.
  ///
  /// It is safe although it is marked unsafe: there are only two such functions, in the initialisers, and they capture
  /// nothing but the type or a Sendable key path. If it were `@Sendable`, generic code could not make lists of elements
  /// that are not known to be Sendable.
  @usableFromInline nonisolated(unsafe) let identify: (Element) -> ID

  /// Whether `identify` is `Identifiable.id`.
  @usableFromInline let isByProperty: Bool

  /// Kept beside the elements, and not a part of the value: the record of changes, or else a cell for accesses by id.
  @usableFromInline var companion: ElementCell<ID, Element>?

  @inlinable init(dictionary: OrderedDictionary<ID, Element>, isByProperty: Bool, identify: @escaping (Element) -> ID) {
    self.dictionary = dictionary
    self.identify = identify
    self.isByProperty = isByProperty
  }

  /// The elements as an array. O(1), because the array shares the storage. If you keep it, the next write copies.
  @inlinable public var elements: [Element] { dictionary.values.elements }

  /// The ids in the order of the elements. O(1), like `elements`.
  @inlinable public var ids: OrderedSet<ID> { dictionary.keys }

  /// The number of elements. O(1).
  @inlinable public var count: Int { dictionary.count }

  /// Whether there are no elements. O(1).
  @inlinable public var isEmpty: Bool { dictionary.isEmpty }

  /// The position of the element with an id. O(1).
  @inlinable public func index(id: ID) -> Int? { dictionary.index(forKey: id) }

  /// Whether there is an element with an id. O(1).
  @inlinable public func contains(id: ID) -> Bool { dictionary.index(forKey: id) != nil }

  /// Makes room for at least `minimumCapacity` elements in all. O(n).
  @inlinable public mutating func reserveCapacity(_ minimumCapacity: Int) {
    dictionary.reserveCapacity(minimumCapacity)
  }
}

extension IdentifiedArray: Sendable where Element: Sendable {}
extension IdentifiedArray: RecordedCollection where Element: JSONEncodable {}

extension IdentifiedArray: ElementStorage {
  @usableFromInline typealias _Element = Element
  @usableFromInline typealias Record = ElementChanges<ID, Element>

  @inlinable func note(writeAt position: Int, in record: Record) { record.write(at: position) }
}
