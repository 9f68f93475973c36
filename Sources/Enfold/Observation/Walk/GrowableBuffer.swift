// GrowableBuffer: a list of plain values that keeps its memory when it is emptied.

/// A list of values without references. Emptying it is one assignment, and appending allocates only while it grows.
///
/// Only one thread at a time may use it.
public final class GrowableBuffer<Element: BitwiseCopyable> {
  @exclusivity(unchecked) @usableFromInline var start: UnsafeMutablePointer<Element>
  @exclusivity(unchecked) @usableFromInline var capacity: Int
  // Not beside `start`: the compiler would load both by one instruction. Right after an append that load has to wait until
  // the append's write of `length` is done.
  @exclusivity(unchecked) @usableFromInline var length = 0

  @inlinable public init(capacity: Int = 4) {
    self.capacity = Sizes.of(max(capacity, 1), tiny: 1)
    start = .allocate(capacity: self.capacity)
  }

  @inlinable public var count: Int { length }

  deinit { start.deallocate() }

  @inlinable public func removeAll() { length = 0 }

  /// Keeps the first `count` elements.
  @inlinable public func truncate(to count: Int) { length = min(count, length) }

  /// Asks about each element, in order, and removes it if the answer is yes.
  func removeAll(where isPast: (Element) -> Bool) {
    var kept = 0
    for index in 0..<length where !isPast(start[index]) {
      start[kept] = start[index]
      kept += 1
    }
    length = kept
  }

  @inlinable public func append(_ element: Element) {
    if length == capacity { grow() }
    (start + length).initialize(to: element)
    length &+= 1
  }

  @usableFromInline func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.update(from: start, count: length)
    start.deallocate()
    start = larger
    capacity *= 2
  }

  @inlinable public subscript(index: Int) -> Element {
    get { start[index] }
    set { start[index] = newValue }
  }

  /// Points to the first element. Valid until the next append.
  @inlinable public var baseAddress: UnsafeMutablePointer<Element> { start }
}
