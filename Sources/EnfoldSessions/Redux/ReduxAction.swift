// ReduxAction: actions of Enfold as those of Redux, and back.
import EnfoldJSON

/// The rule: the text `"increment"` is `{"type":"increment"}`, and an object with one member, `{"setCount":7}`, is
/// `{"type":"setCount","payload":7}`. Everything else, and a name that begins with `@@enfold/`, is the payload of `@@enfold/action`. A
/// commit without an action is `@@enfold/set`, `@@enfold/restore`, …, with the operations of its patch as its payload.
enum ReduxAction {
  static let own = "@@enfold/"

  /// The action of a step. Its keys are in the order in which people read them.
  static func of(_ step: StoreWalk.Step) -> JSONValue {
    if let kind = kind(of: step.entry) {
      return ["type": .string(own + kind), "payload": .array(step.patch)]
    }
    return of(step.entry[.action]?.value ?? .null)
  }

  static func of(_ action: JSONValue) -> JSONValue {
    switch action {
    case .string(let name) where !name.hasPrefix(own): return ["type": .string(name)]
    case .object(let object) where object.count == 1 && !object.members[0].key.hasPrefix(own):
      return ["type": .string(object.members[0].key), "payload": object.members[0].value]
    default: return ["type": .string(own + "action"), "payload": action]
    }
  }

  /// What a commit without an action that can be sent is called; nil: it has one.
  private static func kind(of entry: SessionEntry) -> String? {
    switch entry.kind {
    case .action: entry[.action] == nil ? "commit" : nil
    case .binding: entry[.action].map { $0.value["binding"] == [:] } ?? true ? "binding" : nil
    default: entry.kind.rawValue
    }
  }

  // MARK: Back

  /// What an action of Redux was.
  struct Origin {
    var kind: SessionEntry.Kind
    /// Nil: it had none.
    var action: JSONValue?
    /// Of a commit without an action: its payload, which should be its patch.
    var patch: JSONValue?
    /// What has no place in an action of Enfold.
    var loss: String?
  }

  /// Reads an action of Redux. Throws why it is none.
  static func origin(of value: JSONValue) throws(ReduxProblem) -> Origin {
    guard case .object(let object) = value else { throw ReduxProblem("an action is an object with a text \"type\"") }
    guard case .string(let type)? = object["type"] else {
      throw ReduxProblem("an action needs a text \"type\"; it is \(shown(object["type"]))", at: ["type"])
    }
    let others = object.members.filter { $0.key != "type" && $0.key != "payload" }
    if type.hasPrefix(own) { return try origin(String(type.dropFirst(own.count)), object["payload"]) }
    if let payload = object["payload"] {
      let names = others.map(\.key).joined(separator: ", ")
      return Origin(
        kind: .action, action: .object([type: payload]),
        loss: others.isEmpty ? nil : "members of actions beside type and payload were left out: \(names)")
    }
    if others.isEmpty { return Origin(kind: .action, action: .string(type)) }
    var members = object
    members["type"] = nil
    return Origin(
      kind: .action, action: .object([type: .object(members)]),
      loss: "members of actions without a payload became its payload")
  }

  private static func origin(_ name: String, _ payload: JSONValue?) throws(ReduxProblem) -> Origin {
    switch name {
    case "action":
      guard let payload else { throw ReduxProblem("\(own)action needs a payload: the action") }
      return Origin(kind: .action, action: payload)
    case "commit": return Origin(kind: .action, patch: payload)
    case "binding": return Origin(kind: .binding, action: ["binding": [:]], patch: payload)
    case "opened", "state":
      return Origin(kind: .restore, loss: "states behind entries that were not in the session became restored states")
    default:
      guard let kind = SessionEntry.Kind(rawValue: name), kind.isCommit else {
        throw ReduxProblem(
          "there is no \(own)\(name); known: action, commit, binding, set, restore, shared, mutation, state",
          at: ["type"])
      }
      return Origin(kind: kind, patch: payload)
    }
  }
}

/// What is wrong with a value, and where in it.
struct ReduxProblem: Error {
  let message: String
  let place: [String]

  init(_ message: String, at place: [String] = []) { (self.message, self.place) = (message, place) }
}
