// TimelineBuilder: reads a session into a Timeline.
import EnfoldJSON

struct TimelineBuilder {
  /// What is told of an activity in both of its entries.
  private struct Key: Hashable {
    let store: Int
    let cause: UInt64
    let what: String
  }

  private struct Place: Hashable {
    let store: UInt64
    let revision: UInt64
  }

  private var stores: [UInt64: Int] = [:]
  private var commits: [Place: Int] = [:]
  private var running: [Key: [Int]] = [:]
  private var ends: [Int: Int64] = [:]
  private var time: Int64 = 0

  mutating func read(_ file: SessionFile, into line: inout Timeline) throws(SessionError) {
    var reader = SessionReader(file)
    while let entry = try reader.next() {
      time = entry.time ?? time
      if time > 0 { (line.begin, line.end) = (min(line.begin, time), max(line.end, time)) }
      take(entry, &line)
    }
    finish(&line)
  }

  private mutating func take(_ entry: SessionEntry, _ line: inout Timeline) {
    if entry.kind == .opened {
      stores[entry.store] = line.stores.count
      line.stores.append(
        Timeline.Store(
          number: entry.store, name: entry.string(.name) ?? "", feature: entry.string(.feature) ?? "",
          plugin: entry[.plugin]?.value, opened: time))
      return
    }
    guard let store = stores[entry.store] else {
      if entry.kind == .dropped { line.moments.append((entry, nil, time)) }
      return
    }
    switch entry.kind {
    case .action, .set, .binding, .restore, .shared, .mutation: commit(entry, store, &line)
    case .effectBegan: begin(entry, store, isRequest: false, &line)
    case .request: begin(entry, store, isRequest: true, &line)
    case .effectEnded, .answer: end(entry, store, &line)
    case .held, .released, .mark, .state: line.moments.append((entry, store, time))
    case .closed: line.stores[store].closed = time
    default: break
    }
  }

  private mutating func commit(_ entry: SessionEntry, _ store: Int, _ line: inout Timeline) {
    let parts = [SessionEntry.Member.reduced, .encoded, .told].map { Int64(clamping: entry.number($0) ?? 0) }
    let length = parts.reduce(Int64(0)) { min($0, 1 << 61) + min($1, 1 << 61) }
    // A store makes one commit after the other.
    let start = max(time - min(length, time), ends[store] ?? 0)
    let end = max(start, time)
    ends[store] = end
    line.begin = min(line.begin, start)
    commits[Place(store: entry.store, revision: entry.revision)] = line.commits.count
    line.commits.append(Timeline.Commit(entry: entry, store: store, start: start, end: end, cause: cause(of: entry)))
  }

  private func cause(of entry: SessionEntry) -> Int? {
    guard let cause = entry.cause, cause.store > 0 else { return nil }
    if entry.kind.isCommit, cause.store == entry.store, cause.revision >= entry.revision { return nil }
    return commits[Place(store: cause.store, revision: cause.revision)]
  }

  private func key(_ entry: SessionEntry, _ store: Int, isRequest: Bool) -> Key {
    if isRequest { return Key(store: store, cause: entry.number(.id) ?? 0, what: "r\(entry.string(.request) ?? "")") }
    return Key(
      store: store, cause: entry.cause?.revision ?? 0,
      what: "e\(entry.string(.effect) ?? "")\n\(entry.string(.row) ?? "")")
  }

  private mutating func begin(_ entry: SessionEntry, _ store: Int, isRequest: Bool, _ line: inout Timeline) {
    running[key(entry, store, isRequest: isRequest), default: []].append(line.activities.count)
    let cause = cause(of: entry)
    let start = max(time, cause.map { line.commits[$0].start } ?? 0)
    line.activities.append(
      Timeline.Activity(entry: entry, store: store, start: start, end: start, cause: cause, isRequest: isRequest))
  }

  private mutating func end(_ entry: SessionEntry, _ store: Int, _ line: inout Timeline) {
    let isRequest = entry.kind == .answer
    let key = key(entry, store, isRequest: isRequest)
    // What began before the recording began with its store.
    if running[key]?.first == nil {
      let start = max(line.stores[store].opened, cause(of: entry).map { line.commits[$0].start } ?? 0)
      running[key] = [line.activities.count]
      line.activities.append(
        Timeline.Activity(
          entry: entry, store: store, start: min(start, max(time, 0)), end: time, cause: cause(of: entry),
          isRequest: isRequest))
    }
    guard let place = running[key]?.first else { return }
    line.activities[place].end = max(line.activities[place].start, time)
    guard let outcome = entry.string(.outcome) else {
      if isRequest { line.activities[place].elements.append(entry) }
      return
    }
    line.activities[place].outcome = outcome
    line.activities[place].message = entry.string(.message)
    line.activities[place].isOpen = false
    running[key]?.removeFirst()
  }

  /// What has no end ends with its store, or with the file. A change of a shared value may be told behind what it has caused.
  private func finish(_ line: inout Timeline) {
    for index in line.activities.indices where line.activities[index].isOpen {
      let activity = line.activities[index]
      line.activities[index].end = max(activity.start, line.stores[activity.store].closed ?? line.end)
    }
    for index in line.commits.indices where line.commits[index].cause == nil {
      line.commits[index].cause = cause(of: line.commits[index].entry)
    }
  }
}
