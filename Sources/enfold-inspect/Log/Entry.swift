// Entry: what is kept of an entry in memory. The rest is in the spool.
import EnfoldSessions

/// 56 bytes.
struct Entry: Sendable {
  /// Where its line is in the spool, and how long it is without its end.
  var offset = 0
  var time: Int64 = 0
  var revision: UInt64 = 0
  var causeRevision: UInt64 = 0
  var length: UInt32 = 0
  /// The places of the stores in ``LogIndex/stores``.
  var store = Entry.none
  var causeStore = Entry.none
  var type: UInt32 = 0
  /// Nanoseconds: how long a commit took, with its wait. Less than 0: it is not known.
  var duration: Float = -1
  var tag: UInt16 = 0
  var kind = SessionEntry.Kind.other
  var isChange = false

  /// Instead of a store: there is none.
  static let none = UInt32.max
}

/// A list that is copied in pieces: who keeps a copy does not make the next `append` slow.
struct EntryList: Sendable {
  private var pieces: [[Entry]] = []
  private(set) var count = 0
  private static let size = 4096

  mutating func append(_ entry: Entry) {
    if count % Self.size == 0 {
      pieces.append([])
      pieces[pieces.count - 1].reserveCapacity(Self.size)
    }
    pieces[pieces.count - 1].append(entry)
    count += 1
  }

  subscript(n: Int) -> Entry { pieces[n / Self.size][n % Self.size] }
}
