// SessionWriter: writes what happens in the stores of a runtime into a file, one JSON object in a line.
import CEnfold
import CEnfoldSupport
import Enfold
import EnfoldJSON
import Glibc

/// The reader of a trace that makes a recording. `docs/session-format.md` tells what the lines have. Used by one thread at a time:
/// the recorder's, or the one that ends the recording.
final class SessionWriter: TraceConsumer {
  private var file: SessionFile
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

  init(_ path: String, _ options: RecordOptions, redactions: [String]) throws(RuntimeError) {
    file = try SessionFile(path)
    self.path = path
    self.options = options
    lines.literal("{\"format\":\"enfold-session\",\"version\":1,\"enfold\":")
    lines.write(String(cString: enfold_version()))
    lines.literal(",\"time\":")
    lines.write(Timestamp(nanosecondsSince1970: TraceDesk.now).description)
    lines.literal(",\"redact\":[")
    for (place, pattern) in redactions.enumerated() {
      if place > 0 { lines.literal(",") }
      lines.write(pattern)
    }
    lines.literal("]}\n")
    flush()
  }

  // MARK: Entries

  func tell(_ record: TraceRecord) {
    let facts = record.facts
    guard let kind = facts.kind else { return facts.isState ? begin(record) : note(record) }
    switch kind {
    // Its state tells that, with what is known of its plugin.
    case .opened: break
    case .dependency where stores[facts.store] == nil:
      early[facts.store, default: []].append((facts.time, members(of: record, nil)))
    default:
      guard stores[facts.store] != nil else { break }
      let patch = kind.isCommit ? stores[facts.store]?.commit(facts.revision, record.next) : nil
      write(members(of: record, patch), facts.time, of: facts.store)
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
    }
    for entry in exchange(&early[facts.store], with: nil) ?? [] {
      write(entry.members, entry.time, of: facts.store)
    }
    stores[facts.store]?.begin(record.value, facts.revision)
    var writer = JSONWriter(capacity: 256 + record.value.count)
    writer.literal(isNew ? ",\"kind\":\"opened\",\"name\":" : ",\"kind\":\"state\"")
    if isNew {
      writer.write(record.name)
      writer.literal(",\"feature\":")
      writer.write(record.subject)
      if record.next.count > 0 {
        writer.literal(",\"plugin\":")
        writer.raw(record.next)
      }
    }
    writer.literal(",\"revision\":")
    writer.write(facts.revision)
    writer.literal(",\"state\":")
    writer.raw(record.value)
    write(writer.withBytes { Array($0) }, TraceDesk.now, of: facts.store)
    stores[facts.store]?.hasWrittenState()
  }

  private func note(_ record: TraceRecord) {
    let facts = record.facts
    stores[facts.store]?.note(patch: record.value, facts.revision)
  }

  func tellDropped(_ count: UInt64, _ reader: UInt64) {
    lines.literal("{\"kind\":\"dropped\",\"count\":")
    lines.write(count)
    lines.literal("}\n")
    for store in stores.keys { stores[store]?.lose() }
    askForStates(reader)
  }

  // MARK: Lines

  private func members(of record: TraceRecord, _ patch: [UInt8]?) -> [UInt8] {
    var writer = JSONWriter(capacity: 256)
    record.writeMembers(to: &writer, causeStore: stores[record.facts.causeStore]?.number ?? 0, patch: patch)
    return writer.withBytes { Array($0) }
  }

  /// Writes an entry of a store that is known.
  private func write(_ members: [UInt8], _ time: Int64, of store: UInt64) {
    let start = lines.count
    lastEntry += 1
    lines.literal("{\"seq\":")
    lines.write(lastEntry)
    lines.literal(",\"time\":")
    lines.write(Timestamp(nanosecondsSince1970: time).description)
    lines.literal(",\"store\":")
    lines.write(stores[store]?.number ?? 0)
    members.withUnsafeBytes { lines.raw($0) }
    lines.literal("}\n")
    stores[store]?.count(lines.count - start)
    if let known = stores[store], known.entries >= options.checkpoint || known.bytes >= Self.checkpointBytes {
      checkpoint(store)
    }
    if lines.count >= 1 << 16 { flush() }
  }

  private static let checkpointBytes = 1 << 20

  /// Writes the state that the patches have made, so that a reader need not begin at the first one.
  private func checkpoint(_ store: UInt64) {
    guard options.checkpoint > 0, let known = stores[store], let state = known.state else { return }
    var writer = JSONWriter(capacity: 1 << 12)
    state.writeCanonical(to: &writer)
    let hash = writer.withBytes { textHash(of: $0) }
    lines.literal("{\"store\":")
    lines.write(known.number)
    lines.literal(",\"kind\":\"checkpoint\",\"revision\":")
    lines.write(known.revision)
    if !known.next.isEmpty {
      lines.literal(",\"next\":{")
      for (place, stack) in known.next.sorted(by: { $0.key < $1.key }).enumerated() {
        if place > 0 { lines.literal(",") }
        lines.write(stack.key)
        lines.literal(":")
        lines.write(stack.value)
      }
      lines.literal("}")
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
    let failed = problem.withLock { $0 } != 0 ? 0 : lines.withBytes { file.append($0) }
    lines.removeAll()
    guard failed != 0 else { return }
    problem.withLock { $0 = failed }
    onFailure(failure ?? "")
  }
}
