// ChoiceReading: reads the cases of an enum from its schema.
import EnfoldJSON

enum ChoiceReading {
  struct Case {
    let key: String
    /// Nil: only the name is read.
    var payload: JSONValue?
    /// Whether the name alone is read, too.
    var hasName: Bool
    var doc: String?
  }

  /// Whether each alternative is a name, or an object with one key.
  static func isChoice(_ choices: [JSONValue]) -> Bool {
    !choices.isEmpty && choices.allSatisfy { $0["const"]?.text != nil || single($0) != nil }
      && choices.contains { $0["const"] == nil || choices.count > 1 }
  }

  /// The cases in their order. `"increment"` and `{"increment":{}}` are one.
  static func cases(_ choices: [JSONValue]) -> [Case] {
    var cases: [Case] = []
    for choice in choices {
      let doc = choice["description"]?.text ?? choice["title"]?.text
      if let name = choice["const"]?.text {
        if let index = cases.firstIndex(where: { $0.key == name }) {
          cases[index].hasName = true
        } else {
          cases.append(Case(key: name, payload: nil, hasName: true, doc: doc))
        }
      } else if let (name, payload) = single(choice) {
        let doc = doc ?? payload["description"]?.text
        if let index = cases.firstIndex(where: { $0.key == name }) {
          cases[index].payload = payload
          cases[index].doc = cases[index].doc ?? doc
        } else {
          cases.append(Case(key: name, payload: payload, hasName: false, doc: doc))
        }
      }
    }
    return cases
  }

  private static func single(_ choice: JSONValue) -> (key: String, schema: JSONValue)? {
    guard choice["type"] == "object", let members = choice["properties"]?.members, members.count == 1,
      choice["required"]?.elements == [.string(members[0].key)]
    else { return nil }
    return (members[0].key, members[0].value)
  }

  /// The name of a definition of the same document.
  static func definitionName(_ reference: String) -> String? {
    let prefix = "#/$defs/"
    return reference.hasPrefix(prefix) ? String(reference.dropFirst(prefix.count)) : nil
  }
}

/// The text of a schema in which each reference is replaced by its definition. Equal texts mean equal types.
enum Form {
  static func text(of schema: JSONValue, in document: JSONValue) -> String {
    var within: [String] = []
    // A definition and a reference to it have one text.
    if case .string(let reference)? = schema["$ref"], let name = ChoiceReading.definitionName(reference),
      let definition = document["$defs"]?[name]
    {
      within.append(name)
      return expanded(definition, document, &within).json
    }
    if let name = document["$defs"]?.members?.first(where: { $0.value == schema })?.key { within.append(name) }
    return expanded(schema, document, &within).json
  }

  private static func expanded(_ schema: JSONValue, _ document: JSONValue, _ within: inout [String]) -> JSONValue {
    switch schema {
    case .array(let elements): return .array(elements.map { expanded($0, document, &within) })
    case .object(let object):
      if let reference = schema["$ref"]?.text, let name = ChoiceReading.definitionName(reference),
        let definition = document["$defs"]?[name]
      {
        // A reference to a type that encloses this place becomes a number: how many definitions outward that type is.
        if let depth = within.lastIndex(of: name) { return .integer(Int64(within.count - depth)) }
        within.append(name)
        defer { within.removeLast() }
        return expanded(definition, document, &within)
      }
      var copy = JSONObject()
      // Annotations are not part of the form.
      for (key, value) in object.members where !key.hasPrefix("x-") && key != "$defs" && key != "$schema" {
        copy[key] = expanded(value, document, &within)
      }
      return .object(copy)
    default: return schema
    }
  }
}
