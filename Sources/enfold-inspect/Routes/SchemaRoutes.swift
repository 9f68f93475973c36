// The routes of schemas: the actions of a store, and what may follow a text.
import EnfoldJSON
import EnfoldSchemas

extension Inspector {
  func addSchemaRoutes(to router: inout Router) {
    router.get("/api/schema") { [self] call throws(Refusal) in try schema(call) }
    router.post("/api/complete") { [self] call throws(Refusal) in try complete(call) }
  }

  /// Finds the schema of the actions of a store. The host is asked when it has not told of the feature yet.
  private func actions(
    _ call: Call, _ source: Source, _ place: Int, _ done: @escaping (JSONValue) -> Void
  ) throws(Refusal) {
    guard source.kind == .host else { throw Refusal(404, "a file does not have the schemas of its stores") }
    let store = source.log.index.stores[place]
    let connection = try connection(source)
    func find() -> JSONValue? {
      connection.features.first { $0["name"] == .string(store.feature) }.map { $0["action"] ?? true }
    }
    if let known = find() { return done(known) }
    connection.commands.ask(connection, "features", { _ in }) { result in
      switch result {
      case .success(let reply):
        connection.features = reply["features"]?.elements ?? []
        if let known = find() { return done(known) }
        call.refuse(Refusal(404, "the program does not tell the schema of \(store.feature)"))
      case .failure(let refusal): call.refuse(refusal)
      }
    }
  }

  private func schema(_ call: Call) throws(Refusal) {
    let (source, place) = try store(call)
    try actions(call, source, place) { document in
      call.answer {
        $0.member("action", document.json)
        $0.array("cases") { writer in
          for action in Schema(document: document).cases {
            let name = JSONValue.string(action.name).json
            writer.object {
              $0.member("name", action.name)
              if let payload = action.payload { $0.member("payload", payload.summary()) }
              $0.member("example", action.payload.map { "{\(name):\($0.example)}" } ?? name)
            }
          }
        }
      }
    }
  }

  /// A browser counts UTF-16 units, so here they are counted, too.
  private func complete(_ call: Call) throws(Refusal) {
    let source = try list.source(try call.body.neededNumber("source"))
    let place = try source.place(ofStore: try call.body.neededNumber("store"))
    let text = try call.body.neededText("text")
    let cursor = call.body["cursor"]?.number.map { Int(clamping: $0) } ?? text.utf16.count
    guard text.utf16.count <= 1 << 16 else { throw Refusal(413, "the text is too long to be completed") }
    let end = text.utf16.index(text.startIndex, offsetBy: min(cursor, text.utf16.count))
    let before = text[..<(String.Index(end, within: text) ?? text.endIndex)]
    try actions(call, source, place) { document in
      let completion = JSONPrefix.completion(after: before, schema: Schema(document: document))
      call.answer {
        $0.member("replaced", before.suffix(completion.replaced).utf16.count)
        $0.array("candidates") { for candidate in completion.candidates.prefix(200) { $0.element(candidate) } }
        if let hint = completion.hint { $0.member("hint", hint) }
      }
    }
  }
}
