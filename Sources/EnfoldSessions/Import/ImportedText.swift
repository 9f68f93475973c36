// ImportedSession as a session file.
import EnfoldJSON

extension ImportedSession {
  /// The plugin that has the feature.
  public typealias Plugin = (id: String, version: String)

  /// The lines of a session file. All states must be there.
  ///
  /// - Parameter plugin: nil: the one that the file names, or none.
  public func text(feature: String, plugin: Plugin?, version: String) -> String {
    guard let first else { preconditionFailure("there is no first state") }
    let time = steps.lazy.compactMap(\.time).first ?? 0
    let header: JSONObject = [
      "format": "enfold-session", "version": 1, "enfold": .string(version),
      "time": .string(timeText(self.time ?? time)),
      "redact": [], "imported": .string(format),
    ]
    var writer = ImportWriter(header, time: self.time ?? time)
    writer.open(about, name: "\(feature)#1", feature: feature, plugin: plugin, state: first)
    for step in steps { writer.add(step) }
    return writer.text
  }
}

private struct ImportWriter {
  private(set) var text: String
  private var seq: Int64 = 0
  private var revision: UInt64 = 0
  private var time: Int64
  private var state = JSONValue.null

  init(_ header: JSONObject, time: Int64) {
    text = JSONValue.object(header).json + "\n"
    self.time = time
  }

  private mutating func line(_ kind: String, _ members: [(String, JSONValue?)]) {
    seq += 1
    var object: JSONObject = [
      "seq": .integer(seq), "time": .string(timeText(time)), "store": 1, "kind": .string(kind),
    ]
    for (key, value) in members { object[key] = value }
    text += JSONValue.object(object).json + "\n"
  }

  mutating func open(
    _ about: JSONValue?, name: String, feature: String, plugin: ImportedSession.Plugin?, state: JSONValue
  ) {
    revision = about?["revision"]?.natural ?? 0
    self.state = state
    // The plugin counts only if it is that of this feature.
    var named = about?["feature"] == .string(feature) ? about?["plugin"] : nil
    if case .string? = named?["id"], case .string? = named?["version"] {} else { named = nil }
    let own: JSONValue? = plugin.map { ["id": .string($0.id), "version": .string($0.version)] }
    let isSame = own == nil || own?["id"] == named?["id"] && own?["version"] == named?["version"]
    line(
      "opened",
      [
        ("name", about?["name"].flatMap { $0.text.isEmpty ? nil : $0 } ?? .string(name)), ("feature", .string(feature)),
        ("plugin", (isSame ? named : nil) ?? own ?? ["id": "", "version": ""]), ("revision", JSONValue(revision)),
        ("state", state),
      ])
  }

  mutating func add(_ step: ImportedSession.Step) {
    guard let after = step.state else { return }
    let about = step.about
    let told = about?["revision"]?.natural ?? 0
    let task = about == nil ? revision + 1 : about?["task"]?.natural
    revision = told > revision && told < .max ? told : revision + 1
    time = step.time ?? time
    for given in about?["dependencies"]?.array ?? [] {
      guard case .object(let object) = given, let member = object.members.first else { continue }
      line(
        "dependency",
        [("revision", JSONValue(revision)), ("dependency", .string(member.key)), ("value", member.value)])
    }
    let isBinding = step.kind == .action && about?["kind"] == "binding"
    let cause = about?["cause"]?.natural.flatMap { $0 > 0 && $0 < revision ? $0 : nil }
    line(
      isBinding ? "binding" : step.kind.rawValue,
      [
        ("revision", JSONValue(revision)), ("task", task.flatMap { $0 > 0 ? JSONValue($0) : nil }),
        ("cause", cause.map { ["store": 1, "revision": JSONValue($0)] }),
        ("tag", about?["tag"].flatMap { $0.text.isEmpty ? nil : $0 }),
        ("depends", about?["depends"].flatMap { ["reactor", "shared"].contains($0) ? $0 : nil }),
        ("action", step.action ?? (step.kind == .mutation ? about?["action"] : nil)),
        ("patch", .array(patch(about?["patch"]?.array ?? step.patch?.array, after))),
        ("next", about?["next"].flatMap { if case .object = $0 { $0 } else { nil } }),
        ("reduced", 0), ("encoded", 0), ("told", 0),
      ])
    state = after
  }

  /// The patch that the file has, if it does what it should; otherwise what differs.
  private func patch(_ given: [JSONValue]?, _ after: JSONValue) -> [JSONValue] {
    if let given {
      var result = state
      if (try? JSONPatch.apply(.array(given), to: &result, limits: SessionFile.limits)) != nil, result == after {
        return given
      }
    }
    return after.operations(since: state)
  }
}
