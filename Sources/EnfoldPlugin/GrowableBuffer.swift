// GrowableBuffer: a list of plain values that keeps its memory when it is emptied.

/// A list of values without references. Emptying it is one assignment, and appending allocates only while it grows.
@usableFromInline final class GrowableBuffer<Element: BitwiseCopyable> {
  @exclusivity(unchecked) @usableFromInline var start: UnsafeMutablePointer<Element>
  @exclusivity(unchecked) @usableFromInline var count = 0
  @exclusivity(unchecked) @usableFromInline var capacity: Int

  @inlinable init(capacity: Int = 4) {
    self.capacity = max(capacity, 1)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  @inlinable func removeAll() { count = 0 }

  @inlinable func append(_ element: Element) {
    if count == capacity { grow() }
    (start + count).initialize(to: element)
    count += 1
  }

  @usableFromInline func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
    capacity *= 2
  }

  @inlinable subscript(index: Int) -> Element { start[index] }
}
