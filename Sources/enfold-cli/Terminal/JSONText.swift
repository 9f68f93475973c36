// JSON for people: indented where it is long, and coloured.
import EnfoldJSON
import EnfoldSchemas

extension Style {
  /// - Parameter width: what is longer is written over several lines.
  func json(_ value: JSONValue, width: Int, indent: Int = 0) -> String {
    let compact = value.json
    let margin = String(repeating: " ", count: indent + 2)
    let end = "\n" + String(repeating: " ", count: indent)
    switch value {
    case .array(let elements) where !elements.isEmpty && compact.count + indent > width:
      let lines = elements.map { margin + json($0, width: width, indent: indent + 2) }
      return "[\n\(lines.joined(separator: ",\n"))\(end)]"
    case .object(let object) where !object.isEmpty && compact.count + indent > width:
      let lines = object.members.map { member in
        "\(margin)\(key(member.key)): \(json(member.value, width: width, indent: indent + 2))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\(end)}"
    case .array(let elements):
      return "[\(elements.map { json($0, width: .max) }.joined(separator: ", "))]"
    case .object(let object):
      return "{\(object.members.map { "\(key($0.key)): \(json($0.value, width: .max))" }.joined(separator: ", "))}"
    case .string: return green(compact)
    case .null: return dim(compact)
    default: return yellow(compact)
    }
  }

  private func key(_ name: String) -> String { blue(JSONValue.string(name).json) }
}
