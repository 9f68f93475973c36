// WritablePlaces: which properties of a state JSON may write, for messages and schemas.

/// The properties of a state, and of the states inside, that a host may write. Made only when a message or a schema is.
struct WritablePlaces {
  private struct Place {
    /// The tokens that lead to it; `*` stands for an element.
    let tokens: [String]
    let value: Any.Type
    let isSecret: Bool

    var pointer: String { JSONPath(tokens: tokens).pointer }
  }

  private var places: [Place] = []

  init<Root>(of _: Root.Type) {
    guard let type = Root.self as? any ObservableState.Type else { return }
    collect(type, [], SchemaPlaces(of: type), inside: [])
  }

  /// Goes through a type. Of a type inside itself only the first level is listed.
  private mutating func collect(
    _ type: any ObservableState.Type, _ prefix: [String], _ schema: SchemaPlaces,
    inside outer: [any ObservableState.Type]
  ) {
    guard outer.count(where: { $0 == type }) < 2 else { return }
    var index = 0
    while let property = type._$place(index) {
      index += 1
      guard let token = property.token else { continue }
      let tokens = prefix + [token]
      let traits = type._$traits(at: JSONPath(tokens: [token]))
      if traits.contains(.bindable), !traits.contains(.readOnly) {
        places.append(
          Place(
            tokens: tokens, value: Swift.type(of: property.path).valueType,
            isSecret: schema.isSecret(at: JSONPath(tokens: tokens))))
      }
      switch property.inside {
      case .nothing: break
      case .state(let inner): collect(inner, tokens, schema, inside: outer + [type])
      case .elements(let elements, _):
        guard let inner = elements.observableElement else { break }
        collect(inner, tokens + ["*"], schema, inside: outer + [type])
      }
    }
  }

  /// What a message says of them.
  var message: String {
    if places.isEmpty { return "no property of this state is marked @Bindable or @ViewState" }
    let shown = places.prefix(20).map(\.pointer).joined(separator: ", ")
    return "it may write \(shown)" + (places.count > 20 ? " and \(places.count - 20) more" : "")
  }

  /// The schema of an object with exactly one of them.
  func schema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    var properties: [(name: String, schema: JSONSchema, required: Bool)] = []
    var patterns = JSONObject()
    for place in places {
      guard var schema = (place.value as? any JSONDescribable.Type)?.jsonSchema(in: &builder) else { continue }
      if place.isSecret { schema = schema.with(JSONSchema.redactedKeyword, true) }
      if place.tokens.contains("*") {
        patterns[pattern(place.pointer)] = schema.json
      } else {
        properties.append((place.pointer, schema, false))
      }
    }
    var schema = JSONSchema.object(properties: properties)
    if !patterns.members.isEmpty { schema = schema.with("patternProperties", .object(patterns)) }
    return schema.with("minProperties", 1).with("maxProperties", 1).with("x-enfold-binding", true)
  }

  /// The regular expression of pointers such as `/rows/*/title`.
  private func pattern(_ pointer: String) -> String {
    let parts = pointer.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "*": "[^/]+"
      case "/", "_", "a"..."z", "A"..."Z", "0"..."9": String(scalar)
      default: scalar.isASCII ? "\\\(scalar)" : String(scalar)
      }
    }
    return "^\(parts.joined())$"
  }
}
