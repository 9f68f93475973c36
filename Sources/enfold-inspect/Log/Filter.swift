// Filter: which entries of a log somebody wants to see.
import EnfoldJSON
import EnfoldSessions

struct Filter: Hashable {
  /// The number that the server has given to the store.
  var store: Int?
  var type: String?
  var tag: String?
  var path: JSONPath?
  var text: String?
  var kinds: Set<String> = []
  var isChanged = false
  var isGrouped = false
}

/// A filter for one log: names are numbers.
struct FilterRun {
  private let filter: Filter
  private let text: TextSearch?

  init(_ filter: Filter) {
    self.filter = filter
    text = filter.text.map { TextSearch($0) }
  }

  /// Whether the filter lets an entry through.
  func matches(_ n: Int, _ log: EntryLog) -> Bool {
    let entry = log.index.entries[n]
    if let store = filter.store {
      guard entry.store != Entry.none, log.index.stores[Int(entry.store)].id == store else { return false }
    }
    if filter.isChanged, !entry.isChange { return false }
    if !filter.kinds.isEmpty, entry.kind != .other, !filter.kinds.contains(entry.kind.rawValue) { return false }
    var needsLine = text != nil || filter.path != nil || !filter.kinds.isEmpty && entry.kind == .other
    if filter.path != nil, !entry.isChange { return false }
    if let type = filter.type {
      let number = log.index.types.known(type)
      if entry.type == Names.other, number == nil { needsLine = true } else if entry.type != number { return false }
    }
    if let tag = filter.tag {
      let number = log.index.tags.known(tag)
      if entry.tag == UInt16(Names.other), number == nil {
        needsLine = true
      } else if UInt32(entry.tag) != number {
        return false
      }
    }
    return !needsLine || matchesLine(entry, log)
  }

  private func matchesLine(_ entry: Entry, _ log: EntryLog) -> Bool {
    let isFound = log.reader.withBytes(entry.offset, Int(entry.length)) { bytes in text?.isIn(bytes) ?? true }
    if !isFound { return false }
    guard
      filter.path != nil || filter.type != nil && entry.type == Names.other
        || filter.tag != nil && entry.tag == UInt16(Names.other) || !filter.kinds.isEmpty && entry.kind == .other
    else { return true }
    return log.reader.withLine(entry) { line in
      guard let line else { return false }
      if let type = filter.type, line.type != type { return false }
      if let tag = filter.tag, line.string(.tag) != tag { return false }
      if !filter.kinds.isEmpty, entry.kind == .other, !filter.kinds.contains(line.kindName) { return false }
      guard let path = filter.path else { return true }
      return line.paths.contains { pointer in
        guard let touched = try? JSONPath(pointer: pointer) else { return false }
        return touched.isPrefix(of: path) || path.isPrefix(of: touched)
      }
    }
  }
}

extension LoggedLine {
  /// The kind as it is written.
  var kindName: String {
    if line.kind != .other { return line.kind.rawValue }
    var reader = JSONReader(bytes, limits: SessionFile.limits)
    guard let raw = try? reader.rawValue(at: JSONPath(tokens: ["kind"])) else { return "other" }
    var kind = JSONReader(raw, limits: SessionFile.limits)
    return (try? kind.readString()) ?? "other"
  }
}
