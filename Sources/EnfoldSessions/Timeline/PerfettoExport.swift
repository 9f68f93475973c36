// PerfettoExport: a session as trace events, which Perfetto and Chrome show.
import EnfoldJSON

/// Writes a timeline in the trace event format. Each store is a thread.
public struct PerfettoExport {
  private let line: Timeline
  private var events: [(time: Int64, order: Int, text: String)] = []

  /// - Parameter store: its name, or its number in the file; nil: all stores.
  public init(_ file: SessionFile, store: String?) throws(SessionError) {
    line = try Timeline(file)
    let only = if let store { try file.number(ofStore: store) } else { UInt64?.none }
    let shown = line.stores.map { only == nil || $0.number == only }
    for (index, commit) in line.commits.enumerated() where shown[commit.store] { add(commit, index, shown) }
    for activity in line.activities where shown[activity.store] { add(activity) }
    for moment in line.moments where moment.store.map({ shown[$0] }) ?? true { add(moment) }
    names(shown)
  }

  /// The file.
  public var json: String {
    let lines = events.sorted { ($0.time, $0.order) < ($1.time, $1.order) }.map(\.text)
    let begin = JSON.string(timeText(line.begin))
    return """
      {"displayTimeUnit":"ns","otherData":{"format":"enfold-session","begin":\(begin)},"traceEvents":[
      \(lines.joined(separator: ",\n"))]}

      """
  }

  // MARK: Events

  private mutating func add(
    _ phase: String, _ name: String, _ time: Int64, _ store: Int?, order: Int = 1, _ members: [(String, JSONValue?)]
  ) {
    var object: JSONObject = ["ph": .string(phase), "name": .string(name), "pid": 1]
    if let store { object["tid"] = .integer(Int64(store + 1)) }
    for (key, value) in members { object[key] = value }
    // Nanoseconds would not be exact as a number with a fraction, so it is written as text.
    events.append((time, order, JSONValue.object(object).json.dropLast() + ",\"ts\":\(micro(time - line.begin))}"))
  }

  /// Microseconds, with three digits behind the point.
  private func micro(_ nanoseconds: Int64) -> String {
    let time = max(nanoseconds, 0)
    return "\(time / 1000).\(padded(time % 1000, 3))"
  }

  private mutating func names(_ shown: [Bool]) {
    add("M", "process_name", line.begin, nil, order: 0, [("args", ["name": "enfold session"])])
    for (index, store) in line.stores.enumerated() where shown[index] {
      add("M", "thread_name", line.begin, index, order: 0, [("args", ["name": .string(store.name)])])
    }
  }

  private mutating func add(_ commit: Timeline.Commit, _ index: Int, _ shown: [Bool]) {
    let (entry, store) = (commit.entry, line.stores[commit.store])
    var arguments = Self.arguments(of: entry, [.task, .tag, .depends, .patch, .waited, .reduced, .encoded, .told])
    arguments["kind"] = .string(entry.kind.rawValue)
    let name = Timeline.name(of: entry)
    let length = commit.end - commit.start
    add(
      "X", name, commit.start, commit.store, order: 2,
      [("cat", "commit"), ("args", .object(arguments)), ("dur", .double(Double(length) / 1000))])
    let waited = entry[.waited]?.value ?? 0
    // Counters of one name are one track.
    let id: JSONValue? = line.stores.count { $0.name == store.name } > 1 ? JSONValue(UInt64(commit.store + 1)) : nil
    add(
      "C", "\(store.name) waits", commit.start, commit.store, order: 1, [("id", id), ("args", ["nanoseconds": waited])])
    guard let cause = commit.cause, shown[line.commits[cause].store], line.commits[cause].start <= commit.start else {
      return
    }
    let from = line.commits[cause]
    for (phase, time, thread) in [("s", from.start, from.store), ("f", commit.start, commit.store)] {
      let binding: JSONValue? = phase == "f" ? "e" : nil
      add(
        phase, "cause", time, thread, order: phase == "s" ? 3 : 4,
        [("cat", "cause"), ("id", .integer(Int64(index + 1))), ("bp", binding)])
    }
  }

  private mutating func add(_ activity: Timeline.Activity) {
    let entry = activity.entry
    let kind = activity.isRequest ? "request" : "effect"
    let name =
      activity.isRequest
      ? entry.string(.request) ?? kind : "\(Timeline.name(of: entry)) \(entry.string(.effect) ?? kind)"
    let id: JSONValue = .string("\(kind)-\(entry.line)")
    var arguments = Self.arguments(of: entry, [.task, .effect, .row, .payload])
    if let cause = entry.cause { arguments["cause"] = JSONValue(cause.revision) }
    add(
      "b", name, activity.start, activity.store, order: 3,
      [("cat", .string(kind)), ("id", id), ("args", .object(arguments))])
    for element in activity.elements {
      let time = min(max(element.time ?? activity.start, activity.start), activity.end)
      add(
        "n", name, time, activity.store, order: 4,
        [("cat", .string(kind)), ("id", id), ("args", ["value": element[.value]?.value ?? .null])])
    }
    var end: JSONObject = ["outcome": .string(activity.outcome ?? "untold")]
    if let message = activity.message { end["message"] = .string(message) }
    add(
      "e", name, activity.end, activity.store, order: 5, [("cat", .string(kind)), ("id", id), ("args", .object(end))])
  }

  private mutating func add(_ moment: (entry: SessionEntry, store: Int?, time: Int64)) {
    let entry = moment.entry
    let name = entry.string(.text) ?? entry.kind.rawValue
    let arguments = Self.arguments(of: entry, [.count])
    add(
      "i", name, moment.time, moment.store, order: 3,
      [("cat", .string(entry.kind.rawValue)), ("s", moment.store == nil ? "g" : "t"), ("args", .object(arguments))])
  }

  private static func arguments(of entry: SessionEntry, _ members: [SessionEntry.Member]) -> JSONObject {
    var arguments: JSONObject = ["seq": JSONValue(entry.seq), "revision": JSONValue(entry.revision)]
    for member in [.action] + members { arguments[member.rawValue] = entry[member]?.value }
    if entry.kind.isCommit, let cause = entry.cause { arguments["cause"] = JSONValue(cause.revision) }
    return arguments
  }
}
