// SessionMaker: makes a session file of what was imported, with the states of the file or with those of a plugin.
import CEnfold
import EnfoldJSON
import EnfoldSchemas
import EnfoldSessions
import Glibc

struct SessionMaker {
  let feature: String
  /// The file of the plugin, if there is one.
  let plugin: String?
  let output: String

  /// Writes the session file, and notes in the session what was not taken over. Returns how many commits it has.
  func make(_ session: inout ImportedSession) throws -> Int {
    // A recording that the environment asks for would be in the way of ours.
    unsetenv("ENFOLD_RECORD")
    if session.format == "redux-actions" { return try record(&session) }
    if session.hasStates { return try write(&session) }
    guard plugin != nil else {
      let missing = session.steps.first { $0.state == nil }?.place
      throw session.impossible(
        "the file has no state behind this action; with --plugin FILE the actions are run in the plugin", at: missing)
    }
    session.note("states are missing: all are those of the plugin, and the times are those of the import")
    return try record(&session)
  }

  // MARK: With the states of the file

  private func write(_ session: inout ImportedSession) throws -> Int {
    var info: PluginInfo?
    if let plugin { info = try load(plugin, into: try Runtime(environment: "preview"), session) }
    let text = session.text(
      feature: feature, plugin: info.map { ($0.id, $0.version) }, version: String(cString: enfold_version()))
    if let plugin { check(text, plugin, &session) }
    try NewFile(output, replacesSession: true).write(Array(text.utf8))
    return session.steps.count
  }

  /// Notes what does not come again.
  private func check(_ text: String, _ plugin: String, _ session: inout ImportedSession) {
    do {
      var replay = Replay(try SessionFile(text, named: output), in: try PlayHost([plugin]))
      try replay.run()
      for (reason, count) in replay.report.unverified.sorted(by: { $0.key < $1.key }) {
        session.note("\(plugin) was not asked for \(count == 1 ? "a commit" : "\(count) commits"): \(reason)")
      }
    } catch {
      session.note("\(plugin) does not make these states: \((error as? Failure)?.description ?? "\(error)")")
    }
  }

  private func load(_ plugin: String, into runtime: Runtime, _ session: ImportedSession) throws -> PluginInfo {
    let info = try runtime.load(plugin)
    guard info.features.contains(feature) else {
      let meant = nearest(to: feature, among: info.features).map { ". Did you mean \($0)?" } ?? ""
      throw session.impossible(
        "\(plugin) has no feature \(feature)\(meant); it has \(info.features.joined(separator: ", "))")
    }
    return info
  }

  // MARK: With the states of a plugin

  private func record(_ session: inout ImportedSession) throws -> Int {
    guard let plugin else { preconditionFailure("there is a plugin") }
    let file = NewFile(output, replacesSession: true)
    try file.check()
    unlink(file.waiting)
    do {
      let runtime = try Runtime(environment: "preview")
      let info = try load(plugin, into: runtime, session)
      try runtime.record(file.waiting.replacing("%", with: "%%"))
      try run(&session, in: runtime, "\(info.id)/\(feature)")
      try runtime.endRecording()
      let commits = try count(file.waiting, &session)
      try file.take()
      return commits
    } catch {
      unlink(file.waiting)
      throw error
    }
  }

  private func run(_ session: inout ImportedSession, in runtime: Runtime, _ name: String) throws {
    let state = session.first.flatMap { $0 == .null ? nil : ",\"state\":\($0.json)" } ?? ""
    let store: Store
    do throws(Failure) {
      store = try runtime.open(name, options: "{\"effects\":\"none\"\(state)}")
    } catch {
      throw session.impossible("the first state is refused: \(error)")
    }
    for step in session.steps {
      do throws(Failure) {
        if let action = step.action, step.kind == .action {
          try store.send(action.json)
        } else {
          try restore(step, &session, in: store)
        }
      } catch {
        if error.status != "ENFOLD_NO_TARGET" { throw session.impossible("\(error)", at: step.place) }
        session.note("an action had no target")
      }
    }
  }

  /// Makes a commit without an action.
  private func restore(
    _ step: ImportedSession.Step, _ session: inout ImportedSession, in store: Store
  ) throws(Failure) {
    guard let patch = step.patch else { throw Failure("this has no action and no patch, so its state is not known") }
    do {
      var state = try JSONValue(parsing: try store.state(), limits: .greatest)
      try JSONPatch.apply(patch, to: &state, limits: .greatest)
      try store.restore(state.json)
    } catch let error as JSONError {
      throw Failure("the patch does not fit the state before: \(error.message)")
    } catch {
      throw (error as? Failure) ?? Failure("\(error)")
    }
    session.note("a commit without an action became a restored state")
  }

  /// How many commits were recorded. Notes what the plugin has made by itself.
  private func count(_ path: String, _ session: inout ImportedSession) throws -> Int {
    var (reader, commits) = (SessionReader(try SessionFile(path)), 0)
    while let entry = try reader.next() {
      if entry.kind.isCommit { commits += 1 }
      if entry.kind == .dependency, let name = entry.string(.dependency) { session.note("a new value of \(name)") }
    }
    return commits
  }
}
