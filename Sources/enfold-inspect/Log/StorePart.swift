// StorePart: a session file of one store: from where its state is known to an entry, without gaps.
import EnfoldJSON
import EnfoldSessions

struct StorePart: Sendable {
  let spool: Spool
  /// The numbers of the entries of its lines, from the third line on.
  private var numbers: [UInt32] = []

  /// - Parameters:
  ///   - place: that of the store in the log.
  ///   - n: the last entry.
  init(_ index: LogIndex, _ source: Spool, store place: Int, to n: Int) throws(Refusal) {
    let store = index.stores[place]
    let start = Self.start(index, store, n)
    guard let start else { throw Refusal(409, "the state of \(store.name) is not known there") }
    spool = try Spool.temporary()
    let reader = SpoolReader(source)
    var file = SpoolWriter(spool)
    var revision = index.entries[start].revision
    file.write(Array("{\"format\":\"enfold-session\",\"version\":1}\n".utf8))
    reader.withLine(index.entries[start]) { line in
      var writer = JSONWriter(capacity: 1 << 10)
      writer.object {
        $0.member("store", store.number)
        $0.member("kind", "opened")
        $0.member("name", "")
        $0.member("feature", "")
        $0.member("revision", revision)
        $0.member("state", json: line?[.state].map { String(decoding: $0, as: UTF8.self) } ?? "null")
      }
      writer.literal("\n")
      writer.withBytes { file.write($0) }
    }
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
