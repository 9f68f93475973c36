// RingBuffer: a queue in an array. The slot after the last one is the first, so taking an element moves no other.
import EnfoldJSON

/// Does what is needed of `Deque` of swift-collections. `Deque` itself would add 138 KB to each plugin.
@usableFromInline struct RingBuffer<Element> {
  /// Their number is 0 or a power of two. Slots without an element are nil.
  @usableFromInline var slots: [Element?] = []
  @usableFromInline var head = 0
  @usableFromInline var count = 0

  @inlinable init() {}

  @inlinable var isEmpty: Bool { count == 0 }

  @inlinable mutating func append(_ element: Element) {
    if count == slots.count { grow() }
    slots[(head &+ count) & (slots.count &- 1)] = element
    count &+= 1
  }

  @inlinable mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    let first = slots[head].take()
    head = (head &+ 1) & (slots.count &- 1)
    count &-= 1
    return first
  }

  /// All elements, in order.
  @usableFromInline var elements: [Element] {
    (0..<count).compactMap { slots[(head &+ $0) & (slots.count &- 1)] }
  }

  @usableFromInline mutating func grow() {
    slots = elements + [Element?](repeating: nil, count: max(Sizes.of(4, tiny: 1), count))
    head = 0
  }
}
