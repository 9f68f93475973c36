// IdentifiedArray: making one of Identifiable elements, or of others by a key path.
import OrderedCollections

extension IdentifiedArray {
  /// An empty list of elements whose id is found by a key path.
  @inlinable public init(id: KeyPath<Element, ID> & Sendable) {
    self.init(dictionary: [:], isByProperty: false) { $0[keyPath: id] }
  }

  /// A list of elements whose ids are known to be unique. Traps if two are equal: for elements from outside, use
  /// ``init(_:id:uniquingIDsWith:)``.
  ///
  /// - Precondition: no two elements have the same id.
  /// - Complexity: O(n)
  @inlinable public init(uniqueElements elements: some Sequence<Element>, id: KeyPath<Element, ID> & Sendable) {
    self.init(id: id)
    appendUnique(elements)
  }

  /// A list of any elements. If two elements have the same id, `combine` is given the one in the list and the next one;
  /// what it returns takes the place of the first.
  ///
  ///     IdentifiedArray(loaded, id: \.path, uniquingIDsWith: { first, _ in first })
  ///
  /// - Complexity: O(n)
  @inlinable public init(
    _ elements: some Sequence<Element>, id: KeyPath<Element, ID> & Sendable,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init(id: id)
    try append(elements, uniquingIDsWith: combine)
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// An empty list.
  @inlinable public init() { self.init(dictionary: [:], isByProperty: true) { $0.id } }

  /// A list of elements whose ids are known to be unique. Traps if two are equal: for elements from outside, use
  /// ``init(_:uniquingIDsWith:)``.
  ///
  /// - Precondition: no two elements have the same id.
  /// - Complexity: O(n)
  @inlinable public init(uniqueElements elements: some Sequence<Element>) {
    self.init()
    appendUnique(elements)
  }

  /// A list of any elements. If two elements have the same id, `combine` is given the one in the list and the next one;
  /// what it returns takes the place of the first.
  ///
  ///     IdentifiedArray(loaded, uniquingIDsWith: { first, _ in first })
  ///
  /// - Complexity: O(n)
  @inlinable public init(
    _ elements: some Sequence<Element>, uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init()
    try append(elements, uniquingIDsWith: combine)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
  /// A list of the elements of a literal. If some have the same id, the last of them is kept, at the place of the
  /// first.
  @inlinable public init(arrayLiteral elements: Element...) {
    self.init(elements, uniquingIDsWith: { _, last in last })
  }
}

extension IdentifiedArray {
  @inlinable mutating func appendUnique(_ elements: some Sequence<Element>) {
    reserveCapacity(elements.underestimatedCount)
    for element in elements { precondition(append(element).inserted, "two elements have the id \(identify(element))") }
  }

  @inlinable mutating func append(
    _ elements: some Sequence<Element>, uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    reserveCapacity(elements.underestimatedCount)
    for element in elements {
      let (inserted, position) = append(element)
      if !inserted { update(try combine(self[position], element), at: position) }
    }
  }
}
