// RingBuffer: elements in the order in which they came. Their places go round, so that taking one moves no other.
import EnfoldJSON

/// What `Deque` of swift-collections does, and nothing more: that is 138 KB of each plugin.
@usableFromInline struct RingBuffer<Element> {
  /// As many as a power of two, or none; those without an element are nil.
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

  /// Everything, in order.
  @usableFromInline var elements: [Element] {
    (0..<count).compactMap { slots[(head &+ $0) & (slots.count &- 1)] }
  }

  @usableFromInline mutating func grow() {
    slots = elements + [Element?](repeating: nil, count: max(Sizes.of(4, tiny: 1), count))
    head = 0
  }
}
