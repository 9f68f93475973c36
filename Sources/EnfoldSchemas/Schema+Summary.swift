// What a schema says, in few words: "{title: string, id?: integer}".
import EnfoldJSON

extension Schema {
  /// One line. Types below `depth` are named only.
  package func summary(depth: Int = 2) -> String {
    if depth <= 0, let name { return name }
    let (cases, alternatives) = (cases, alternatives)
    if alternatives.count > cases.count || cases.contains(where: { $0.payload != nil }), cases.count > 1 {
      var texts = cases.count > 5 || depth <= 1 ? cases.map(\.name) : cases.map { $0.summary(depth: depth - 1) }
      if alternatives.contains(where: { $0.type == "null" }) { texts.append("null") }
      return texts.joined(separator: " | ")
    }
    let texts = alternatives.map { $0.alone(depth: depth) }
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }.joined(separator: " or ")
  }

  /// A value of this form, as JSON.
  package var example: String { example(depth: 4) }

  private func example(depth: Int) -> String {
    guard depth > 0, let form = alternatives.first else { return "null" }
    if let constant = form.constants.first { return constant.json }
    switch form.type {
    case "integer", "number": return "0"
    case "string": return "\"…\""
    case "boolean": return "true"
    case "array": return "[]"
    case "object":
      let members = form.properties.filter(\.isRequired).map {
        "\(JSONValue.string($0.name).json):\($0.schema.example(depth: depth - 1))"
      }
      return "{\(members.joined(separator: ","))}"
    default: return "null"
    }
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

extension Schema.Case {
  /// The JSON of this case, in few words.
  package func summary(depth: Int) -> String {
    payload.map { "{\(name): \($0.summary(depth: depth))}" } ?? JSONValue.string(name).json
  }
}
