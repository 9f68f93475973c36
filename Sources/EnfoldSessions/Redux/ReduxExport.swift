// ReduxExport: a store of a session for Redux DevTools.
import EnfoldJSON

/// Writes what the extension Redux DevTools imports.
public struct ReduxExport {
  private var walk: StoreWalk
  /// What is not in the export, in words.
  public private(set) var notes: [String] = []

  /// - Parameter store: its name, or its number in the file; nil: the only one.
  public init(_ file: SessionFile, store: String?) throws(SessionError) {
    walk = try StoreWalk(file, store: store)
    if !file.redactions.isEmpty { notes.append("redacted values are \"[redacted]\" here, too") }
  }

  /// The actions, as an array of JSON.
  public mutating func actions() throws(SessionError) -> String {
    var (texts, given, commits) = ([String](), 0, 0)
    while let step = try walk.next() {
      let action = ReduxAction.of(step)
      given += step.given.count
      if action["type"].map({ $0.text.hasPrefix(ReduxAction.own) && $0 != "@@enfold/action" }) ?? false { commits += 1 }
      texts.append(action.json)
    }
    if commits > 0 {
      notes.append("\(counted(commits, "commit")) without an action, and a reducer of Redux does not know @@enfold/…")
    }
    if given > 0 { notes.append("\(counted(given, "value")) of uuid, date and random are not in a list of actions") }
    noteLost()
    return "[\(texts.joined(separator: ",\n"))]\n"
  }

  /// The lifted state: all actions and all states.
  public mutating func liftedState() throws(SessionError) -> String {
    let opened = walk.opened
    var time = opened.time ?? 0
    let first = walk.state.json
    var actions = ["\"0\":\(Self.performed(["type": "@@INIT"], time, Self.about(opened: opened)))"]
    var states = ["{\"state\":\(first)}"]
    while let step = try walk.next() {
      time = step.entry.time ?? time
      actions.append("\"\(actions.count)\":\(Self.performed(ReduxAction.of(step), time, Self.about(step)))")
      states.append(Self.computed(step.after))
    }
    noteLost()
    let ids = states.indices.map { String($0) }.joined(separator: ",")
    return """
      {"monitorState":{},"nextActionId":\(actions.count),"actionsById":{
      \(actions.joined(separator: ",\n"))},
      "stagedActionIds":[\(ids)],"skippedActionIds":[],"committedState":\(first),"currentStateIndex":\(states.count - 1),
      "computedStates":[
      \(states.joined(separator: ",\n"))],
      "isLocked":false,"isPaused":false}

      """
  }

  private mutating func noteLost() {
    if walk.lost > 0 {
      notes.append("\(counted(walk.lost, "commit")) behind dropped entries have no state, and were left out")
    }
  }

  private static func computed(_ state: JSONValue) -> String { "{\"state\":\(state.json)}" }

  private static func performed(_ action: JSONValue, _ time: Int64, _ about: JSONObject) -> String {
    "{\"type\":\"PERFORM_ACTION\",\"action\":\(action.json),\"timestamp\":\(time / 1_000_000),\"enfold\":\(JSONValue.object(about).json)}"
  }

  // MARK: What Redux does not know

  /// What an import needs to make the same session: the member `enfold`, of which Redux DevTools take no notice.
  private static func about(opened: SessionEntry) -> JSONObject {
    var about: JSONObject = ["revision": JSONValue(opened.revision)]
    for member in [SessionEntry.Member.name, .feature, .plugin, .time] {
      about[member.rawValue] = opened[member]?.value
    }
    return about
  }

  private static func about(_ step: StoreWalk.Step) -> JSONObject {
    let entry = step.entry
    var about: JSONObject = ["revision": JSONValue(entry.revision)]
    if entry.kind == .binding { about["kind"] = "binding" }
    if entry.kind == .mutation { about["action"] = entry[.action]?.value }
    for member in [SessionEntry.Member.time, .task, .tag, .depends, .next] {
      about[member.rawValue] = entry[member]?.value
    }
    // The number of another store means nothing here.
    if let cause = entry.cause, cause.store == entry.store { about["cause"] = JSONValue(cause.revision) }
    if !step.patch.isEmpty { about["patch"] = .array(step.patch) }
    if !step.given.isEmpty { about["dependencies"] = .array(step.given) }
    return about
  }
}
