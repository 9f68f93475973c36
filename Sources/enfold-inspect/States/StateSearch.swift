// StateSearch: finds a text in the keys and values of a state.
import EnfoldJSON

struct StateSearch: Sendable {
  private struct Match {
    let pointer: String
    let text: CutText
    let isKey: Bool
  }

  private let text: TextSearch
  private var matches: [Match] = []
  private var hasMore = false
  private static let most = 200
  private static let leaf = 400
  private static let preview = 80

  init(_ text: String, in state: JSONValue) {
    self.text = TextSearch(text)
    look(state, .root)
  }

  private mutating func look(_ value: JSONValue, _ path: JSONPath) {
    if hasMore { return }
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() where !hasMore { look(element, path.appending(String(index))) }
    case .object(let object):
      for (key, member) in object.members where !hasMore {
        let inside = path.appending(key)
        if text.isIn(key) { add(inside, member, isKey: true) }
        look(member, inside)
      }
    case .string(let string): if text.isIn(string) { add(path, value, isKey: false) }
    default: if text.isIn(value.json) { add(path, value, isKey: false) }
    }
  }

  private mutating func add(_ path: JSONPath, _ value: JSONValue, isKey: Bool) {
    guard matches.count < Self.most else { return hasMore = true }
    let short = value.shortJSON(value.size == nil ? Self.leaf : Self.preview)
    matches.append(Match(pointer: path.pointer, text: short, isKey: isKey))
  }

  func write(to writer: inout JSONWriter) {
    writer.array("matches") { writer in
      for match in matches {
        writer.object {
          $0.member("pointer", match.pointer)
          $0.member("text", match.text)
          $0.member("in", match.isKey ? "key" : "value")
        }
      }
    }
    if hasMore { writer.member("more", true) }
  }
}
