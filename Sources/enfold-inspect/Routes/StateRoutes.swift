// The routes of states: a tree of one, a value in it, and what an entry has changed.
import EnfoldJSON
import EnfoldSessions

extension Inspector {
  func addStateRoutes(to router: inout Router) {
    router.post("/api/tree") { [self] call throws(Refusal) in try tree(call) }
    router.get("/api/value") { [self] call throws(Refusal) in try value(call) }
    router.get("/api/difference") { [self] call throws(Refusal) in try difference(call) }
  }

  private func tree(_ call: Call) throws(Refusal) {
    let source = try list.source(try call.body.neededNumber("source"))
    let place = try source.place(ofStore: try call.body.neededNumber("store"))
    let at = entry(call.body["at"]?.number.map { Int(clamping: $0) }, of: source)
    var nodes: [TreeNode] = []
    if case .array(let asked)? = call.body["nodes"] {
      guard asked.count <= 500 else { throw Refusal("at most 500 nodes are answered at once") }
      for node in asked {
        guard case .string(let text)? = node["pointer"] else { throw Refusal("a node has no \"pointer\"") }
        nodes.append(TreeNode(text, try pointer(text), from: node["from"]?.number, count: node["count"]?.number))
      }
    }
    source.states.states(ofStore: place).find(at: at, slices) { moment in
      call.answer {
        $0.member("at", at)
        $0.member("revision", moment.revision)
        $0.member("known", moment.state != nil)
        if let problem = moment.problem { $0.member("message", CutText(problem, at: 1_000).text) }
        $0.array("nodes") { writer in
          guard let state = moment.state else { return }
          for node in nodes { node.write(state, to: &writer) }
        }
      }
    }
  }

  /// Finds the state at the place that a GET names. If it is not known, that is the answer.
  func state(_ call: Call, at number: Int?, _ done: @escaping (JSONValue, Source) -> Void) throws(Refusal) {
    let (source, place) = try store(call)
    source.states.states(ofStore: place).find(at: entry(number, of: source), slices) { moment in
      guard let state = moment.state else {
        return call.refuse(Refusal(409, CutText(moment.problem ?? "the state is not known", at: 1_000).text))
      }
      done(state, source)
    }
  }

  private func value(_ call: Call) throws(Refusal) {
    let path = try pointer(call.query.given("pointer") ?? "")
    try state(call, at: try call.query.number("at")) { state, _ in
      guard let value = state[path] else {
        return call.refuse(Refusal(404, "nothing is at \"\(CutText(path.pointer, at: 200).text)\""))
      }
      let text = value.prettyJSON(1 << 20)
      call.answer { $0.member("text", text) }
    }
  }

  private func difference(_ call: Call) throws(Refusal) {
    let source = try source(call)
    let n = try neededEntry(call, source)
    let entry = source.log.index.entries[n]
    func answer(_ changes: Changes) { call.answer { changes.write(to: &$0) } }
    guard entry.store != Entry.none, entry.kind.isCommit || entry.kind.tellsState else { return answer(Changes()) }
    let states = source.states.states(ofStore: Int(entry.store))
    states.find(at: n - 1, slices) { before in
      var after = before
      source.log.withLine(n) { line in
        after.take(line, kind: entry.kind, n: n)
        guard let state = after.state else {
          return call.refuse(Refusal(409, after.problem ?? "what it changed is not known"))
        }
        if entry.kind.isCommit {
          guard let start = before.state, case .array(let operations)? = try? line?.value(.patch) else {
            return answer(Changes())
          }
          answer(Changes(operations, of: start))
        } else if let start = before.state {
          answer(Changes(state.operations(since: start), of: start))
        } else {
          answer(Changes(state))
        }
      }
    }
  }
}

extension JSONValue {
  /// A number of an object, which must be there.
  func neededNumber(_ key: String) throws(Refusal) -> Int {
    guard let number = self[key]?.number, let small = Int(exactly: number) else {
      throw Refusal("\"\(key)\" is missing, or no number")
    }
    return small
  }

  /// A text of an object, which must be there.
  func neededText(_ key: String) throws(Refusal) -> String {
    guard case .string(let text)? = self[key] else { throw Refusal("\"\(key)\" is missing, or no text") }
    return text
  }
}
