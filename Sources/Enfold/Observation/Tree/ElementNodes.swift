// ElementNodes: which elements of a list are observed.

/// An `ElementNodes`, whatever the type of its ids is. Forgets nodes that left the tree.
@usableFromInline protocol ElementTable: AnyObject {
  func removeDead()
}

/// The children of a node at whose place there is an `IdentifiedArray`. Finds the child for an element by the element's
/// id or position, in O(1).
@usableFromInline final class ElementNodes<ID: Hashable & Sendable>: ElementTable {
  // Unchecked: only the drainer uses these, and nothing changes them while they are read.
  /// The children that select an element by id: `/items/id=7`.
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

extension ObservationNode {
  /// The children of this node, whose place holds `list`. Not retained: the node keeps them.
  ///
  /// - Parameter idIsElementProperty: whether the property "id" of an element is the id by which the list knows it.
  @inlinable func elements<ID, Element: JSONEncodable>(
    of list: IdentifiedArray<ID, Element>, idIsElementProperty: @autoclosure () -> Bool
  ) -> Unmanaged<ElementNodes<ID>> {
    if contents.pointee.elements == nil { contents.pointee.elements = .passRetained(ElementNodes<ID>()) }
    // A place has the same type always.
    let elements = Unmanaged<ElementNodes<ID>>.fromOpaque(contents.pointee.elements.unsafelyUnwrapped.toOpaque())
    if !contents.pointee.fresh.isEmpty {
      elements._withUnsafeGuaranteedRef { sort(into: $0, list, idIsElementProperty()) }
    }
    return elements
  }

  @inlinable @inline(never) func sort<ID, Element: JSONEncodable>(
    into elements: ElementNodes<ID>, _ list: IdentifiedArray<ID, Element>, _ idIsElementProperty: Bool
  ) {
    for child in contents.pointee.fresh where !child.isDead {
      guard let token = child.path.last else { continue }
      if let index = token.index {
        elements.indexed[index] = child
      } else if idIsElementProperty, let selector = token.selector, selector.name == "id",
        let id = ElementSelector<ID>.id(writtenAs: selector.value)
      {
        elements.keyed.insert(id, child)
      } else {
        elements.others.append(child)
      }
    }
    contents.pointee.fresh = []
  }
}
