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

/// What a `RangeReplaceableCollection` has, whose own versions would make new stacks, which count from 0.
extension StackState {
  public init(_ elements: some Sequence<Element>) {
    self.init()
    append(contentsOf: elements)
  }

  /// Puts an element on top.
  public mutating func append(_ element: Element) { _ = push(element, id: .next) }

  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  public mutating func insert(_ element: Element, at position: Int) {
    precondition(next < Int.max, "the stack has given all its ids")
    list.insert(StackElement(id: StackElementID(number: next), state: element), at: position)
    next += 1
  }

  public mutating func insert(contentsOf elements: some Sequence<Element>, at position: Int) {
    for (offset, element) in elements.enumerated() { insert(element, at: position + offset) }
  }

  /// Replaces elements. Those that come get new ids, also if they are equal to some that go.
  public mutating func replaceSubrange(_ subrange: Range<Int>, with elements: some Sequence<Element>) {
    removeSubrange(subrange)
    insert(contentsOf: elements, at: subrange.lowerBound)
  }

  @discardableResult public mutating func remove(at position: Int) -> Element { list.remove(at: position).state }

  public mutating func removeSubrange(_ subrange: some RangeExpression<Int>) { list.removeSubrange(subrange) }

  @discardableResult public mutating func removeFirst() -> Element { remove(at: 0) }
  public mutating func removeFirst(_ count: Int) { removeSubrange(..<count) }
  @discardableResult public mutating func removeLast() -> Element { remove(at: count - 1) }
  public mutating func removeLast(_ count: Int) { removeSubrange((self.count - count)...) }
  public mutating func popLast() -> Element? { isEmpty ? nil : removeLast() }

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

  public static func += (stack: inout StackState, elements: some Sequence<Element>) {
    stack.append(contentsOf: elements)
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
    next = list.ids.reduce(0) { Swift.max($0, $1.rawValue + 1) }
  }
}
