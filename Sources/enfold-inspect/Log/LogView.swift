// LogView: the rows of a log that a filter lets through. LogViews: those that were asked for last.

/// It is extended when entries come.
final class LogView {
  private let filter: FilterRun
  private let isGrouped: Bool
  /// The numbers of the first entries of the rows.
  private(set) var rows: [UInt32] = []
  /// Of groups: how many entries they have, and the last one of each.
  private var repeats: [UInt32] = []
  private var lasts: [UInt32] = []
  /// How many entries of the log were looked at.
  private(set) var seen = 0
  /// How many entries are looked at before the clock is.
  private static let stride = 64

  init(_ filter: Filter) {
    self.filter = FilterRun(filter)
    isGrouped = filter.isGrouped
  }

  /// Looks at entries of the log up to a number of them, or until a time. True: all were looked at.
  func extend(_ log: EntryLog, to count: Int, until deadline: Int64) -> Bool {
    let end = min(count, log.count)
    while seen < end {
      for n in seen..<min(seen + Self.stride, end) where filter.matches(n, log) { add(n, log) }
      seen = min(seen + Self.stride, end)
      if seen < end, monotonicNow() > deadline { return false }
    }
    return true
  }

  private func add(_ n: Int, _ log: EntryLog) {
    guard isGrouped else { return rows.append(UInt32(n)) }
    if let last = lasts.last {
      let (before, entry) = (log.index.entries[Int(last)], log.index.entries[n])
      if before.store == entry.store, before.type == entry.type, before.kind == entry.kind, entry.type != Names.other {
        lasts[lasts.count - 1] = UInt32(n)
        repeats[repeats.count - 1] += 1
        return
      }
    }
    rows.append(UInt32(n))
    repeats.append(1)
    lasts.append(UInt32(n))
  }

  /// Of a group: how many entries it has, and its last one.
  func group(_ row: Int) -> (repeats: Int, last: Int)? {
    isGrouped ? (Int(repeats[row]), Int(lasts[row])) : nil
  }

  /// The row of an entry, or of the last match before it; -1 if there is none.
  func place(of n: Int) -> Int { rows.lowerBound(n == Int.max ? n : n + 1) - 1 }
}

final class LogViews {
  private var views: [(filter: Filter, view: LogView)] = []
  private static let most = 8

  /// The view of a filter. The one that was not asked for longest makes room.
  func view(_ filter: Filter) -> LogView {
    if let place = views.firstIndex(where: { $0.filter == filter }) {
      let known = views.remove(at: place)
      views.append(known)
      return known.view
    }
    if views.count >= Self.most { views.removeFirst() }
    let view = LogView(filter)
    views.append((filter, view))
    return view
  }
}
