// OTLPExport: a session as spans, as the OpenTelemetry protocol writes them in JSON.
import EnfoldJSON

/// Writes lines of JSON, each of which is an `ExportTraceServiceRequest`. Names and attributes are those of EnfoldTelemetry, and like
/// it this tells no values.
public struct OTLPExport {
  private let line: Timeline
  private let ids: SpanIDs
  private let only: UInt64?
  /// The root of each commit: that which came from outside.
  private var roots: [Int]
  /// When the span of each commit begins: not before that of its cause.
  private var starts: [Int64]
  private var causes: [Int?]
  private static let spansInLine = 256

  /// - Parameter store: its name, or its number in the file; nil: all stores.
  public init(_ file: SessionFile, store: String?) throws(SessionError) {
    line = try Timeline(file)
    ids = SpanIDs(file)
    only = if let store { try file.number(ofStore: store) } else { nil }
    (roots, starts, causes) = (Array(line.commits.indices), line.commits.map(\.start), line.commits.map(\.cause))
    findRoots()
  }

  /// Goes from each commit to its root. A file comes from anywhere: a circle of causes is cut.
  private mutating func findRoots() {
    if let only {
      for index in causes.indices {
        if let cause = causes[index], line.stores[line.commits[cause].store].number != only { causes[index] = nil }
      }
    }
    enum Mark { case new, open, done }
    var marks = [Mark](repeating: .new, count: causes.count)
    for index in causes.indices {
      var (path, here) = ([Int](), index)
      while marks[here] == .new {
        marks[here] = .open
        path.append(here)
        guard let cause = causes[here] else { break }
        if marks[cause] == .open {
          causes[here] = nil
          break
        }
        here = cause
      }
      for commit in path.reversed() {
        marks[commit] = .done
        guard let cause = causes[commit] else { continue }
        roots[commit] = roots[cause]
        starts[commit] = max(starts[commit], starts[cause])
      }
    }
  }

  /// The file.
  public var lines: String {
    var text = ""
    for (number, store) in line.stores.enumerated() where only == nil || store.number == only {
      var spans: [(start: Int64, json: JSONValue)] = []
      for index in line.commits.indices where line.commits[index].store == number {
        spans.append(span(ofCommit: index))
      }
      for activity in line.activities where activity.store == number { spans.append(span(of: activity)) }
      spans.sort { $0.start < $1.start }
      for start in stride(from: 0, to: spans.count, by: Self.spansInLine) {
        let part = spans[start..<min(start + Self.spansInLine, spans.count)].map(\.json)
        text += request(store, part).json + "\n"
      }
    }
    return text
  }

  private func request(_ store: Timeline.Store, _ spans: [JSONValue]) -> JSONValue {
    var resource: [(String, JSONValue)] = [
      ("service.name", .string(store.feature)), ("service.instance.id", .string(store.name)),
    ]
    if case .string(let version)? = store.plugin?["version"] { resource.append(("service.version", .string(version))) }
    return [
      "resourceSpans": [
        [
          "resource": ["attributes": Self.attributes(resource)],
          "scopeSpans": [
            ["scope": ["name": "enfold", "version": .string(line.file.version)], "spans": .array(spans)]
          ],
        ]
      ]
    ]
  }

  // MARK: Spans

  private func span(ofCommit index: Int) -> (Int64, JSONValue) {
    let commit = line.commits[index]
    let entry = commit.entry
    let store = line.stores[commit.store]
    let name =
      switch entry.kind {
      case .action: "\(store.name).\(Timeline.name(of: entry))"
      case .binding: "\(store.name).binding"
      case .mutation: "\(store.name).\(Timeline.name(of: entry)) mutation"
      default: "\(store.name) \(entry.kind.rawValue)"
      }
    var attributes = common(entry, store, entry.kind.rawValue)
    for (key, member) in [
      ("enfold.waited", SessionEntry.Member.waited), ("enfold.reduced", .reduced), ("enfold.collected", .encoded),
      ("enfold.told", .told),
    ] {
      if let number = entry.number(member) { attributes.append((key, JSONValue(number))) }
    }
    let (start, end) = (starts[index], max(commit.end, starts[index]))
    return (start, span(name, 1, entry.line, trace(index), causes[index], start, end, attributes))
  }

