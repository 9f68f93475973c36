// What makes one state of another: the operations of a JSON Patch.
import EnfoldJSON

extension JSONValue {
  /// The operations that make this value of an older one. In a list the elements that are equal at its beginning and at its end stay.
  package func operations(since old: JSONValue, at path: JSONPath = .root) -> [JSONValue] {
    if old == self { return [] }
    switch (old, self) {
    case (.object(let before), .object(let after)):
      let removed = before.members.filter { after[$0.key] == nil }.map { Self.removal(path.appending($0.key)) }
      return removed
        + after.members.flatMap { key, value in
          let place = path.appending(key)
          return before[key].map { value.operations(since: $0, at: place) } ?? [value.operation("add", place)]
        }
    case (.array(let before), .array(let after)):
      let shorter = min(before.count, after.count)
      let start = (0..<shorter).first { before[$0] != after[$0] } ?? shorter
      let rest = shorter - start
      let end = (0..<rest).first { before[before.count - 1 - $0] != after[after.count - 1 - $0] } ?? rest
      let (old, new) = (start..<(before.count - end), start..<(after.count - end))
      let changed = new.prefix(old.count).flatMap {
        after[$0].operations(since: before[$0], at: path.appending(String($0)))
      }
      let removed = old.dropFirst(new.count).reversed().map { Self.removal(path.appending(String($0))) }
      return changed + removed
        + new.dropFirst(old.count).map { after[$0].operation("add", path.appending(String($0))) }
    default: return [operation("replace", path)]
    }
  }

  private func operation(_ name: String, _ path: JSONPath) -> JSONValue {
    ["op": .string(name), "path": .string(path.pointer), "value": self]
  }

  private static func removal(_ path: JSONPath) -> JSONValue { ["op": "remove", "path": .string(path.pointer)] }
}
