// SchemaPlaces: what the schema of a type says of a place in its JSON, for messages and other schemas.

/// Finds places in the schema of a type. Used only when a message or a schema is made.
package struct SchemaPlaces {
  private let document: JSONValue

  package init<T: JSONDescribable>(of type: T.Type) {
    var builder = JSONSchemaBuilder()
    let schema = T.jsonSchema(in: &builder)
    document = builder.document(schema)
  }

  /// The keys at a place; empty if values there have none of their own.
  package func keys(at path: JSONPath) -> [String] { schema(at: path).map { members(of: $0).map(\.key) } ?? [] }

  /// The key of the shared value that is at a place, or that the place is a part of; nil if there is none.
  package func sharedKey(at path: JSONPath) -> String? {
    var path = path
    while !path.isEmpty {
      if case .string(let key)? = schema(at: path)?["x-enfold-shared"] { return key }
      path = path.dropLast()
    }
    return nil
  }

  /// Whether a place, or something around it, is marked as secret. `*` stands for an element.
  package func isSecret(at path: JSONPath) -> Bool {
    (1...max(path.count, 1)).contains { schema(at: path.prefix($0))?[JSONSchema.redactedKeyword] == true }
  }

  /// Whether a place is in a case of an enum, whose values may be of another case.
  package func isInCase(_ path: JSONPath) -> Bool {
    (0..<path.count).contains { schema(at: path.prefix($0)).map(mayBeCase) ?? false }
  }

  private func mayBeCase(_ schema: JSONValue) -> Bool {
    if isChoice(schema) { return true }
    guard case .array(let choices) = resolved(schema)["anyOf"] else { return false }
    return choices.contains(where: mayBeCase)
  }

  private func schema(at path: JSONPath) -> JSONValue? {
    var schema = document
    for number in 0..<path.count {
      guard let token = path.dropFirst(number).first, let inner = inside(schema, token.text) else { return nil }
      schema = inner
    }
    return schema
  }

  /// The case that an action's text names, with those inside it, such as `child.rename`; and the keys of its values.
  /// Nil if the text names no case.
  package func caseNamed(in text: JSONValue) -> (name: String, keys: [String])? {
    var schema = document
    var value = text
    var names: [String] = []
    while isChoice(schema) || names.isEmpty {
      guard case .object(let object) = value, let member = object.members.first, object.members.count == 1,
        let inner = inside(schema, member.key)
      else {
        if case .string(let name) = value, let inner = inside(schema, name) {
          names.append(name)
          schema = inner
        }
        break
      }
      names.append(member.key)
      (schema, value) = (inner, member.value)
    }
    return names.isEmpty ? nil : (names.joined(separator: "."), isChoice(schema) ? [] : members(of: schema).map(\.key))
  }

  /// Whether values are one of several cases.
  private func isChoice(_ schema: JSONValue) -> Bool { resolved(schema)["oneOf"] != nil }

  /// The definition that a schema refers to, or the schema itself.
  private func resolved(_ schema: JSONValue) -> JSONValue {
    guard case .string(let reference) = schema["$ref"], let name = reference.split(separator: "/").last,
      let definition = document["$defs"]?[String(name)]
    else { return schema }
    return definition
  }

  /// The alternatives of a schema; the schema itself if it has none.
  private func alternatives(_ schema: JSONValue) -> [JSONValue] {
    let schema = resolved(schema)
    for keyword in ["oneOf", "anyOf"] {
      if case .array(let choices) = schema[keyword] { return choices.flatMap { alternatives($0) } }
    }
    return [schema]
  }

  private func members(of schema: JSONValue) -> [(key: String, value: JSONValue)] {
    alternatives(schema).flatMap { choice -> [(key: String, value: JSONValue)] in
      guard case .object(let properties) = choice["properties"] else { return [] }
      return properties.members.map { ($0.key, $0.value) }
    }
  }

  private func inside(_ schema: JSONValue, _ token: String) -> JSONValue? {
    if let member = members(of: schema).first(where: { $0.key == token }) { return member.value }
    for choice in alternatives(schema) {
      if let element = choice["items"] { return element }
      if case .object? = choice["additionalProperties"] { return choice["additionalProperties"] }
    }
    return nil
  }
}
