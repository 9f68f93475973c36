// Row: an entry as the list of the log shows it.
import EnfoldJSON
import EnfoldSessions

extension EntryLog {
  /// Writes an object.
  func writeRow(
    _ n: Int, group: (repeats: Int, last: Int)? = nil, to writer: inout JSONWriter, named name: String? = nil
  ) {
    let entry = index.entries[n]
    var text = JSONWriter(capacity: 512)
    withLine(n) { line in
      text.object {
        $0.member("n", n)
        if let line {
          writeLine(line, entry, to: &$0)
        } else {
          $0.member("kind", "lost")
          $0.member("label", "the file has become shorter: this line is gone")
        }
        if let cause = index.commit(entry.causeStore, entry.causeRevision), cause != n { $0.member("cause", cause) }
        if let group {
          $0.member("repeat", group.repeats)
          $0.member("last", group.last)
        }
      }
    }
    if let name { writer.member(name, json: text.string) } else { writer.element(RawJSON(text: text.string)) }
  }

  private func writeLine(_ line: LoggedLine, _ entry: Entry, to writer: inout JSONWriter) {
    if line.line.seq > 0 { writer.member("seq", line.line.seq) }
    if entry.store != Entry.none { writer.member("store", index.stores[Int(entry.store)].id) }
    writer.member("kind", line.kindName)
    if let type = line.type { writer.member("type", type) }
    writer.member("label", line.label)
    if entry.store != Entry.none { writer.member("revision", entry.revision) }
    if let time = line.string(.time) { writer.member("time", time) }
    writer.member("commit", entry.kind.isCommit)
    writer.member("changed", entry.isChange)
    let paths = line.paths
    if !paths.isEmpty {
      writer.array("paths") { for path in paths.prefix(3) { $0.element(CutText(path, at: 200).text) } }
      if paths.count > 3 { writer.member("more", paths.count - 3) }
    }
    for member in [SessionEntry.Member.waited, .reduced, .encoded, .told] {
      if let number = line.number(member) { writer.member(member.rawValue, number) }
    }
    if let tag = line.string(.tag) { writer.member("tag", tag) }
  }
}

/// JSON that was checked.
struct RawJSON: JSONEncodable {
  var text: String

  func writeJSON(to writer: inout JSONWriter) {
    var text = text
    text.withUTF8 { writer.raw(UnsafeRawBufferPointer($0)) }
  }
}

extension LoggedLine {
  private static let longest = 200

  /// What the entry is about, in one line: the JSON of its action, or words.
  var label: CutText {
    if let action = self[.action] { return CutText(action, at: Self.longest) }
    let text: String =
      switch line.kind {
      case .opened: [string(.name), string(.feature).map { "of \($0)" }].compactMap(\.self).joined(separator: " ")
      case .mark: string(.text) ?? ""
      case .dropped: "\(number(.count) ?? 0) entries were dropped"
      case .request: [string(.request), json(.payload)].compactMap(\.self).joined(separator: " ")
      case .answer:
        [string(.request), string(.outcome), json(.value) ?? string(.message)].compactMap(\.self).joined(separator: " ")
      case .dependency: [string(.dependency), json(.value)].compactMap(\.self).joined(separator: " ")
      case .effectBegan, .effectEnded:
        [string(.effect), string(.outcome), string(.message)].compactMap(\.self).joined(separator: " ")
      default: ""
      }
    return CutText(text, at: Self.longest)
  }

  /// The beginning of the JSON of a member.
  private func json(_ member: SessionEntry.Member) -> String? {
    self[member].map { CutText($0, at: Self.longest).text }
  }
}