  private func span(of activity: Timeline.Activity) -> (Int64, JSONValue) {
    let entry = activity.entry
    let store = line.stores[activity.store]
    var attributes = common(entry, store, activity.isRequest ? "request" : "effect")
    // Behind the place is the name of an effect, which may have been made of values.
    if let effect = entry.string(.effect) {
      attributes.append(("enfold.effect", .string(effect.split(separator: " ").last.map(String.init) ?? effect)))
    }
    if let request = entry.string(.request) { attributes.append(("enfold.request", .string(request))) }
    attributes.append(("enfold.outcome", .string(activity.outcome ?? "untold")))
    let cause = activity.cause.flatMap { isShown($0) ? $0 : nil }
    let start = max(activity.start, cause.map { starts[$0] } ?? 0)
    let name =
      activity.isRequest
      ? "\(store.name).\(entry.string(.request) ?? "") request" : "\(store.name).\(Timeline.name(of: entry)) effect"
    let status: JSONValue? =
      switch activity.outcome {
      case "finished": ["code": 1]
      case "failed": ["code": 2]
      default: nil
      }
    let id = cause.map { trace($0) } ?? ids.trace(store: store.number, task: entry.number(.task) ?? 1 << 39)
    let kind: Int64 = activity.isRequest ? 3 : 1
    return (
      start, span(name, kind, entry.line, id, cause, start, max(activity.end, start), attributes, status: status)
    )
  }

  private func isShown(_ commit: Int) -> Bool {
    only == nil || line.stores[line.commits[commit].store].number == only
  }

  /// The trace of a commit is that of the task of its root.
  private func trace(_ index: Int) -> String {
    let entry = line.commits[roots[index]].entry
    return ids.trace(store: entry.store, task: entry.number(.task) ?? (1 << 39 | UInt64(entry.line)))
  }

  private func common(_ entry: SessionEntry, _ store: Timeline.Store, _ kind: String) -> [(String, JSONValue)] {
    var attributes: [(String, JSONValue)] = [
      ("enfold.store", .string(store.name)), ("enfold.kind", .string(kind)),
      ("enfold.revision", JSONValue(entry.revision)),
    ]
    if entry[.action] != nil { attributes.append(("enfold.action", .string(Timeline.name(of: entry)))) }
    if let task = entry.number(.task) { attributes.append(("enfold.task", JSONValue(task))) }
    if let cause = entry.cause { attributes.append(("enfold.cause", JSONValue(cause.revision))) }
    if let tag = entry.string(.tag) { attributes.append(("enfold.tag", .string(tag))) }
    return attributes
  }

  private func span(
    _ name: String, _ kind: Int64, _ number: Int, _ trace: String, _ cause: Int?, _ start: Int64, _ end: Int64,
    _ attributes: [(String, JSONValue)], status: JSONValue? = nil
  ) -> JSONValue {
    var span: JSONObject = ["traceId": .string(trace), "spanId": .string(ids.span(number))]
    if let cause { span["parentSpanId"] = .string(ids.span(line.commits[cause].entry.line)) }
    span["name"] = .string(name)
    span["kind"] = .integer(kind)
    span["startTimeUnixNano"] = .string(String(max(start, 0)))
    span["endTimeUnixNano"] = .string(String(max(end, 0)))
    span["attributes"] = Self.attributes(attributes)
    span["status"] = status
    return .object(span)
  }

  /// Attributes of texts and integers. In this JSON an integer of 64 bits is a text.
  private static func attributes(_ pairs: [(String, JSONValue)]) -> JSONValue {
    .array(
      pairs.map { key, value in
        let form: JSONValue =
          if case .string = value { ["stringValue": value] } else { ["intValue": .string(value.json)] }
        return ["key": .string(key), "value": form]
      })
  }
}
