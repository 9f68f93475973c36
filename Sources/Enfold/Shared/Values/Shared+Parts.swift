// Shared: parts of a shared value, each a shared value of its own.

extension Shared {
  /// A property of the value: `$settings.theme`. Reads and writes go through the whole.
  public subscript<Member: JSONCodable & Sendable>(
    dynamicMember path: WritableKeyPath<Value, Member> & Sendable
  ) -> Shared<Member> { part(wrappedValue[keyPath: path], { $0[keyPath: path] }, { $0[keyPath: path] = $1 }) }

  /// The value inside an optional one; nil if that is nil now. When it becomes nil later, the part keeps its last value, and
  /// writes nothing.
  public init?(_ optional: Shared<Value?>) {
    guard let value = optional.wrappedValue else { return nil }
    self = optional.part(value, { $0 }, { $0 = $1 })
  }

  /// The value of a key in a dictionary; nil if there is none now.
  public subscript<Key: Sendable, Element>(key: Key) -> Shared<Element>?
  where Value == [Key: Element], Element: JSONCodable & Sendable {
    guard let element = wrappedValue[key] else { return nil }
    return part(element, { $0[key] }, { $0[key] = $1 })
  }

  /// The value of a key in a dictionary; nil if there is none now.
  public subscript<Key: Sendable, Element>(key: Key) -> Shared<Element>?
  where Value == ObservedDictionary<Key, Element>, Element: JSONCodable & Sendable {
    guard let element = wrappedValue[key] else { return nil }
    return part(element, { $0[key] }, { $0[key] = $1 })
  }

  /// The element of an array at a position; nil if the array is shorter now.
  public subscript<Element>(index: Int) -> Shared<Element>?
  where Value == [Element], Element: JSONCodable & Sendable {
    guard wrappedValue.indices.contains(index) else { return nil }
    return part(
      wrappedValue[index], { $0.indices.contains(index) ? $0[index] : nil },
      { if $0.indices.contains(index) { $0[index] = $1 } })
  }

  func part<Part: JSONCodable & Sendable>(
    _ value: Part, _ read: @escaping (Value) -> Part?, _ write: @escaping (inout Value, Part) -> Void
  ) -> Shared<Part> {
    let box = PartBox(of: reference.box(), last: value, read: read, write: write)
    return Shared<Part>(SharedReference(box, default: value), value)
  }
}

extension Shared {
  /// An element of a list, by its id; nil if it is not there now. When it goes later, the part keeps its last value, and
  /// writes nothing.
  public subscript<ID, Element>(id id: ID) -> Shared<Element>?
  where Value == IdentifiedArray<ID, Element>, Element: JSONCodable & Sendable, ID: Sendable {
    guard let element = wrappedValue[id: id] else { return nil }
    return part(element, { $0[id: id] }, { $0[id: id] = $1 })
  }

  /// The elements of a list, by their ids.
  public func elements<ID, Element>() -> [Shared<Element>]
  where Value == IdentifiedArray<ID, Element>, Element: JSONCodable & Sendable, ID: Sendable {
    wrappedValue.ids.compactMap { self[id: $0] }
  }
}
