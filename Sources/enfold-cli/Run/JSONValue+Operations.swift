// What differs between two JSON values, as the operations of a JSON Patch.
import EnfoldJSON
import EnfoldSchemas

extension JSONValue {
  /// The operations that make this value of an older one. Elements of arrays are compared by their places.
  func operations(from old: JSONValue, at path: JSONPath = .root) -> [JSONValue] {
    if old == self { return [] }
    switch (old, self) {
    case (.object(let before), .object(let after)):
      let removed = before.members.filter { after[$0.key] == nil }.map { Self.remove(path.appending($0.key)) }
      return removed
        + after.members.flatMap { key, value in
          let place = path.appending(key)
          return before[key].map { value.operations(from: $0, at: place) } ?? [value.operation("add", place)]
        }
    case (.array(let before), .array(let after)):
      let removed = (after.count..<max(after.count, before.count)).reversed().map {
        Self.remove(path.appending(String($0)))
      }
      return removed
        + after.indices.flatMap { index in
          let place = path.appending(String(index))
          guard index < before.count else { return [after[index].operation("add", place)] }
          return after[index].operations(from: before[index], at: place)
        }
    default: return [operation("replace", path)]
    }
  }

  private func operation(_ name: String, _ path: JSONPath) -> JSONValue {
    ["op": .string(name), "path": .string(path.pointer), "value": self]
  }

  private static func remove(_ path: JSONPath) -> JSONValue { ["op": "remove", "path": .string(path.pointer)] }
}
