// IdentifiedArray as a collection.
import OrderedCollections

extension IdentifiedArray: Sequence {
  public typealias Iterator = IndexingIterator<[Element]>

  @inlinable public func makeIterator() -> Iterator { elements.makeIterator() }

  @inlinable public var underestimatedCount: Int { count }

  @inlinable
  public func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeBufferPointer<Element>) throws -> R
  ) rethrows -> R? {
    try dictionary.values.withUnsafeBufferPointer(body)
  }
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
