// SessionWriter: writes what happens in the stores of a runtime into a file, one JSON object in a line.
import CEnfold
import CEnfoldSupport
import Enfold
import EnfoldJSON
import Glibc

/// The reader of a trace that makes a recording. `docs/session-format.md` tells what the lines have. Used by one thread at a time:
/// the recorder's, or the one that ends the recording.
final class SessionWriter: TraceConsumer {
  private let sink: any SessionSink
  /// Asked for by other threads, too.
  let path: String
  private let options: RecordOptions
  /// The stores by their handles.
  private var stores: [UInt64: SessionStore] = [:]
  private var lastStore: UInt64 = 0
  private var lastEntry: UInt64 = 0
  /// The lines that are not in the file yet.
  private var lines = JSONWriter(capacity: 1 << 16)
  /// What dependencies gave in first states, before the state itself comes.
  private var early: [UInt64: [(time: Int64, members: [UInt8])]] = [:]
  /// Why it has ended before its time; 0 if it has not. Read by whoever ends the recording, too.
  private let problem = Locked<Int32>(0)

  let release = Release(function: nil, user: nil)
  var changes: TraceChanges { .statesAndPatches }

  /// Why nothing more is written; nil if all was written so far.
  var failure: String? {
    let problem = problem.withLock { $0 }
    return problem == 0 ? nil : "\(path) cannot be written: \(String(cString: strerror(problem)))"
  }

  /// Asks all stores for their states, which come as entries. Set before it is told anything.
  var askForStates: (_ reader: UInt64) -> Void = { _ in }
  /// Called once if nothing more can be written.
  var onFailure: (_ message: String) -> Void = { _ in }

  /// Called for each store that comes, with its number in the recording and its handle.
  var onStore: (_ number: UInt64, _ handle: UInt64) -> Void = { _, _ in }

  /// - Parameter path: the file, or what else the lines go to.
  init(to sink: any SessionSink, named path: String, _ options: RecordOptions, redactions: [String]) {
    self.sink = sink
    self.path = path
    self.options = options
    lines.literal("{\"format\":\"enfold-session\",\"version\":1,\"enfold\":")
    lines.write(String(cString: enfold_version()))
    lines.literal(",\"time\":")
    lines.write(Timestamp(nanosecondsSince1970: TraceDesk.now).description)
    lines.literal(",\"redact\":")
    redactions.writeJSON(to: &lines)
    lines.literal("}\n")
    flush()
  }

  // MARK: Entries

  func tell(_ record: TraceRecord) {
    let facts = record.facts
    guard let kind = facts.kind else { return facts.isState ? begin(record) : note(record) }
    switch kind {
    // Its state tells that, with what is known of its plugin.
    case .opened: break
    case .mark: write(facts.time) { record.writeMembers(to: &$0, causeStore: 0) }
    case .dependency where stores[facts.store] == nil:
      var members = JSONWriter(capacity: 256)
      record.writeMembers(to: &members, causeStore: 0)
      early[facts.store, default: []].append((facts.time, members.withBytes { Array($0) }))
    default:
      guard stores[facts.store] != nil else { break }
      let patch = kind.isCommit ? stores[facts.store]?.commit(facts.revision, record.next) : nil
      let causeStore = stores[facts.causeStore]?.number ?? 0
      write(of: facts.store, facts.time) { record.writeMembers(to: &$0, causeStore: causeStore, patch: patch) }
    }
    if kind == .closed { (stores[facts.store], early[facts.store]) = (nil, nil) }
  }

  /// A store comes, or is known again after a loss.
  private func begin(_ record: TraceRecord) {
    let facts = record.facts
    let isNew = stores[facts.store] == nil
    // A plugin is not trusted: a text that is no JSON is no state.
    guard record.value.count > 0, isNew || stores[facts.store]?.isKnown == false else { return }
    if isNew {
      lastStore += 1
      stores[facts.store] = SessionStore(lastStore)
      onStore(lastStore, facts.store)
    }
    for entry in exchange(&early[facts.store], with: nil) ?? [] {
      write(of: facts.store, entry.time) { lines in entry.members.withUnsafeBytes { lines.raw($0) } }
    }
    stores[facts.store]?.begin(record.value, facts.revision)
    write(of: facts.store, TraceDesk.now) { lines in
      lines.literal(isNew ? ",\"kind\":\"opened\",\"name\":" : ",\"kind\":\"state\"")
      if isNew {
        lines.write(record.name)
        lines.literal(",\"feature\":")
        lines.write(record.subject)
        lines.literal(",\"plugin\":")
        lines.raw(record.next)
      }
      lines.literal(",\"revision\":")
      lines.write(facts.revision)
      lines.literal(",\"state\":")
      lines.raw(record.value)
    }
    stores[facts.store]?.hasWrittenState()
  }

  private func note(_ record: TraceRecord) {
    let facts = record.facts
    stores[facts.store]?.note(patch: record.value, facts.revision)
  }

  func tellDropped(_ count: UInt64, _ reader: UInt64) {
    lines.writeDropped(count)
    lines.literal("\n")
    for store in stores.keys { stores[store]?.lose() }
    askForStates(reader)
  }

  // MARK: Lines

  /// Writes an entry of a store that is known.
  private func write(of store: UInt64, _ time: Int64, members: (inout JSONWriter) -> Void) {
    let number = stores[store]?.number ?? 0
    let bytes = write(time) { lines in
      lines.literal(",\"store\":")
      lines.write(number)
      members(&lines)
    }
    stores[store]?.count(bytes)
    if let known = stores[store], known.entries >= options.checkpoint || known.bytes >= Self.checkpointBytes {
      checkpoint(store)
    }
  }

  /// Writes an entry. Returns how many bytes its line has.
  @discardableResult private func write(_ time: Int64, members: (inout JSONWriter) -> Void) -> Int {
    if lines.count >= 1 << 16 { flush() }
    let start = lines.count
    lastEntry += 1
    lines.literal("{\"seq\":")
    lines.write(lastEntry)
    lines.literal(",\"time\":")
    lines.write(Timestamp(nanosecondsSince1970: time).description)
    members(&lines)
    lines.literal("}\n")
    return lines.count - start
  }

  private static let checkpointBytes = 1 << 20

  /// Writes the state that the patches have made, so that a reader need not begin at the first one.
  private func checkpoint(_ store: UInt64) {
    guard options.checkpoint > 0, let known = stores[store], let state = known.state else { return }
    var writer = JSONWriter(capacity: 1 << 12)
    CanonicalValue(value: state).writeJSON(to: &writer)
    // Too deep for the stack of this thread: readers begin at an earlier state.
    guard writer.failure == nil else { return }
    let hash = writer.withBytes { textHash(of: $0) }
    lines.literal("{\"store\":")
    lines.write(known.number)
    lines.literal(",\"kind\":\"checkpoint\",\"revision\":")
    lines.write(known.revision)
    if !known.next.isEmpty {
      lines.literal(",\"next\":")
      known.next.writeJSON(to: &lines)
    }
    lines.literal(",\"hash\":")
    lines.write(hash)
    lines.literal(",\"state\":")
    writer.withBytes { lines.raw($0) }
    lines.literal("}\n")
    stores[store]?.hasWrittenState()
  }

  /// What was told is in the file.
  func hasTold() { flush() }

  private func flush() {
    if lines.count == 0 { return }
    let failed = problem.withLock { $0 } != 0 ? 0 : lines.withBytes { sink.append($0) }
    lines.removeAll()
    guard failed != 0 else { return }
    problem.withLock { $0 = failed }
    onFailure(failure ?? "")
  }
}
