// StoreStates: the states of one store, at each entry of the log.

/// Used on the event loop only. It goes to the end of the log as entries come, and keeps snapshots on its way.
final class StoreStates {
  private let log: EntryLog
  private let place: Int
  private(set) var snapshots = Snapshots()
  private var head: StateWalk
  private var lastSnapshot = 0
  /// How many bytes the newest state takes, about.
  private var headBytes = 0
  /// Where somebody looked last.
  private var cursor: Moment?
  /// Whether nothing of it is kept, because the states of all stores take too much memory.
  private(set) var isCold = false

  init(_ log: EntryLog, ofStore place: Int) {
    (self.log, self.place) = (log, place)
    head = StateWalk(Moment(), ofStore: place)
  }

  /// Goes on to the end, or until a time. True: it is there.
  func follow(to n: Int, until deadline: Int64) -> Bool {
    if isCold { return true }
    return head.go(to: n, log.index, log.reader, until: deadline) { moment, entry, steps in
      if entry.kind.tellsState { self.headBytes = moment.state?.roughSize ?? 0 }
      guard steps - self.lastSnapshot >= self.snapshots.interval else { return }
      self.lastSnapshot = steps
      self.snapshots.append(moment)
      self.headBytes = self.snapshots.moments.last?.bytes ?? 0
    }
  }

  /// How many bytes it keeps, about.
  var bytes: Int { snapshots.bytes + headBytes }

  /// Keeps less: half of the snapshots, and if there are none, nothing.
  func shrink() {
    if snapshots.bytes > 0 { return snapshots.thin() }
    (head, cursor, headBytes, isCold) = (StateWalk(Moment(), ofStore: place), nil, 0, true)
  }

  /// Finds the state behind an entry of the log.
  func find(at n: Int, _ slices: Slices, _ done: @escaping (Moment) -> Void) {
    if n >= head.moment.n, !isCold {
      return slices.run { deadline in
        guard self.follow(to: max(n, self.head.moment.n), until: deadline) else { return false }
        // Meanwhile others may have gone on.
        if self.head.moment.n == n { done(self.head.moment) } else { self.find(at: n, slices, done) }
        return true
      }
    }
    var walk = StateWalk(start(for: n), ofStore: place)
    slices.run { deadline in
      guard walk.go(to: n, self.log.index, self.log.reader, until: deadline) else { return false }
      if !self.isCold { self.cursor = walk.moment }
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
      best = Moment(before: Int(anchors[next - 1]))
    }
    return best
  }
}
