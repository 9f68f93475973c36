// PythonNames: what types, cases and places of a model are called in Python, and how shapes are written.

struct PythonNames {
  private let model: ClientModel
  /// The classes of the cases of each choice that only actions have.
  private var cases: [[String]] = []
  /// The types of the payloads of the cases of each choice that states have.
  private var payloads: [[String?]] = []
  /// The class of the places in each record.
  private var places: [String?] = []

  init(_ model: ClientModel) {
    self.model = model
    var names = NameSpace(reserved: Self.reserved)
    for declaration in model.declarations { _ = names.take(declaration.name) }
    for feature in model.features { _ = names.take(feature.typeName) }
    let roots = model.features.count == 1 ? model.features[0].action.declaration : nil
    cases = model.declarations.map { _ in [] }
    for (index, declaration) in model.declarations.enumerated() {
      guard case .choice(let all) = declaration.kind, !declaration.isInStates else { continue }
      // Cases of the only feature's actions have short names; others begin with what they are a part of.
      let stem = declaration.name.removing(suffix: "Action")
      cases[index] = all.map { each in
        let name = Words.pascal(each.key)
        return index == roots ? names.take(name, or: stem + name, stem + name + "Action") : names.take(stem + name)
      }
    }
    payloads = model.declarations.map { declaration in
      guard case .choice(let all) = declaration.kind, declaration.isInStates else { return [] }
      return all.map { each in
        guard case .fields = each.payload else { return nil }
        return names.take(declaration.name + Words.pascal(each.key))
      }
    }
    places = model.declarations.map { declaration in
      guard case .record = declaration.kind, declaration.isInStates else { return nil }
      return names.take(declaration.name + "At")
    }
  }

  func cases(_ index: Int) -> [String] { cases[index] }
  func payloads(_ index: Int) -> [String?] { payloads[index] }
  func places(_ index: Int) -> String? { places[index] }

  /// The type of a value.
  func type(_ shape: Shape) -> String {
    switch shape {
    case .any: "Any"
    case .null: "None"
    case .bool: "bool"
    case .text: "str"
    case .number: "Number"
    case .integer: "int"
    case .literals(let values): "Literal[\(values.map(String.init).joined(separator: ", "))]"
    case .optional(let inner): "\(type(inner)) | None"
    case .list(let inner): "list[\(type(inner))]"
    case .dictionary(let inner): "dict[str, \(type(inner))]"
    case .named(let index), .boxed(let index): model[index].name
    }
  }

  /// The type where Python evaluates it: `X | None` needs a newer Python than the rest.
  func runtimeType(_ shape: Shape) -> String {
    switch shape {
    case .optional(let inner): "Optional[\(runtimeType(inner))]"
    case .list(let inner): "list[\(runtimeType(inner))]"
    case .dictionary(let inner): "dict[str, \(runtimeType(inner))]"
    default: type(shape)
    }
  }

  /// The type of the place of a value.
  func place(_ shape: Shape) -> String {
    switch shape {
    case .list(let inner): return "ListPlace[\(type(inner)), \(place(inner))]"
    case .dictionary(let inner): return "MapPlace[\(type(inner)), \(place(inner))]"
    default:
      if let index = shape.inPlace, let name = places[index] { return "\(name)[\(type(shape))]" }
      return "Place[\(type(shape))]"
    }
  }

  /// Whether a value has actions inside, which are no JSON yet.
  func hasActions(_ shape: Shape) -> Bool {
    guard let index = shape.declaration else { return false }
    if !cases[index].isEmpty { return true }
    guard !model[index].isInStates, case .record(let fields) = model[index].kind else { return false }
    return fields.contains { hasActions($0.shape) }
  }

  /// The members of a class, which may be keywords in JSON.
  func members(_ fields: [Field], reserved: Set<String> = []) -> [(member: String, field: Field)] {
    let places = fields.map { PythonMember(key: $0.key, type: place($0.shape), doc: nil) }
    let hiding = places.indices.filter { hidesType(places, at: $0) }.map { fields[$0].key }
    var names = NameSpace(reserved: Self.keywords.union(reserved).union(hiding))
    return fields.map { (names.takeMember(Words.plain($0.key)), $0) }
  }

  /// Whether all keys can be written in the body of a class.
  static func areNames(_ keys: [String]) -> Bool {
    keys.allSatisfy { key in
      guard let first = key.unicodeScalars.first, first.properties.isIDStart || first == "_" else { return false }
      return key.unicodeScalars.allSatisfy { $0.properties.isIDContinue } && !key.hasPrefix("__")
        && !keywords.contains(key)
    }
  }

  /// Whether a member hides a type that another member has.
  func hidesType(_ members: [PythonMember], at index: Int) -> Bool {
    let key = members[index].key
    guard hidden.contains(key) else { return false }
    return members.indices.contains { other in
      other != index && members[other].type.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains(key[...])
    }
  }

  /// Names of types: in a class that uses such a type, no member may have its name.
  var hidden: Set<String> { Self.reserved.union(model.declarations.map(\.name)) }

  /// A text as a literal, in the quotes that need fewer escapes.
  static func quoted(_ text: String) -> String {
    let literal = Layout.quoted(text)
    guard text.contains("\""), !text.contains("'") else { return literal }
    return "'" + literal.dropFirst().dropLast().replacing("\\\"", with: "\"") + "'"
  }

  static let keywords: Set<String> = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
  ]

  /// What the file uses at its top level.
  static let reserved: Set<String> = keywords.union([
    "Action", "Any", "ClassVar", "Feature", "HostFunction", "HostStream", "ListPlace", "Literal", "MapPlace", "Number",
    "Place",
    "TypedDict", "Union", "V", "annotations", "bool", "dataclass", "dict", "float", "int", "json_of", "list", "str",
    "without_none",
  ])
}
