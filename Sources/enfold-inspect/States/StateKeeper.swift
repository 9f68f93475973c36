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
  /// The store that somebody looked at last: it keeps its newest state.
  private var recent = -1
  private static let mostBytes = 96 << 20

  init(_ log: EntryLog, _ slices: Slices) { (self.log, self.slices) = (log, slices) }

  func states(ofStore place: Int) -> StoreStates {
    recent = place
    return known(place)
  }

  private func known(_ place: Int) -> StoreStates {
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
      let states = known(place)
      let isThere = states.follow(to: Int(log.index.stores[place].entries.last ?? 0), until: deadline)
      if isThere { behind.remove(place) }
      if monotonicNow() > deadline { break }
    }
    keepSmall()
    isFollowing = !behind.isEmpty
    return behind.isEmpty
  }

  /// The store that keeps most keeps less, until all is within bounds.
  private func keepSmall() {
    var total = stores.values.reduce(0) { $0 + $1.bytes }
    while total > Self.mostBytes {
      let others = stores.filter { $0.key != recent || $0.value.snapshots.bytes > 0 }.map(\.value)
      guard let largest = others.max(by: { $0.bytes < $1.bytes }), largest.bytes > 0 else { return }
      total -= largest.bytes
      largest.shrink()
      total += largest.bytes
    }
  }
}
