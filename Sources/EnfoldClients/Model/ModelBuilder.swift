// ModelBuilder: reads the schemas of features into a model.
import EnfoldJSON

struct ModelBuilder {
  private var features: [FeatureModel] = []
  private var declarations: [Declaration] = []
  private var names = NameSpace(reserved: Self.reserved)
  /// The declarations by name and form, so that states and actions share theirs.
  private var known: [String: Int] = [:]
  /// The state and the action of the feature that is being read, by form.
  private var roots: [String: Int] = [:]

  // What is being read.
  private var document: JSONValue = true
  private var feature = ""
  /// The declarations of the definitions of `document`.
  private var definitions: [String: Int] = [:]
  /// The definitions that are being read and get no declaration.
  private var expanding: Set<String> = []

  /// Types that clients use under these names, in one language or another.
  private static let reserved: Set<String> = [
    "Action", "Any", "Feature", "HostFunction", "HostStream", "ListPlace", "Literal", "MapPlace", "Number", "Optional",
    "PatchOperation", "Place", "Record", "TypedDict", "Union", "V",
  ]

  mutating func add(_ schemas: FeatureSchemas) {
    feature = Words.pascal(schemas.name)
    let typeName = names.take(feature, or: feature + "Feature")
    roots = [:]
    let state = read(schemas.state, as: feature + "State", isRoot: true)
    let action = read(schemas.action, as: feature + "Action", isRoot: true)
    let requests = schemas.requests.map { request in
      let name = Words.pascal(request.name)
      return RequestModel(
        name: request.name, isStream: request.isStream, payload: read(request.payload, as: name + "Payload"),
        answer: read(request.answer, as: name + "Answer"))
    }
    features.append(
      FeatureModel(name: schemas.name, typeName: typeName, state: state, action: action, requests: requests))
  }

  func finish(plugin: String, version: String) -> ClientModel {
    ClientModel(plugin: plugin, version: version, features: features, declarations: declarations).ordered()
  }

  private mutating func read(_ schema: JSONValue, as name: String, isRoot: Bool = false) -> Shape {
    document = schema
    definitions = [:]
    let shape = shape(schema, Hint(name: name, isRoot: isRoot))
    if isRoot, let index = shape.inPlace { roots[Form.text(of: schema, in: document)] = index }
    return shape
  }

  /// What a type without a name of its own is called.
  private struct Hint {
    var name: String
    var isRoot = false
  }

  // Shapes

  private mutating func shape(_ schema: JSONValue, _ hint: Hint) -> Shape {
    if let reference = schema["$ref"]?.text { return definition(reference, hint) }
    if let choices = (schema["anyOf"] ?? schema["oneOf"])?.elements {
      if let shape = optional(choices, hint) { return shape }
      if choices.contains(where: { $0["type"] == "number" }), choices.contains(where: { isNotFinite($0) }) {
        return .number
      }
      if schema["oneOf"] != nil, ChoiceReading.isChoice(choices) {
        return declare(hint.name, schema) { builder, name in .choice(builder.cases(choices, in: hint.name)) }
      }
      return .any
    }
    if let values = schema["enum"]?.elements { return enumeration(values, schema, hint) }
    if let value = schema["const"] { return enumeration([value], schema, hint) }
    if let types = schema["type"]?.elements { return ofTypes(types, schema, hint) }
    return ofType(schema["type"]?.text, schema, hint)
  }

  private mutating func ofType(_ type: String?, _ schema: JSONValue, _ hint: Hint) -> Shape {
    switch type {
    case "null": return .null
    case "boolean": return .bool
    case "string": return .text
    case "number": return .number
    case "integer": return .integer(width(schema))
    case "array":
      guard schema["prefixItems"] == nil else { return .list(.any) }
      return .list(schema["items"].map { shape($0, Hint(name: hint.name)) } ?? .any)
    case "object":
      if schema["properties"] != nil {
        return declare(hint.name, schema) { builder, _ in .record(builder.fields(schema, in: hint.name)) }
      }
      guard let values = schema["additionalProperties"], values.members != nil else { return .dictionary(.any) }
      return .dictionary(shape(values, Hint(name: hint.name)))
    default: return .any
    }
  }

  /// `"type":["string","null"]`
  private mutating func ofTypes(_ types: [JSONValue], _ schema: JSONValue, _ hint: Hint) -> Shape {
    let others = types.compactMap(\.text).filter { $0 != "null" }
    guard others.count == 1, types.count <= 2 else { return .any }
    let inner = ofType(others[0], schema, hint)
    return types.count == 1 ? inner : .optional(inner)
  }

  private mutating func optional(_ choices: [JSONValue], _ hint: Hint) -> Shape? {
    guard choices.count == 2, let null = choices.firstIndex(where: { $0["type"] == "null" }) else { return nil }
    let inner = shape(choices[1 - null], Hint(name: hint.name))
    // Null is a value of these already.
    return inner.isOptional || inner == .any || inner == .null ? inner : .optional(inner)
  }

  private func isNotFinite(_ schema: JSONValue) -> Bool { schema["enum"]?.elements?.contains("NaN") == true }

  private mutating func enumeration(_ values: [JSONValue], _ schema: JSONValue, _ hint: Hint) -> Shape {
    let texts = values.compactMap(\.text)
    if texts.count == values.count, !texts.isEmpty {
      // Enumerations have no name in schemas, so those of equal values are one.
      return declare(hint.name, schema, isNamedByForm: true) { _, _ in .enumeration(texts) }
    }
    let numbers = values.compactMap(\.whole).compactMap { Int64(exactly: $0) }
    return numbers.count == values.count && !numbers.isEmpty ? .literals(numbers) : .any
  }

