// Schema: a place in a JSON Schema, as `info`, `help` and the completion look at it.
import EnfoldJSON

/// A schema inside a document, to which its references lead.
package struct Schema {
  /// One of the forms of a value that are told apart by a name: an action, a case of an enum.
  package struct Case {
    package let name: String
    /// Nil: the name alone is the whole value.
    package let payload: Schema?
  }

  private let document: JSONValue
  private let node: JSONValue

  package init(document: JSONValue) { self.init(document: document, node: document) }

  private init(document: JSONValue, node: JSONValue) {
    self.document = document
    self.node = node
  }

  /// The name of the type, if this is a reference: "Todo".
  package var name: String? { node["$ref"]?.string.flatMap { $0.split(separator: "/").last }.map { String($0) } }

  /// The schema that a reference leads to; this schema if it is no reference.
  package var resolved: Schema {
    var node = node
    // References may lead in circles.
    for _ in 0..<16 {
      guard let reference = node["$ref"]?.string, reference.first == "#",
        let path = try? JSONPath(pointer: String(reference.dropFirst())), let next = document[path]
      else { break }
      node = next
    }
    return Schema(document: document, node: node)
  }

  private func inner(_ node: JSONValue) -> Schema { Schema(document: document, node: node) }

  /// "integer", "object" and so on.
  package var type: String? { resolved.node["type"]?.string }

  /// The alternatives of which a value is one; this alone, if there are none.
  package var alternatives: [Schema] { alternatives(depth: 8) }

  /// A schema may be an alternative of itself, so the depth has a limit.
  private func alternatives(depth: Int) -> [Schema] {
    let here = resolved
    let choices = here.node["oneOf"]?.elements ?? here.node["anyOf"]?.elements ?? []
    return choices.isEmpty || depth == 0 ? [here] : choices.flatMap { inner($0).alternatives(depth: depth - 1) }
  }

  /// The values of which a value is one, if the schema lists them.
  package var constants: [JSONValue] {
    let here = resolved
    return here.node["const"].map { [$0] } ?? here.node["enum"]?.elements ?? []
  }

  /// The properties of an object.
  package var properties: [(name: String, schema: Schema, isRequired: Bool)] {
    let here = resolved
    let required = here.node["required"]?.elements.compactMap(\.string) ?? []
    return (here.node["properties"]?.members ?? []).map { ($0.key, inner($0.value), required.contains($0.key)) }
  }

  /// The schema of the elements of an array, if there is one.
  package var items: Schema? { resolved.node["items"].map { inner($0) } }

  /// The schema of the values of a dictionary.
  package var additionalProperties: Schema? {
    resolved.node["additionalProperties"].flatMap { if case .bool = $0 { nil } else { inner($0) } }
  }

  /// The cases of an action or an enum, in order, each once; none if it is something else.
  package var cases: [Case] {
    var cases: [Case] = []
    func add(_ name: String, _ payload: Schema?) {
      if !cases.contains(where: { $0.name == name }) { cases.append(Case(name: name, payload: payload)) }
    }
    for alternative in alternatives {
      for constant in alternative.constants {
        if let name = constant.string { add(name, nil) }
      }
      let properties = alternative.properties
      if properties.count == 1, properties[0].isRequired {
        add(properties[0].name, properties[0].schema.isEmptyObject ? nil : properties[0].schema)
      }
    }
    return cases
  }

  private var isEmptyObject: Bool { type == "object" && properties.isEmpty && additionalProperties == nil }

  /// The names that a breakpoint may give: those of the cases, or else those of the properties.
  package var names: [String] {
    cases.isEmpty ? alternatives.flatMap(\.properties).map(\.name).uniqued : cases.map(\.name)
  }

  /// The schema below some keys; nil if there is none.
  package func inside(_ keys: some Sequence<String>) -> Schema? {
    var schema: Schema? = self
    for key in keys { schema = schema?[key] }
    return schema
  }

  /// The schema of a member; nil if there is none.
  package subscript(key: String) -> Schema? {
    for alternative in alternatives {
      if let property = alternative.properties.first(where: { $0.name == key }) { return property.schema }
      if let values = alternative.additionalProperties { return values }
    }
    return nil
  }
}
