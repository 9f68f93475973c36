// IdentifiedArray: a collection that is equatable, hashable and codable.
import OrderedCollections

extension IdentifiedArray: Sequence {
  public typealias Iterator = IndexingIterator<[Element]>

  @inlinable public func makeIterator() -> Iterator { elements.makeIterator() }

  @inlinable public var underestimatedCount: Int { count }

  @inlinable public func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeBufferPointer<Element>) throws -> R
  ) rethrows -> R? { try dictionary.values.withUnsafeBufferPointer(body) }
}

extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  public typealias Index = Int
  public typealias Indices = Range<Int>

  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { count }
  @inlinable public var indices: Range<Int> { 0..<count }

  @inlinable public func index(after i: Int) -> Int { i + 1 }
  @inlinable public func index(before i: Int) -> Int { i - 1 }
  @inlinable public func index(_ i: Int, offsetBy distance: Int) -> Int { i + distance }
  @inlinable public func distance(from start: Int, to end: Int) -> Int { end - start }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether both have equal elements with equal ids in the same order. O(1) for copies, otherwise O(n).
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool {
    // The ids are compared, too, because an element's `==` may ignore its id.
    lhs.dictionary.values == rhs.dictionary.values && lhs.dictionary.keys == rhs.dictionary.keys
  }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  @inlinable public func hash(into hasher: inout Hasher) { dictionary.values.hash(into: &hasher) }
}

extension IdentifiedArray: CustomStringConvertible {
  /// The description of the elements as an array.
  public var description: String { elements.description }
}

extension IdentifiedArray: CustomDebugStringConvertible {
  public var debugDescription: String { "IdentifiedArray(\(elements.debugDescription))" }
}

extension IdentifiedArray: CustomReflectable {
  /// Shows the elements as an array does.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension IdentifiedArray: Decodable where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes an array. Throws `dataCorrupted` if two elements have the same id.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    if let count = container.count { reserveCapacity(Swift.min(count, 1024)) }
    while !container.isAtEnd {
      let element = try container.decode(Element.self)
      let (inserted, position) = append(element)
      if !inserted {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: sharedID(count, position))
      }
    }
  }
}

extension IdentifiedArray {
  /// The message for an element whose id an earlier element has already.
  func sharedID(_ position: Int, _ first: Int) -> String {
    let id = ids[first]
    let text = (id as? String).map { String(reflecting: $0) } ?? "\(id)"
    let shortened = text.utf8.count <= 80 ? text : text.prefix(60) + "…"
    return "element \(position) has the id \(shortened) of element \(first)"
  }
}
