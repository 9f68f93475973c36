// RingBuffer: a queue in an array. The slot after the last one is the first, so taking an element moves no other.
import EnfoldJSON

/// Does what is needed of `Deque` of swift-collections. `Deque` itself would add 138 KB to each plugin.
@usableFromInline struct RingBuffer<Element> {
  /// Their number is 0 or a power of two. Slots without an element are nil.
  @usableFromInline var slots: [Element?] = []
  /// Each idle store has two of these buffers, so the numbers are small. `grow` looks that they suffice.
  @usableFromInline var head: UInt32 = 0
  @usableFromInline var used: UInt32 = 0

  @inlinable init() {}

  @inlinable var isEmpty: Bool { used == 0 }
  @inlinable var count: Int { Int(used) }

  @inlinable mutating func append(_ element: Element) {
    if count == slots.count { grow() }
    slots[slot(count)] = element
    used &+= 1
  }

  @inlinable mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    let first = slots[slot(0)].take()
    head = UInt32(truncatingIfNeeded: slot(1))
    used &-= 1
    return first
  }

  /// All elements, in order.
  @usableFromInline var elements: [Element] { (0..<count).compactMap { slots[slot($0)] } }

  /// The slot of an element, by its number in the queue.
  @inlinable func slot(_ number: Int) -> Int { (Int(head) &+ number) & (slots.count &- 1) }

  @usableFromInline mutating func grow() {
    precondition(count < 1 << 31, "a queue has at most 2^31 elements")
    slots = elements + [Element?](repeating: nil, count: max(Sizes.of(4, tiny: 1), count))
    head = 0
  }
}
