// CTables: the tables by which `enfold/client.h` reads and writes the types of a C client.

struct CTables {
  private let model: ClientModel
  private let types: CTypes

  init(_ model: ClientModel, _ types: CTypes) {
    self.model = model
    self.types = types
  }

  func write(to source: inout SourceText) {
    source.gap()
    source.add("/* How these types are written as JSON. */")
    let names = types.declared + types.composites.map(\.name)
    guard !names.isEmpty else { return }
    source.gap()
    source.add(names.map { "static const enfold_type \($0)__table;" })
    if !types.composites.isEmpty { source.gap() }
    for composite in types.composites { write(composite, to: &source) }
    for index in model.declarations.indices { write(index, to: &source) }
  }

  private func write(_ composite: CTypes.Composite, to source: inout SourceText) {
    let name = composite.name
    let inner = "&\(types.table(composite.inner))"
    let made =
      switch composite.kind {
      case .list: "ENFOLD_LIST(\(name), \(inner))"
      case .map: "ENFOLD_MAP(\(name), struct \(name)_entry, \(inner))"
      case .optional: "ENFOLD_OPTIONAL(\(name), \(inner))"
      case .box: "ENFOLD_BOX(\(inner))"
      }
    source.add(Layout.assigned("static const enfold_type \(name)__table", made))
  }

  private func write(_ index: Int, to source: inout SourceText) {
    let name = types.declared[index]
    source.gap()
    switch model[index].kind {
    case .record(let fields):
      let parts = Self.members(fields).map { member, field in
        part(field.key, field.shape, "offsetof(\(name), \(member))", kind(field))
      }
      write(name, "RECORD", name, parts, to: &source)
    case .enumeration(let values):
      let parts = values.map { "{\(Layout.quoted($0)), NULL, 0, ENFOLD_CASE_NAME}" }
      write(name, "ENUMERATION", name, parts, to: &source)
    case .choice(let cases):
      let parts = zip(Self.caseMembers(cases), cases).map { member, each in
        writeCase(name, member, each, to: &source)
      }
      write(name, "CHOICE", name, parts, to: &source)
    }
  }

  /// Writes the table of what a case carries, and returns the part of the case itself.
  private func writeCase(_ name: String, _ member: String, _ each: Case, to source: inout SourceText) -> String {
    let key = Layout.quoted(each.key)
    let inner = "\(name)__\(member)"
    switch each.payload {
    case .none(.name): return "{\(key), NULL, 0, ENFOLD_CASE_NAME}"
    case .none(.object): return "{\(key), NULL, 0, ENFOLD_CASE_OBJECT}"
    case .none(.null): return "{\(key), NULL, 0, ENFOLD_CASE_NULL}"
    case .value(let shape): return part(each.key, shape, "offsetof(\(name), \(member))", "ENFOLD_CASE_VALUE")
    case .fields(let fields):
      let parts = Self.members(Self.given(fields)).map { place, field in
        part(field.key, field.shape, offset(name, member, place), kind(field, isInCase: true))
      }
      write(inner, "RECORD", "((\(name) *)0)->\(member)", parts, to: &source)
      return "{\(key), &\(inner)__table, offsetof(\(name), \(member)), ENFOLD_CASE_VALUE}"
    case .elements(let shapes):
      let parts = shapes.enumerated().map { place, shape in
        part("", shape, offset(name, member, "value\(place)"), "ENFOLD_PART_REQUIRED")
      }
      write(inner, "RECORD", "((\(name) *)0)->\(member)", parts, to: &source)
      return "{\(key), &\(inner)__table, offsetof(\(name), \(member)), ENFOLD_CASE_ELEMENTS}"
    }
  }

  /// Where a value is in the struct of its case.
  private func offset(_ name: String, _ member: String, _ place: String) -> String {
    "ENFOLD_OFFSET(\(name), \(member), \(place))"
  }

  private func write(_ name: String, _ kind: String, _ type: String, _ parts: [String], to source: inout SourceText) {
    let table = "static const enfold_type \(name)__table"
    guard !parts.isEmpty else { return source.add(Layout.assigned(table, "ENFOLD_NO_PARTS(\(kind), \(type))")) }
    source.add("static const enfold_part \(name)__parts[] = {")
    source.add(parts.map { "    \($0)," })
    source.add("};")
    source.add(Layout.assigned(table, "ENFOLD_PARTS(\(kind), \(type), \(name)__parts)"))
  }

  private func part(_ key: String, _ shape: Shape, _ offset: String, _ kind: String) -> String {
    "{\(Layout.quoted(key)), &\(types.table(shape)), \(offset), \(kind)}"
  }

  private func kind(_ field: Field, isInCase: Bool = false) -> String {
    if field.isRequired { return "ENFOLD_PART_REQUIRED" }
    return isInCase && field.isOmittable ? "ENFOLD_PART_OMITTABLE" : "ENFOLD_PART_DEFAULTED"
  }

  // Names

  static func members(_ fields: [Field]) -> [(member: String, field: Field)] {
    var names = NameSpace(reserved: CppNames.keywords)
    return fields.map { (names.takeMember(Words.snake(Words.plain($0.key))), $0) }
  }

  static func caseMembers(_ cases: [Case]) -> [String] {
    var names = NameSpace(reserved: CppNames.keywords.union(["tag"]))
    return cases.map { names.takeMember(Words.snake($0.key)) }
  }

  static func enumerators(_ type: String, _ values: [String]) -> [String] {
    var names = NameSpace()
    return values.map { names.take("\(type)_\(Words.snake($0))".uppercased()) }
  }

  /// The shapes of everything directly inside, as C has them.
  static func shapes(_ declaration: Declaration) -> [Shape] {
    guard case .choice(let cases) = declaration.kind else { return declaration.shapes }
    return cases.flatMap { each -> [Shape] in
      if case .fields(let fields) = each.payload { given(fields).map(\.shape) } else { each.payload.shapes }
    }
  }

  /// The fields of a case: those that may be left out are optional.
  static func given(_ fields: [Field]) -> [Field] {
    fields.map { field in
      guard !field.isRequired, !field.shape.isOptional, field.shape != .any else { return field }
      var field = field
      field.shape = .optional(field.shape)
      field.isOmittable = true
      return field
    }
  }
}
