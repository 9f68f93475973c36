// ElementNodes: which elements of a list or dictionary are observed.

/// An `ElementNodes`, whatever the type of its ids is. Forgets nodes that left the tree.
@usableFromInline protocol ElementTable: AnyObject {
  func removeDead()
}

/// The children of a node at whose place there is an `IdentifiedArray` or `ObservedDictionary`. Finds the child for an element
/// by the element's id or position, in O(1).
@usableFromInline final class ElementNodes<ID: Hashable & Sendable>: ElementTable {
  // Unchecked: only the drainer uses these, and nothing changes them while they are read.
  /// The children that select an element by id or key: `/items/id=7`, `/prices/milk`.
  @exclusivity(unchecked) @usableFromInline var keyed = NodeTable<ID>()
  /// The children that select an element by position: `/items/0`.
  @exclusivity(unchecked) @usableFromInline var indexed: [Int: ObservationNode] = [:]
  /// The children that select an element by another property: `/items/name=milk`. Each of them has to be looked up.
  @exclusivity(unchecked) @usableFromInline var others: [ObservationNode] = []

  @inlinable init() {}

  @inlinable subscript(position position: Int) -> ObservationNode? {
    guard !indexed.isEmpty, let node = indexed[position], !node.isDead else { return nil }
    return node
  }

  @usableFromInline func removeDead() {
    keyed.removeDead()
    indexed = indexed.filter { !$0.value.isDead }
    others.removeAll { $0.isDead }
  }
}

/// What a token selects in a list or dictionary.
@usableFromInline enum ElementPlace<ID> {
  case id(ID)
  case position(Int)
  /// The element with some other property.
  case other
}

extension ObservationNode {
  /// The children of this node, whose place holds a list or dictionary with such ids. Not retained: the node keeps them.
  ///
  /// - Parameter place: what a token selects; nil if it can never select anything. It captures nothing, because it would capture
  ///   a copy of the collection.
  @inlinable func elements<Elements, ID>(
    of collection: Elements, _ place: (Elements, JSONPath.Token) -> ElementPlace<ID>?
  ) -> Unmanaged<ElementNodes<ID>> {
    if contents.pointee.elements == nil { contents.pointee.elements = .passRetained(ElementNodes<ID>()) }
    // A place has the same type always.
    let elements = Unmanaged<ElementNodes<ID>>.fromOpaque(contents.pointee.elements.unsafelyUnwrapped.toOpaque())
    if !contents.pointee.fresh.isEmpty { elements._withUnsafeGuaranteedRef { sort(into: $0, collection, place) } }
    return elements
  }

  @inlinable @inline(never) func sort<Elements, ID>(
    into elements: ElementNodes<ID>, _ collection: Elements, _ place: (Elements, JSONPath.Token) -> ElementPlace<ID>?
  ) {
    for child in contents.pointee.fresh where !child.isDead {
      guard let token = child.path.last, let place = place(collection, token) else { continue }
      switch place {
      case .id(let id): elements.keyed.insert(id, child)
      case .position(let position): elements.indexed[position] = child
      case .other: elements.others.append(child)
      }
    }
    contents.pointee.fresh = []
  }
}

extension IdentifiedArray {
  @inlinable func place(of token: JSONPath.Token) -> ElementPlace<ID> {
    if let index = token.index { return .position(index) }
    guard idIsElementProperty, let selector = token.selector, selector.name == "id",
      let id = ElementSelector<ID>.id(writtenAs: selector.value)
    else { return .other }
    return .id(id)
  }
}

extension ObservedDictionary where Key: JSONKeyConvertible {
  /// A pointer means the bytes of a key.
  @inlinable func place(of token: JSONPath.Token) -> ElementPlace<Key>? {
    guard let key = Key(jsonKey: token.text), key.jsonKey.hasSameBytes(as: token.text) else { return nil }
    return .id(key)
  }
}
