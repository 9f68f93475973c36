// ElementNodes: which elements of a list are observed.
import EnfoldJSON

/// Forgets nodes that left the tree.
@usableFromInline protocol ElementTable: AnyObject {
  func removeDead()
}

/// The children of a node whose place holds an `IdentifiedArray`: found by the element's id or position in O(1).
@usableFromInline final class ElementNodes<ID: Hashable & Sendable>: ElementTable {
  // Touched by one thread at a time, and never across a call of somebody else's code.
  /// Those that select by id.
  @exclusivity(unchecked) @usableFromInline var keyed = NodeTable<ID>()
  /// Those that select by index.
  @exclusivity(unchecked) @usableFromInline var indexed: [Int: ObservationNode] = [:]
  /// Those that select by another property, which have to be looked up.
  @exclusivity(unchecked) @usableFromInline var others: [ObservationNode] = []

  @inlinable init() {}

  @inlinable
  subscript(position position: Int) -> ObservationNode? {
    guard !indexed.isEmpty, let node = indexed[position], !node.isDead else { return nil }
    return node
  }

  @usableFromInline
  func removeDead() {
    keyed.removeDead()
    indexed = indexed.filter { !$0.value.isDead }
    others.removeAll { $0.isDead }
  }
}

extension ObservationNode {
  /// The children of this node, at whose place `list` is.
  ///
  /// - Parameter idIsProperty: whether the property "id" of an element is the id by which the list knows it.
  @inlinable
  func elements<ID, Element: JSONEncodable>(
    of list: IdentifiedArray<ID, Element>, idIsProperty: Bool
  ) -> ElementNodes<ID> {
    let elements: ElementNodes<ID>
    if let known = contents.pointee.elements {
      // A node's place has one type, always.
      elements = unsafeDowncast(known, to: ElementNodes<ID>.self)
    } else {
      elements = ElementNodes()
      contents.pointee.elements = elements
    }
    if !contents.pointee.fresh.isEmpty { sort(into: elements, list, idIsProperty) }
    return elements
  }

  @inlinable @inline(never)
  func sort<ID, Element: JSONEncodable>(
    into elements: ElementNodes<ID>, _ list: IdentifiedArray<ID, Element>, _ idIsProperty: Bool
  ) {
    for child in contents.pointee.fresh where !child.isDead {
      guard let token = child.path.last else { continue }
      if let index = token.index {
        elements.indexed[index] = child
      } else if idIsProperty, let selector = token.selector, selector.name == "id",
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
