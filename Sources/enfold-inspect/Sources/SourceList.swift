// SourceList: all sources, in the order in which they came, and who is told when they change.
import EnfoldJSON

/// Used on the event loop only.
final class SourceList {
  private(set) var all: [Source] = []
  let slices: Slices
  /// Where the lines of hosts are kept; nil: in files without a name.
  private let record: RecordPath?
  private var lastID = 0
  /// When there are as many, the oldest one that is not connected makes room.
  private static let most = 200
  /// Called when something has changed.
  var onChange: () -> Void = {}

  init(_ slices: Slices, record: RecordPath?) { (self.slices, self.record) = (slices, record) }

  private func newID() -> Int {
    lastID += 1
    return lastID
  }

  func source(_ id: Int) throws(Refusal) -> Source {
    guard let source = all.first(where: { $0.id == id }) else { throw Refusal(404, "there is no source \(id)") }
    return source
  }

  /// Adds a host whose process is known.
  func addHost(_ path: String, pid: Int32) -> Source {
    let source = add(.host, path, .connected, nil)
    source.pid = pid
    return source
  }

  /// A file for the lines of a host.
  func newSpool(pid: Int32) throws(Refusal) -> Spool {
    if let record { return try record.next(pid: pid) }
    return try Spool.temporary()
  }

  /// Adds a file. It is read in slices.
  func addFile(_ path: String, _ spool: Spool, isNamed name: String? = nil) -> Source {
    let source = add(.file, path, .complete, spool)
    if let name { source.name = name }
    var file = FileReading(source)
    slices.run { deadline in
      let isDone = file.read(until: deadline)
      self.changed()
      if isDone { source.states.follow() }
      return isDone
    }
    return source
  }

  private func add(_ kind: Source.Kind, _ path: String, _ condition: Source.Condition, _ spool: Spool?) -> Source {
    let log = EntryLog(spool) { self.newID() }
    let source = Source(newID(), kind, path, condition, log, slices)
    if all.count >= Self.most, let oldest = all.firstIndex(where: { $0.connection == nil }) { all.remove(at: oldest) }
    all.append(source)
    changed()
    return source
  }

  /// Whether nothing can make room for another one.
  var isFull: Bool { all.count >= Self.most && all.allSatisfy { $0.connection != nil } }

  func remove(_ source: Source) {
    all.removeAll { $0 === source }
    changed()
  }

  func changed() { onChange() }

  var json: String {
    var writer = JSONWriter(capacity: 1 << 12)
    writer.object {
      $0.member("version", enfoldVersion)
      $0.array("sources") { for source in all { source.write(to: &$0) } }
    }
    return writer.string
  }

  /// The counts that have changed; nil if none has.
  func counts() -> String? {
    var writer = JSONWriter(capacity: 1 << 10)
    writer.object { $0.array("counts") { for source in all { source.writeCounts(to: &$0) } } }
    return writer.string == "{\"counts\":[]}" ? nil : writer.string
  }

  var outline: Int {
    var hasher = Hasher()
    for source in all {
      hasher.combine(source.id)
      hasher.combine(source.outline)
    }
    return hasher.finalize()
  }
}