  private func width(_ schema: JSONValue) -> IntegerWidth {
    guard let least = schema["minimum"]?.whole, let greatest = schema["maximum"]?.whole else { return .int64 }
    return IntegerWidth.allCases.first { $0.least == least && $0.greatest == greatest }
      ?? (greatest > Int128(Int64.max) ? .uint64 : .int64)
  }

  // Declarations

  private mutating func definition(_ reference: String, _ hint: Hint) -> Shape {
    guard let name = ChoiceReading.definitionName(reference), let schema = document["$defs"]?[name] else { return .any }
    if let index = definitions[name] { return .named(index) }
    let base = name.trimmingDigits
    let isGeneric =
      ["State", "Action"].contains(base)
      || ["IdentifiedAction", "PresentationAction"].contains { name.hasPrefix($0) }
    var wanted = hint
    if !hint.isRoot {
      let kind = base == "State" ? "State" : "Action"
      wanted.name = isGeneric ? hint.name.removing(suffix: kind) + kind : Words.pascal(name)
    }
    if isGeneric, !hint.isRoot, let index = roots[Form.text(of: schema, in: document)] { return .named(index) }
    wanted.isRoot = false
    // Only records, enumerations and choices have a declaration.
    let isDeclared = schema["properties"] != nil || schema["oneOf"] != nil || schema["enum"] != nil
    guard isDeclared else {
      // A definition that only refers to itself says nothing about values.
      guard expanding.insert(name).inserted else { return .any }
      defer { expanding.remove(name) }
      return shape(schema, wanted)
    }
    return shape(schema, Hint(name: wanted.name), definition: name)
  }

  private mutating func shape(_ schema: JSONValue, _ hint: Hint, definition: String) -> Shape {
    pending = definition
    defer { pending = nil }
    return shape(schema, hint)
  }
  /// The definition whose declaration is made next.
  private var pending: String?

  private mutating func declare(
    _ name: String, _ schema: JSONValue, isNamedByForm: Bool = false,
    _ make: (inout ModelBuilder, String) -> Declaration.Kind
  ) -> Shape {
    let definition = pending
    pending = nil
    let form = Form.text(of: schema, in: document)
    if let index = known[isNamedByForm ? form : "\(name) \(form)"] {
      if let definition { definitions[definition] = index }
      return .named(index)
    }
    let taken = names.take(name, or: feature + name)
    let index = declarations.count
    known[isNamedByForm ? form : "\(name) \(form)"] = index
    if let definition { definitions[definition] = index }
    // A place now, because it may contain itself.
    declarations.append(Declaration(name: taken, kind: .record([]), doc: doc(schema)))
    declarations[index].kind = make(&self, taken)
    return .named(index)
  }

  private mutating func fields(_ schema: JSONValue, in outer: String) -> [Field] {
    let required = schema["required"]?.elements?.compactMap(\.text) ?? []
    return (schema["properties"]?.members ?? []).map { key, property in
      // An action with the id of its row is called after the row.
      let name = ["action", "state"].contains(key) ? outer : Words.pascal(key)
      return Field(
        key: key, shape: shape(property, Hint(name: name)), isRequired: required.contains(key),
        doc: doc(property))
    }
  }

  private mutating func cases(_ choices: [JSONValue], in outer: String) -> [Case] {
    ChoiceReading.cases(choices).map { each in
      // The actions of every list have a case of this name, so the name alone says nothing.
      let name = each.key == "element" ? outer.removing(suffix: "Action") + "Element" : Words.pascal(each.key)
      return Case(key: each.key, payload: payload(each, Hint(name: name)), doc: each.doc)
    }
  }

  private mutating func payload(_ each: ChoiceReading.Case, _ hint: Hint) -> Payload {
    guard let schema = each.payload else { return .none(.name) }
    if schema["type"] == "null" { return .none(.null) }
    if schema["type"] == "object", let properties = schema["properties"]?.members, schema["$ref"] == nil {
      return properties.isEmpty ? .none(each.hasName ? .name : .object) : .fields(fields(schema, in: hint.name))
    }
    if let elements = schema["prefixItems"]?.elements { return .elements(elements.map { shape($0, hint) }) }
    var hint = hint
    // A `Result`, or the action of a stack, gets a name of its own, because the action that has it has this name already.
    if let choices = schema["oneOf"]?.elements, ChoiceReading.isChoice(choices) {
      hint.name += Set(ChoiceReading.cases(choices).map(\.key)) == ["success", "failure"] ? "Result" : "Action"
    }
    return .value(shape(schema, hint))
  }

  private func doc(_ schema: JSONValue) -> String? { schema["description"]?.text ?? schema["title"]?.text }
}

extension IntegerWidth {
  var least: Int128 {
    switch self {
    case .int8: Int128(Int8.min)
    case .int16: Int128(Int16.min)
    case .int32: Int128(Int32.min)
    case .int64: Int128(Int64.min)
    default: 0
    }
  }

  var greatest: Int128 {
    switch self {
    case .int8: Int128(Int8.max)
    case .int16: Int128(Int16.max)
    case .int32: Int128(Int32.max)
    case .int64: Int128(Int64.max)
    case .uint8: Int128(UInt8.max)
    case .uint16: Int128(UInt16.max)
    case .uint32: Int128(UInt32.max)
    case .uint64: Int128(UInt64.max)
    }
  }
}

extension String {
  var trimmingDigits: String {
    var text = self
    while let last = text.last, last.isNumber { text.removeLast() }
    return text
  }

  func removing(suffix: String) -> String { hasSuffix(suffix) ? String(dropLast(suffix.count)) : self }
}
