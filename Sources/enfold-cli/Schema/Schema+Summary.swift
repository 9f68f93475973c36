// What a schema says, in few words: "{title: string, id?: integer}".
import EnfoldJSON

extension Schema {
  /// One line. Types below `depth` are named only.
  func summary(depth: Int = 2) -> String {
    if depth <= 0, let name { return name }
    let texts = alternatives.map { $0.alone(depth: depth) }
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }.joined(separator: " or ")
  }

  private func alone(depth: Int) -> String {
    if !constants.isEmpty { return constants.map(\.json).joined(separator: " | ") }
    switch type {
    case "array":
      guard let items else { return "[…]" }
      return "[\(items.summary(depth: depth - 1))]"
    case "object":
      if let values = additionalProperties, properties.isEmpty { return "{…: \(values.summary(depth: depth - 1))}" }
      guard !properties.isEmpty else { return "{}" }
      guard depth > 0 else { return "{…}" }
      let texts = properties.map { "\($0.name)\($0.isRequired ? "" : "?"): \($0.schema.summary(depth: depth - 1))" }
      return "{\(texts.joined(separator: ", "))}"
    case let type?: return type
    case nil: return "anything"
    }
  }
}
