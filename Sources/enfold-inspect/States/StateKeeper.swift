// StateKeeper: the states of all stores of a source, and the memory that they take.

/// Used on the event loop only.
final class StateKeeper {
  private let log: EntryLog
  private let slices: Slices
  private var stores: [Int: StoreStates] = [:]
  /// The stores that have entries which were not looked at.
  private var behind: Set<Int> = []
  private var isFollowing = false
  /// How many entries of the log were given to ``behind``.
  private var seen = 0
  private static let mostBytes = 96 << 20

  init(_ log: EntryLog, _ slices: Slices) { (self.log, self.slices) = (log, slices) }

  func states(ofStore place: Int) -> StoreStates {
    if let known = stores[place] { return known }
    let new = StoreStates(log, ofStore: place)
    stores[place] = new
    return new
  }

  /// There are more entries: goes to them in slices.
  func follow() {
    while seen < log.count {
      let store = log.index.entries[seen].store
      if store != Entry.none { behind.insert(Int(store)) }
      seen += 1
    }
    if isFollowing || behind.isEmpty { return }
    isFollowing = true
    slices.run { self.followSlice($0) }
  }

  private func followSlice(_ deadline: Int64) -> Bool {
    while let place = behind.first {
      let states = states(ofStore: place)
      let isThere = states.follow(to: Int(log.index.stores[place].entries.last ?? 0), until: deadline)
      if isThere { behind.remove(place) }
      if monotonicNow() > deadline { break }
    }
    keepSmall()
    isFollowing = !behind.isEmpty
    return behind.isEmpty
  }

  /// Drops every second snapshot of the store that has most.
  private func keepSmall() {
    while stores.values.reduce(0, { $0 + $1.snapshots.bytes }) > Self.mostBytes {
      guard let largest = stores.values.max(by: { $0.snapshots.bytes < $1.snapshots.bytes }) else { return }
      largest.thin()
    }
  }
}
