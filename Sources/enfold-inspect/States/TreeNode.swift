// TreeNode: a place in a state, as the page shows it.
import EnfoldJSON

/// A part of a state that was asked for.
struct TreeNode {
  private let pointer: String
  private let path: JSONPath
  private let from: Int
  private let count: Int
  private static let most = 1_000
  private static let leaf = 400
  private static let preview = 80

  init(_ pointer: String, _ path: JSONPath, from: UInt64?, count: UInt64?) {
    (self.pointer, self.path) = (pointer, path)
    self.from = Int(clamping: from ?? 0)
    self.count = min(Int(clamping: count ?? 100), Self.most)
  }

  func write(_ state: JSONValue, to writer: inout JSONWriter) {
    writer.object {
      $0.member("pointer", pointer)
      let value = state[path]
      $0.member("exists", value != nil)
      guard let value else { return }
      value.writeKind(to: &$0)
      guard let size = value.size else { return $0.member("text", value.shortJSON(Self.leaf)) }
      $0.member("from", from)
      $0.array("children") {
        for place in min(from, size)..<min(from.addingReportingOverflow(count).partialValue, size) {
          Self.write(value, place, to: &$0)
        }
      }
    }
  }

  private static func write(_ parent: JSONValue, _ place: Int, to writer: inout JSONWriter) {
    writer.object {
      let (key, value): (String, JSONValue) =
        switch parent {
        case .array(let elements): (String(place), elements[place])
        case .object(let object): object.members[place]
        default: ("", .null)
        }
      $0.member("key", key)
      value.writeKind(to: &$0)
      $0.member("text", value.shortJSON(value.size == nil ? leaf : preview))
    }
  }
}

extension JSONValue {
  /// How many elements or members it has; nil: it is neither an array nor an object.
  var size: Int? {
    switch self {
    case .array(let elements): elements.count
    case .object(let object): object.count
    default: nil
    }
  }

  fileprivate func writeKind(to writer: inout JSONWriter) {
    let kind =
      switch self {
      case .null: "null"
      case .bool: "bool"
      case .integer, .unsigned, .double: "number"
      case .string: "string"
      case .array: "array"
      case .object: "object"
      }
    writer.member("kind", kind)
    if let size { writer.member("count", size) }
  }

  /// The beginning of the JSON. No more of the value is looked at than is needed.
  func shortJSON(_ limit: Int) -> CutText {
    var writer = JSONWriter(capacity: 2 * limit)
    let isWhole = writeBeginning(to: &writer, limit)
    return writer.withBytes { bytes in
      let text = CutText(bytes, at: limit)
      return isWhole ? text : CutText(text.text, isCut: true)
    }
  }

  /// Writes until there are enough bytes. False: something was left out.
  private func writeBeginning(to writer: inout JSONWriter, _ limit: Int) -> Bool {
    // A character has at most six bytes in JSON.
    let enough = limit * 6
    if writer.count > enough { return false }
    switch self {
    case .string(let text):
      let short = CutText(text, at: limit)
      writer.write(short.text)
      return !short.isCut
    case .array(let elements):
      writer.literal("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { writer.literal(",") }
        if !element.writeBeginning(to: &writer, limit) { return false }
      }
      writer.literal("]")
    case .object(let object):
      writer.literal("{")
      for (index, member) in object.members.enumerated() {
        if index > 0 { writer.literal(",") }
        let short = CutText(member.key, at: limit)
        writer.writeKey(short.text)
        if short.isCut || !member.value.writeBeginning(to: &writer, limit) { return false }
      }
      writer.literal("}")
    default: writeJSON(to: &writer)
    }
    return true
  }
}
