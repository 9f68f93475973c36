// StorePart: a session file of one store: from where its state is known to an entry, without gaps.
import EnfoldJSON
import EnfoldSessions

struct StorePart: Sendable {
  let spool: Spool
  /// Whether older entries are left out, because there are too many.
  let isPartial: Bool
  /// The numbers of the entries of its lines, from the third line on.
  private var numbers: [UInt32] = []
  private static let most = 200_000

  /// - Parameters:
  ///   - place: that of the store in the log.
  ///   - n: the last entry.
  init(_ index: LogIndex, _ source: Spool, store place: Int, to n: Int) throws(Refusal) {
    let store = index.stores[place]
    guard var start = Self.start(index, store, n) else {
      throw Refusal(409, "the state of \(store.name) is not known there")
    }
    spool = try Spool.temporary()
    let reader = SpoolReader(source)
    let end = store.entries.lowerBound(n + 1)
    isPartial = end - store.entries.lowerBound(start) > Self.most
    var walk = StateWalk(Moment(before: start), ofStore: place)
    if isPartial { start = Int(store.entries[end - Self.most]) }
    _ = walk.go(to: start, index, reader, until: .max)
    guard let state = walk.moment.state else {
      throw Refusal(409, walk.moment.problem ?? "the state of \(store.name) is not known there")
    }
    var file = SpoolWriter(spool)
    var revision = walk.moment.revision
    file.write(Array("{\"format\":\"enfold-session\",\"version\":1}\n".utf8))
    var writer = JSONWriter(capacity: 1 << 10)
    writer.object {
      $0.member("store", store.number)
      $0.member("kind", "opened")
      $0.member("name", "")
      $0.member("feature", "")
      $0.member("revision", revision)
      $0.member("state", state)
    }
    writer.literal("\n")
    writer.withBytes { file.write($0) }
    for number in store.entries[store.entries.lowerBound(start + 1)...] {
      guard number <= n else { break }
      let entry = index.entries[Int(number)]
      // A commit that is in the state already is none.
      guard entry.kind.isCommit, entry.revision > revision else { continue }
      revision = entry.revision
      // With its end.
      reader.withBytes(entry.offset, Int(entry.length) + 1) { file.write($0) }
      numbers.append(number)
    }
    try file.finish()
  }

  /// The entry that tells the state from which on nothing is lost.
  private static func start(_ index: LogIndex, _ store: LoggedStore, _ n: Int) -> Int? {
    let lost = index.drops.lowerBound(n + 1)
    let loss = lost > 0 ? Int(index.drops[lost - 1]) : -1
    let end = store.anchors.lowerBound(n + 1)
    var earliest: Int?
    for anchor in store.anchors[..<end].reversed() {
      if anchor < loss { break }
      earliest = Int(anchor)
      if index.entries[Int(anchor)].kind != .checkpoint { break }
    }
    return earliest
  }

  /// The entry of a line of the file.
  func number(ofLine line: Int) -> Int { numbers.indices.contains(line - 3) ? Int(numbers[line - 3]) : -1 }
}
