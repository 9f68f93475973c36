// Source: a host or a file, with what it has told.
import EnfoldJSON

/// Used on the event loop only.
final class Source {
  enum Kind: String { case host, file }

  enum Condition: String {
    case connected, refused, closed, killed, ended, complete, broken
  }

  let id: Int
  let kind: Kind
  let path: String
  let log: EntryLog
  let states: StateKeeper
  let views = LogViews()
  var name: String
  var pid: Int32?
  var runtime: UInt64?
  var condition: Condition
  /// Why it is in this condition.
  var message: String?
  var hasControl = false
  var isRecording = false
  /// How many lines were gone when the connection was made.
  var droppedBefore: UInt64 = 0
  /// The connection to the host, while it is there.
  weak var connection: HostConnection?
  /// The breakpoints that this server has set, by the numbers of their stores.
  var breakpoints: [UInt64: [(id: UInt64, text: String)]] = [:]
  /// The revisions that were told to the page.
  private var told: (count: Int, revisions: [UInt64]) = (0, [])

  init(_ id: Int, _ kind: Kind, _ path: String, _ condition: Condition, _ log: EntryLog, _ slices: Slices) {
    (self.id, self.kind, self.path, self.condition, self.log) = (id, kind, path, condition, log)
    name = path.split(separator: "/").last.map { String($0) } ?? path
    states = StateKeeper(log, slices)
  }

  var dropped: UInt64 { droppedBefore.addingReportingOverflow(log.dropped).partialValue }

  /// A store, by the number that the server has given.
  func place(ofStore id: Int) throws(Refusal) -> Int {
    guard let place = log.index.place(ofStore: id) else { throw Refusal(404, "there is no store \(id) in \(name)") }
    return place
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("id", id)
      $0.member("kind", kind.rawValue)
      $0.member("name", name)
      $0.member("path", path)
      if let pid { $0.member("pid", pid) }
      if let runtime { $0.member("runtime", runtime) }
      $0.member("condition", condition.rawValue)
      if let message { $0.member("message", message) }
      $0.member("control", hasControl)
      $0.member("recording", isRecording)
      $0.member("count", log.count)
      $0.member("dropped", dropped)
      if let began = log.began, !began.isEmpty { $0.member("began", began) }
      $0.array("stores") { for store in log.index.stores { write(store, to: &$0) } }
    }
  }

  private func write(_ store: LoggedStore, to writer: inout JSONWriter) {
    writer.object {
      $0.member("id", store.id)
      $0.member("number", store.number)
      $0.member("name", store.name)
      $0.member("feature", store.feature)
      $0.member("revision", store.revision)
      $0.member("open", store.isOpen)
      $0.member("held", store.isHeld)
      $0.member("entries", store.entries.count)
      if let plugin = store.plugin { $0.member("plugin", plugin) }
    }
  }

  /// Writes what has changed of the counts since the last time; nothing if that is nothing.
  func writeCounts(to writer: inout JSONWriter) {
    guard told.count != log.count else { return }
    writer.object {
      $0.member("source", id)
      $0.member("count", log.count)
      $0.member("dropped", dropped)
      $0.array("stores") {
        for (place, store) in log.index.stores.enumerated()
        where place >= told.revisions.count || told.revisions[place] != store.revision {
          $0.array {
            $0.element(store.id)
            $0.element(store.revision)
          }
        }
      }
    }
    told = (log.count, log.index.stores.map(\.revision))
  }

  /// What must not change without the page being told.
  var outline: Int {
    var hasher = Hasher()
    hasher.combine(condition)
    hasher.combine(message)
    hasher.combine(isRecording)
    hasher.combine(log.began)
    for store in log.index.stores {
      hasher.combine(store.name)
      hasher.combine(store.isOpen)
      hasher.combine(store.isHeld)
    }
    return hasher.finalize()
  }
}
