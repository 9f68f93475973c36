// Export: writes a log, or one store of it, in a format of another tool. It runs on the worker's thread.
import EnfoldSessions

enum ExportFormat: String, CaseIterable {
  case session, perfetto, otlp
  case reduxDevTools = "redux-devtools"
  case reduxActions = "redux-actions"

  var ending: String {
    switch self {
    case .session: ".enfold.jsonl"
    case .perfetto: ".perfetto.json"
    case .otlp: ".otlp.jsonl"
    case .reduxDevTools: ".redux-devtools.json"
    case .reduxActions: ".redux-actions.json"
    }
  }

  var type: String { self == .session || self == .otlp ? "application/jsonl" : "application/json" }
}

struct Export: Sendable {
  let index: LogIndex
  let spool: Spool
  /// How many bytes of the spool are good.
  let end: Int
  /// The place of the store in the log; nil: all.
  let store: Int?
  let format: ExportFormat
  /// What is made of a file may take ten times as much memory.
  private static let largest = 128 << 20

  var result: Result<(spool: Spool, size: Int), Refusal> { Result { () throws(Refusal) in try make() } }

  private func make() throws(Refusal) -> (spool: Spool, size: Int) {
    let copy = try copied()
    if format == .session { return copy }
    try checkSize(copy.size)
    let text = try converted(copy.spool)
    let made = try Spool.temporary()
    var writer = SpoolWriter(made)
    writer.write(text.utf8)
    try writer.finish()
    return (made, writer.size)
  }

  /// What is made of a log is in memory as a whole; and Redux DevTools want the whole state after each commit.
  private func checkSize(_ copied: Int) throws(Refusal) {
    var size = copied
    if format == .reduxDevTools, let store {
      let entries = index.stores[store].entries
      let states = index.stores[store].anchors.map { Int(index.entries[Int($0)].length) }
      size = max(size, (states.max() ?? 0).multipliedReportingOverflow(by: entries.count).partialValue)
    }
    guard size >= 0, size <= Self.largest else {
      throw Refusal(413, "this is too much for \(format.rawValue): export the session, and use enfold session export")
    }
  }

  private func converted(_ file: Spool) throws(Refusal) -> String {
    do throws(SessionError) {
      let session = try SessionFile(file.path)
      let number = store.map { String(index.stores[$0].number) }
      switch format {
      case .session: return ""
      case .reduxDevTools:
        var export = try ReduxExport(session, store: number)
        return try export.liftedState()
      case .reduxActions:
        var export = try ReduxExport(session, store: number)
        return try export.actions()
      case .perfetto: return try PerfettoExport(session, store: number).json
      case .otlp: return try OTLPExport(session, store: number).lines
      }
    } catch {
      // The message begins with a path that means nothing to people.
      throw Refusal(409, String(error.message.split(separator: ": ", maxSplits: 1).last ?? "it cannot be exported"))
    }
  }

  /// The good lines: all of them, or those of one store and of none.
  private func copied() throws(Refusal) -> (spool: Spool, size: Int) {
    let copy = try Spool.temporary()
    var writer = SpoolWriter(copy)
    let reader = SpoolReader(spool)
    let first = index.count > 0 ? index.entries[0].offset : end
    reader.withBytes(0, first) { writer.write($0) }
    for n in 0..<index.count {
      let entry = index.entries[n]
      if let store, entry.store != Entry.none, Int(entry.store) != store { continue }
      reader.withBytes(entry.offset, Int(entry.length) + 1) { writer.write($0) }
    }
    try writer.finish()
    return (copy, writer.size)
  }
}
