// The routes of commands, which live hosts do.
import EnfoldJSON
import EnfoldSessions

extension Inspector {
  func addCommandRoutes(to router: inout Router) {
    router.post("/api/command") { [self] call throws(Refusal) in try command(call) }
    router.get("/api/breakpoints") { [self] call throws(Refusal) in try breakpoints(call) }
  }

  /// The connection of a source.
  func connection(_ source: Source) throws(Refusal) -> HostConnection {
    guard source.kind == .host else { throw Refusal(409, "\(source.name) is a file: nothing can be sent to it") }
    guard let connection = source.connection else { throw Refusal(409, "\(source.name) is not connected") }
    return connection
  }

  private func command(_ call: Call) throws(Refusal) {
    let source = try list.source(try call.body.neededNumber("source"))
    let name = try call.body.neededText("do")
    let connection = try connection(source)
    switch name {
    case "record":
      let isOn = try isOn(call.body)
      return ask(call, connection, name) { $0.member("on", isOn) }
    case "stats": return ask(call, connection, name) { _ in }
    case "send", "restore", "hold", "step", "break": break
    default:
      throw Refusal(
        "\"do\" is \"\(CutText(name, at: 40).text)\"; known: send, restore, hold, step, break, record, stats")
    }
    guard source.hasControl else {
      let how = "start the program with ENFOLD_INSPECT=control in its environment to control it"
      throw Refusal(403, "\(source.name) may be looked at only; \(how)", name: "ENFOLD_UNSUPPORTED")
    }
    let place = try source.place(ofStore: try call.body.neededNumber("store"))
    let number = source.log.index.stores[place].number
    switch name {
    case "send":
      let action = try json(call.body, "action")
      ask(call, connection, name) {
        $0.member("store", number)
        $0.member("action", json: action)
      }
    case "hold":
      let isOn = try isOn(call.body)
      ask(call, connection, name) {
        $0.member("store", number)
        $0.member("on", isOn)
      }
    case "restore": try restore(call, source, connection, place)
    case "break": try breakpoint(call, source, connection, number)
    default: ask(call, connection, name) { $0.member("store", number) }
    }
  }

  private func isOn(_ body: JSONValue) throws(Refusal) -> Bool {
    switch body["on"] {
    case nil: return true
    case .bool(let isOn)?: return isOn
    default: throw Refusal("\"on\" is true or false")
    }
  }

  /// A text that is JSON, in one line. What stands at which byte stays as it is.
  private func json(_ body: JSONValue, _ key: String) throws(Refusal) -> String {
    let text = try body.neededText(key)
    do throws(JSONError) {
      _ = try JSON.decode(AnyJSON.self, from: text)
    } catch {
      throw Refusal(
        400, "\(key): \(error.message)", name: "ENFOLD_BAD_JSON", offset: UInt64(clamping: error.offset))
    }
    let line = text.utf8.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 }
    return String(decoding: line, as: UTF8.self)
  }

  /// Sends a command, and answers with the reply.
  private func ask(
    _ call: Call, _ connection: HostConnection, _ name: String, _ members: (inout JSONWriter) -> Void,
    then done: @escaping (JSONValue) -> Void = { _ in }
  ) {
    connection.commands.ask(connection, name, members) { result in
      switch result {
      case .success(let reply):
        done(reply)
        call.answer { $0.member("reply", reply) }
      case .failure(let refusal): call.refuse(refusal)
      }
    }
  }

  // MARK: Commands that are more than a line

  /// The page names an entry; the state never leaves this process and the host.
  private func restore(_ call: Call, _ source: Source, _ connection: HostConnection, _ place: Int) throws(Refusal) {
    let n = try call.body.neededNumber("at")
    guard n >= 0, n < source.log.count else { throw Refusal(404, "there is no entry \(n)") }
    let number = source.log.index.stores[place].number
    source.states.states(ofStore: place).find(at: n, slices) { moment in
      guard let state = moment.state else {
        return call.refuse(Refusal(409, moment.problem ?? "the state is not known there"))
      }
      let secrets = state.redactedPlaces(most: 20)
      guard secrets.isEmpty else {
        let places = secrets.map { "\"\(CutText($0, at: 100).text)\"" }.joined(separator: ", ")
        return call.refuse(
          Refusal(409, "the state has redacted values and cannot be restored: \(places)", name: "ENFOLD_INVALID"))
      }
      self.ask(call, connection, "restore") {
        $0.member("store", number)
        $0.member("state", state)
      }
    }
  }

  private func breakpoint(
    _ call: Call, _ source: Source, _ connection: HostConnection, _ number: UInt64
  ) throws(Refusal) {
    let text = try json(call.body, "options")
    let options = try? JSONValue(parsing: text)
    ask(call, connection, "break") {
      $0.member("store", number)
      $0.member("options", json: text)
    } then: { reply in
      if let removed = options?["remove"]?.number {
        source.breakpoints[number]?.removeAll { $0.id == removed }
      } else if options?["clear"] == true {
        source.breakpoints[number] = []
      } else if let id = reply["breakpoint"]?.number {
        source.breakpoints[number, default: []].append((id, text))
      }
    }
  }

  private func breakpoints(_ call: Call) throws(Refusal) {
    let (source, place) = try store(call)
    let known = source.breakpoints[source.log.index.stores[place].number] ?? []
    call.answer {
      $0.array("breakpoints") { writer in
        for point in known {
          writer.object {
            $0.member("id", point.id)
            $0.member("text", point.text)
          }
        }
      }
    }
  }
}

/// Any JSON, which is looked through and not kept.
private struct AnyJSON: JSONDecodable {
  init(json reader: inout JSONReader) throws(JSONError) { try reader.skipValue() }
  static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .any }
}
