// Changes: operations of a patch, with what was there before.
import EnfoldJSON
import EnfoldSessions

struct Changes: Sendable {
  private struct Change {
    let op: String
    let path: String
    let from: String?
    let before: CutText?
    let after: CutText?
  }

  private var changes: [Change] = []
  /// How many are left out.
  private var more = 0
  private static let most = 500
  private static let longest = 2_000

  init() {}

  /// A state that was not there before.
  init(_ state: JSONValue) {
    changes = [Change(op: "add", path: "", from: nil, before: nil, after: state.shortJSON(Self.longest))]
  }

  /// - Parameter start: the state before. The operations fit it.
  init(_ operations: [JSONValue], of start: JSONValue) {
    more = max(operations.count - Self.most, 0)
    var state = start
    for operation in operations.prefix(Self.most) {
      guard case .string(let op)? = operation["op"], case .string(let pointer)? = operation["path"] else { continue }
      var from: String?
      if case .string(let text)? = operation["from"] { from = text }
      let path = try? JSONPath(pointer: pointer)
      let before = op == "add" || op == "copy" ? nil : value(state, op == "move" ? from : pointer)
      guard (try? JSONPatch.apply([operation], to: &state, limits: SessionFile.limits)) != nil else { break }
      let after = op == "remove" ? nil : operation["value"] ?? path.flatMap { state[$0] }
      changes.append(
        Change(
          op: op, path: pointer, from: from, before: before?.shortJSON(Self.longest),
          after: after?.shortJSON(Self.longest)))
    }
  }

  func write(to writer: inout JSONWriter) {
    writer.array("operations") { writer in
      for change in changes {
        writer.object {
          $0.member("op", change.op)
          $0.member("path", change.path)
          if let from = change.from { $0.member("from", from) }
          if let before = change.before { $0.member("before", before.text) }
          if let after = change.after { $0.member("after", after.text) }
          if change.before?.isCut == true || change.after?.isCut == true { $0.member("cut", true) }
        }
      }
    }
    writer.member("more", more)
  }
}

/// The value at a pointer, which may be none.
private func value(_ state: JSONValue, _ pointer: String?) -> JSONValue? {
  guard let pointer, let path = try? JSONPath(pointer: pointer) else { return nil }
  return state[path]
}
