// StateWalk: goes from one state of a store to later ones, entry by entry.

struct StateWalk {
  private(set) var moment: Moment
  private let place: Int
  /// How many commits it has applied.
  private(set) var steps = 0
  private static let stride = 16

  /// - Parameter place: that of the store in the log.
  init(_ moment: Moment, ofStore place: Int) { (self.moment, self.place) = (moment, place) }

  /// Goes on to an entry of the log, or until a time. `visit` is called behind each entry of the store. True: it is there.
  mutating func go(
    to n: Int, _ index: LogIndex, _ reader: SpoolReader, until deadline: Int64,
    visit: (Moment, Entry, _ steps: Int) -> Void = { _, _, _ in }
  ) -> Bool {
    let entries = index.stores[place].entries
    var next = entries.lowerBound(moment.n + 1)
    var round = 0
    while next < entries.count, entries[next] <= n {
      loseDropped(before: Int(entries[next]), index)
      let entry = index.entries[Int(entries[next])]
      if entry.kind.isCommit || entry.kind.tellsState {
        let number = Int(entries[next])
        reader.withLine(entry) { moment.take($0, kind: entry.kind, n: number) }
        steps += 1
      }
      moment.n = Int(entries[next])
      visit(moment, entry, steps)
      next += 1
      round += 1
      // A long line takes long.
      if round % Self.stride == 0 || entry.length > 1 << 14, monotonicNow() > deadline { return false }
    }
    loseDropped(before: n + 1, index)
    moment.n = max(moment.n, n)
    return true
  }

  /// What was dropped may have been about this store.
  private mutating func loseDropped(before n: Int, _ index: LogIndex) {
    let next = index.drops.lowerBound(moment.n + 1)
    guard next < index.drops.count, Int(index.drops[next]) < n, moment.state != nil else { return }
    moment.lose("entries were dropped, and its state was not told since")
  }
}
