// StackState: a collection of the states of its screens.

extension StackState: RandomAccessCollection {
  public typealias Index = Int
  public typealias Indices = Range<Int>

  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { list.count }
  @inlinable public var indices: Range<Int> { 0..<list.count }

  /// The element at a position, 0 at the bottom. Assigning keeps its id.
  @inlinable public subscript(position: Int) -> Element {
    get { list[position].state }
    _modify { yield &list[position].state }
  }
}

extension StackState: RangeReplaceableCollection {
  /// Replaces elements. Those that come get new ids, also if they are equal to some that go.
  public mutating func replaceSubrange(_ subrange: Range<Int>, with elements: some Collection<Element>) {
    list.removeSubrange(subrange)
    for (offset, element) in elements.enumerated() {
      list.insert(StackElement(id: StackElementID(number: next), state: element), at: subrange.lowerBound + offset)
      next += 1
    }
  }

  /// Puts an element on top.
  @inlinable public mutating func append(_ element: Element) { _ = push(element, id: .next) }

  // The library's own versions of these make a new stack, which counts from 0.

  public mutating func removeAll(keepingCapacity: Bool = false) {
    list.removeAll(keepingCapacity: keepingCapacity)
  }

  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    try list.removeAll { try shouldBeRemoved($0.state) }
  }

  /// The elements that a condition keeps, with their ids.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> StackState {
    var result = self
    try result.removeAll { try !isIncluded($0) }
    return result
  }
}

extension StackState: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension StackState: CustomReflectable {
  /// Shows the elements by their ids.
  public var customMirror: Mirror {
    Mirror(self, children: list.elements.map { ("#\($0.id)", $0.state) }, displayStyle: .struct)
  }
}

extension StackState: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws { try list.encode(to: encoder) }
}

extension StackState: Decodable where Element: Decodable {
  public init(from decoder: any Decoder) throws {
    list = try IdentifiedArray(from: decoder)
    next = list.ids.max().map { $0.rawValue + 1 } ?? 0
  }
}
