// Shared: the elements of a shared list, each a shared value of its own.
import EnfoldJSON

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
