// StoreStates: the states of one store, at each entry of the log.

/// Used on the event loop only. It goes to the end of the log as entries come, and keeps snapshots on its way.
final class StoreStates {
  private let log: EntryLog
  private let place: Int
  private(set) var snapshots = Snapshots()
  private var head: StateWalk
  private var lastSnapshot = 0
  /// Where somebody looked last.
  private var cursor: Moment?

  init(_ log: EntryLog, ofStore place: Int) {
    (self.log, self.place) = (log, place)
    head = StateWalk(Moment(), ofStore: place)
  }

  /// Whether there are entries that it did not go to.
  var isBehind: Bool { head.moment.n < Int(log.index.stores[place].entries.last ?? 0) }

  /// Goes on to the end, or until a time. True: it is there.
  func follow(to n: Int, until deadline: Int64) -> Bool {
    head.go(to: n, log.index, log.reader, until: deadline) { moment, entry, steps in
      guard steps - self.lastSnapshot >= self.snapshots.interval else { return }
      self.lastSnapshot = steps
      self.snapshots.append(moment)
    }
  }

  func thin() { snapshots.thin() }

  /// Finds the state behind an entry of the log.
  func find(at n: Int, _ slices: Slices, _ done: @escaping (Moment) -> Void) {
    if n >= head.moment.n {
      return slices.run { deadline in
        guard self.follow(to: max(n, self.head.moment.n), until: deadline) else { return false }
        // Meanwhile others may have gone on.
        if self.head.moment.n > n { self.find(at: n, slices, done) } else { done(self.head.moment) }
        return true
      }
    }
    var walk = StateWalk(start(for: n), ofStore: place)
    slices.run { deadline in
      guard walk.go(to: n, self.log.index, self.log.reader, until: deadline) else { return false }
      self.cursor = walk.moment
      done(walk.moment)
      return true
    }
  }

  /// The nearest state before an entry that is known.
  private func start(for n: Int) -> Moment {
    var best = snapshots.nearest(to: n) ?? Moment()
    if let cursor, cursor.n <= n, cursor.n >= best.n { best = cursor }
    let anchors = log.index.stores[place].anchors
    let next = anchors.lowerBound(n + 1)
    if next > 0, Int(anchors[next - 1]) > best.n {
      best = Moment()
      best.n = Int(anchors[next - 1]) - 1
    }
    return best
  }
}
