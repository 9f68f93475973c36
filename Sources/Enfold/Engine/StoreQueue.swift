// StoreQueue: the entries that wait until a thread drains the store.

/// Entries in the order in which they came. Entries that continue the last step are taken before all others.
@usableFromInline struct StoreQueue<Entry>: ~Copyable {
  /// Entries that are taken before all others.
  @usableFromInline var next = BlockQueue<Entry>()
  @usableFromInline var waiting = BlockQueue<Entry>()

  @inlinable init() {}

  @inlinable var count: Int { next.count + waiting.count }
  /// How many entries are in `waiting`, and whether the next entry is one of them.
  @inlinable var waitingCount: Int { waiting.count }
  @inlinable var takesWaiting: Bool { next.isEmpty }
  @inlinable var isEmpty: Bool { next.isEmpty && waiting.isEmpty }

  @inlinable mutating func append(_ entry: Entry, isNext: Bool) {
    if isNext { next.append(entry) } else { waiting.append(entry) }
  }

  @inlinable mutating func popFirst() -> Entry? { next.popFirst() ?? waiting.popFirst() }

  /// Takes out everything.
  @inlinable mutating func takeAll() -> StoreQueue { exchange(&self, with: StoreQueue()) }
}
