// StoreQueue: what waits to be done by whoever drains a store.

/// Entries in the order in which they came, behind those that go on with what has just been done.
@usableFromInline struct StoreQueue<Entry> {
  /// Taken first, in the order in which they came.
  @usableFromInline var next = RingBuffer<Entry>()
  @usableFromInline var waiting = RingBuffer<Entry>()

  @inlinable init() {}

  @inlinable var count: Int { next.count + waiting.count }
  /// How many wait behind those that are taken first, and whether one of them is the next.
  @inlinable var waitingCount: Int { waiting.count }
  @inlinable var takesWaiting: Bool { next.isEmpty }
  @inlinable var isEmpty: Bool { next.isEmpty && waiting.isEmpty }

  @inlinable mutating func append(_ entry: Entry, isNext: Bool) {
    if isNext { next.append(entry) } else { waiting.append(entry) }
  }

  @inlinable mutating func append(contentsOf entries: [Entry]) {
    for entry in entries { waiting.append(entry) }
  }

  @inlinable mutating func popFirst() -> Entry? { next.popFirst() ?? waiting.popFirst() }

  /// Takes out everything, in order.
  mutating func removeAll() -> [Entry] {
    let all = next.elements + waiting.elements
    self = StoreQueue()
    return all
  }
}
