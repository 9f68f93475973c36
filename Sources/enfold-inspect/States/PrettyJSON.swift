// The JSON of a value in several lines, for people.
import EnfoldJSON

extension JSONValue {
  /// - Parameter limit: how many bytes there may be, about.
  func prettyJSON(_ limit: Int) -> CutText {
    var writer = JSONWriter(capacity: 1 << 10)
    let isWhole = writePretty(to: &writer, depth: 0, limit)
    let text = writer.withBytes { CutText($0, at: limit) }
    return isWhole ? text : CutText(text.text, isCut: true)
  }

  /// False: there was no room for all of it.
  private func writePretty(to writer: inout JSONWriter, depth: Int, _ limit: Int) -> Bool {
    if writer.count > limit { return false }
    switch self {
    case .array(let elements) where !elements.isEmpty:
      writer.literal("[")
      for (index, element) in elements.enumerated() {
        writer.newLine(depth + 1, isFirst: index == 0)
        if !element.writePretty(to: &writer, depth: depth + 1, limit) { return false }
      }
      writer.newLine(depth, isFirst: true)
      writer.literal("]")
    case .object(let object) where !object.isEmpty:
      writer.literal("{")
      for (index, member) in object.members.enumerated() {
        writer.newLine(depth + 1, isFirst: index == 0)
        writer.writeKey(member.key)
        writer.literal(" ")
        if !member.value.writePretty(to: &writer, depth: depth + 1, limit) { return false }
      }
      writer.newLine(depth, isFirst: true)
      writer.literal("}")
    case .string(let text) where text.utf8.count > limit:
      writer.write(CutText(text, at: limit).text)
      return false
    default: writeJSON(to: &writer)
    }
    return true
  }
}

extension JSONWriter {
  fileprivate mutating func newLine(_ depth: Int, isFirst: Bool) {
    literal(isFirst ? "\n" : ",\n")
    for _ in 0..<depth { literal("  ") }
  }
}
