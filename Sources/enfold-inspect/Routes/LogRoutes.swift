// The routes of the log: rows, places, entries, types.
import EnfoldJSON
import EnfoldSessions

extension Inspector {
  func addLogRoutes(to router: inout Router) {
    router.get("/api/log") { [self] call throws(Refusal) in try log(call) }
    router.get("/api/log/place") { [self] call throws(Refusal) in try place(call) }
    router.get("/api/entry") { [self] call throws(Refusal) in try entry(call) }
    router.get("/api/types") { [self] call throws(Refusal) in try types(call) }
  }

  private func filter(_ query: Query) throws(Refusal) -> Filter {
    var filter = Filter()
    filter.store = try query.number("store")
    (filter.type, filter.tag, filter.text) = (query.text("type"), query.text("tag"), query.text("text"))
    if let path = query.text("path") { filter.path = try pointer(path) }
    filter.kinds = Set((query.text("kind") ?? "").split(separator: ",").map { String($0) })
    (filter.isChanged, filter.isGrouped) = (query.isOn("changed"), query.isOn("group"))
    return filter
  }

  func pointer(_ text: String) throws(Refusal) -> JSONPath {
    do throws(JSONError) {
      return try JSONPath(pointer: text)
    } catch {
      throw Refusal(
        400, "\"\(CutText(text, at: 100).text)\" is no JSON Pointer: \(error.message)", name: "ENFOLD_BAD_POINTER",
        offset: UInt64(clamping: error.offset))
    }
  }

  /// Finds the rows of a filter, in slices.
  private func view(_ call: Call, _ source: Source, _ done: @escaping (LogView) -> Void) throws(Refusal) {
    let view = source.views.view(try filter(call.query))
    let count = source.log.count
    slices.run { deadline in
      if call.isGone { return true }
      guard view.extend(source.log, to: count, until: deadline) else { return false }
      done(view)
      return true
    }
  }

  private func log(_ call: Call) throws(Refusal) {
    let source = try source(call)
    let count = try call.query.number("count", 200, in: 0...1_000)
    let from = try call.query.number("from", 0, in: 0...Int.max)
    try view(call, source) { view in
      let rows = from..<max(min(from.addingReportingOverflow(count).partialValue, view.rows.count), from)
      call.answer {
        $0.member("total", view.rows.count)
        $0.member("from", from)
        $0.array("rows") {
          for row in rows { source.log.writeRow(Int(view.rows[row]), group: view.group(row), to: &$0) }
        }
      }
    }
  }

  private func place(_ call: Call) throws(Refusal) {
    let source = try source(call)
    let n = try call.query.neededNumber("n")
    try view(call, source) { view in call.answer { $0.member("row", view.place(of: n)) } }
  }

  private func entry(_ call: Call) throws(Refusal) {
    let source = try source(call)
    let n = try neededEntry(call, source)
    let log = source.log
    let line = log.withLine(n) { $0.map { CutText($0.bytes, at: 4 << 20) } }
    call.answer {
      $0.member("n", n)
      log.writeRow(n, to: &$0, named: "row")
      $0.member("line", line ?? CutText("", at: 0))
      $0.array("caused") { for effect in self.caused(by: n, log) { $0.element(effect) } }
    }
  }

  /// The entries that an entry has caused, at most 50. A shared value may be told behind what it has caused.
  private func caused(by n: Int, _ log: EntryLog) -> [Int] {
    let cause = log.index.entries[n]
    var found: [Int] = []
    guard cause.kind.isCommit else { return [] }
    for other in max(0, n - 1_000)..<log.count where found.count < 50 && other != n {
      let entry = log.index.entries[other]
      if entry.causeStore == cause.store, entry.causeRevision == cause.revision { found.append(other) }
    }
    return found
  }

  private func types(_ call: Call) throws(Refusal) {
    let source = try source(call)
    let store = try call.query.number("store")
    let index = source.log.index
    var (types, kinds, tags) = ([UInt32: Int](), [SessionEntry.Kind: Int](), Set<UInt16>())
    func count(_ entry: Entry) {
      if entry.type > Names.other { types[entry.type, default: 0] += 1 }
      kinds[entry.kind, default: 0] += 1
      if entry.tag > UInt16(Names.other) { tags.insert(entry.tag) }
    }
    if let store {
      for n in index.stores[try source.place(ofStore: store)].entries { count(index.entries[Int(n)]) }
    } else {
      for n in 0..<index.count { count(index.entries[n]) }
    }
    call.answer {
      $0.array("types") {
        for (type, count) in types.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }).prefix(1_000) {
          $0.object {
            $0.member("type", index.types.text(of: type))
            $0.member("count", count)
          }
        }
      }
      $0.array("tags") { for tag in tags.sorted().prefix(1_000) { $0.element(index.tags.text(of: UInt32(tag))) } }
      $0.array("kinds") {
        for (kind, count) in kinds.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
          $0.object {
            $0.member("kind", kind.rawValue)
            $0.member("count", count)
          }
        }
      }
    }
  }
}
