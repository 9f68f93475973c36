// StoreQueue: the entries that wait until a thread drains the store.

/// Entries in the order in which they came. Entries that continue the last step are taken before all others.
@usableFromInline struct StoreQueue<Entry>: ~Copyable {
  /// Entries that are taken before all others.
  @usableFromInline var next = BlockQueue<Entry>()
  @usableFromInline var waiting = BlockQueue<Entry>()
  /// What is kept back, because the store is held, and the breakpoints. Nil until the store is held or gets a breakpoint.
  @usableFromInline var hold: StoreHold<Entry>?

  @inlinable init() {}

  @inlinable var count: Int { next.count + waiting.count + (hold?.count ?? 0) }
  /// How many entries are in `waiting`, or were kept back and may be taken now; and whether the next entry is one of them.
  @inlinable var waitingCount: Int { waiting.count + (hold?.releasedCount ?? 0) }
  @inlinable var takesWaiting: Bool { next.isEmpty }
  /// Whether there is nothing to take. What is kept back cannot be taken.
  @inlinable var isEmpty: Bool { next.isEmpty && waiting.isEmpty && (hold?.releasedCount ?? 0) == 0 }

  @inlinable mutating func append(_ entry: Entry, isNext: Bool) {
    if isNext { next.append(entry) } else { waiting.append(entry) }
  }

  @inlinable mutating func popFirst() -> Entry? { next.popFirst() ?? hold?.popReleased() ?? waiting.popFirst() }

  /// Takes out everything, also what is kept back.
  @inlinable mutating func takeAll() -> StoreQueue {
    hold?.isOn = false
    return exchange(&self, with: StoreQueue())
  }
}
