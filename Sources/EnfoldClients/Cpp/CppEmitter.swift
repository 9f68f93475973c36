// CppEmitter: structs, variants of cases, and how they are written as JSON, over `enfold/typed.hpp`.

struct CppEmitter {
  private let model: ClientModel
  private let header: ClientHeader
  private let module: String
  private var source = SourceText()

  init(_ model: ClientModel, _ header: ClientHeader, _ module: String) {
    self.model = model
    self.header = header
    self.module = CppNames.keywords.contains(module) ? module + "_" : module
    write()
  }

  var text: String { source.text }

  private mutating func write() {
    source.add(header.comment("///"))
    let guardName = module.uppercased() + "_HPP"
    source.add(["#ifndef \(guardName)", "#define \(guardName)", ""])
    source.add(["#include <enfold/typed.hpp>", ""])
    let used = model.declarations.map { "\($0.shapes)" }.joined() + model.features.map { "\($0)" }.joined()
    source.add(includes(used))
    source.add(["", "namespace \(module) {"])
    let forward = forwardDeclared
    if !forward.isEmpty {
      source.gap()
      source.add(forward.map { "struct \($0);" })
    }
    for declaration in model.declarations {
      source.gap()
      write(declaration)
    }
    for feature in model.features {
      source.gap()
      write(feature)
    }
    let described = model.declarations
    if !described.isEmpty {
      source.gap()
      source.add("// How these types are written as JSON.")
      for declaration in described {
        source.gap()
        writeForm(declaration)
      }
    }
    source.gap()
    source.add(["}  // namespace \(module)", "", "#endif"])
  }

  private func includes(_ used: String) -> [String] {
    var names = ["<cstdint>"]
    if used.contains("null") { names.append("<cstddef>") }
    if used.contains("dictionary(") { names.append("<map>") }
    if used.contains("optional(") || hasOmittable { names.append("<optional>") }
    names.append("<string>")
    let choices = model.declarations.contains { if case .choice = $0.kind { true } else { false } }
    names.append("<tuple>")
    if choices { names += ["<type_traits>", "<utility>", "<variant>"] }
    if used.contains("list(") { names.append("<vector>") }
    if model.declarations.contains(where: { if case .enumeration = $0.kind { true } else { false } }) {
      names.append("<array>")
    }
    return names.sorted().map { "#include \($0)" }
  }

  private var hasOmittable: Bool {
    model.declarations.contains { declaration in
      guard case .choice(let cases) = declaration.kind else { return false }
      return cases.contains { each in
        guard case .fields(let fields) = each.payload else { return false }
        return fields.contains { !$0.isRequired }
      }
    }
  }

  /// The types that are named before they are declared.
  private var forwardDeclared: [String] {
    var names: [String] = []
    for (index, declaration) in model.declarations.enumerated() {
      for inner in declaration.shapes.compactMap(\.declaration) where inner >= index {
        if !names.contains(model[inner].name) { names.append(model[inner].name) }
      }
    }
    return names
  }

  // Declarations

  private mutating func write(_ declaration: Declaration) {
    comment(declaration.doc)
    switch declaration.kind {
    case .record(let fields):
      guard !fields.isEmpty else { return source.add("struct \(declaration.name) {};") }
      source.add("struct \(declaration.name) {")
      for (member, field) in members(fields) {
        comment(field.doc, indent: "  ")
        source.add("  \(declared(member, field.shape))")
      }
      source.add("};")
    case .enumeration(let values):
      source.add("enum class \(declaration.name) {")
      source.add(enumerators(values).map { "  \($0)," })
      source.add("};")
    case .choice(let cases): writeChoice(declaration.name, cases)
    }
  }

  private mutating func writeChoice(_ name: String, _ cases: [Case]) {
    // In a base, so that the cases are complete where the variant of them is made: only so may they have initial values.
    source.add("struct \(name)Cases {")
    for (type, each) in zip(caseTypes(name, cases), cases) {
      comment(each.doc, indent: "  ")
      let lines = caseMembers(each)
      if lines.isEmpty {
        source.add("  struct \(type) {};")
      } else {
        source.add("  struct \(type) {")
        source.add(lines, indent: "    ")
        source.add("  };")
      }
    }
    source.add(["};", "", "struct \(name) : \(name)Cases {"])
    source.add(Layout.filled("  using Cases = std::variant<", caseTypes(name, cases), ">;"))
    source.gap()
    source.add("  \(name)() = default;")
    source.add("  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>")
    source.add("  \(name)(Case given) : value(std::move(given)) {}")
    source.gap()
    source.add("  Cases value;")
    source.add("};")
  }

  private func caseMembers(_ each: Case) -> [String] {
    switch each.payload {
    case .none: []
    case .value(let shape): [declared("value", shape)]
    case .elements(let shapes): shapes.enumerated().map { declared("value\($0)", $1) }
    case .fields(let fields):
      members(fields).flatMap { member, field in
        let shape = isOmittable(field) ? Shape.optional(field.shape) : field.shape
        return (field.doc.map { Layout.comment($0, "///") } ?? []) + [declared(member, shape)]
      }
    }
  }

  /// Whether a value of a case is left out if it is not given: the feature has a default for it.
  private func isOmittable(_ field: Field) -> Bool { !field.isRequired && !field.shape.isOptional }

  private mutating func write(_ feature: FeatureModel) {
    source.add("/// The feature `\(feature.name)`: `enfold::open<\(module)::\(feature.typeName)>(runtime)`.")
    if feature.action == .any { source.add("/// \(FeatureModel.withoutActions)") }
    source.add("struct \(feature.typeName) {")
    source.add("  using State = \(type(feature.state));")
    source.add("  using Action = \(type(feature.action));")
    source.add("  static constexpr const char *name = \(Layout.quoted(model.fullName(feature)));")
    var names = NameSpace(reserved: ["State", "Action", feature.typeName])
    for request in feature.requests {
      let name = Words.pascal(request.name)
      source.gap()
      source.add("  /// Asked of the host: `enfold::handle<\(module)::\(feature.typeName)::\(name)>(runtime, …)`.")
      source.add("  struct \(names.take(name, or: name + "Request")) {")
      source.add("    using Payload = \(type(request.payload));")
      source.add("    using Answer = \(type(request.answer));")
      source.add("    static constexpr const char *name = \(Layout.quoted(request.name));")
      source.add("    static constexpr bool is_stream = \(request.isStream);")
      source.add("  };")
    }
    source.add("};")
  }

  // Forms

  private mutating func writeForm(_ declaration: Declaration) {
    let name = declaration.name
    switch declaration.kind {
    case .record(let fields):
      source.add("constexpr auto json_members(const \(name) *) {")
      let forms = members(fields).map { member, field in
        "enfold::\(field.isRequired ? "member" : "defaulted")(\(Layout.quoted(field.key)), &\(name)::\(member))"
      }
      source.add(Layout.listed("  return std::make_tuple(", forms, ");"))
      source.add("}")
    case .enumeration(let values):
      source.add("constexpr auto json_names(const \(name) *) {")
      source.add("  return std::array<enfold::name_form<\(name)>, \(values.count)>{{")
      source.add(zip(enumerators(values), values).map { "      {\(name)::\($0), \(Layout.quoted($1))}," })
      source.add("  }};")
      source.add("}")
    case .choice(let cases):
      source.add("constexpr auto json_cases(const \(name) *) {")
      source.add("  using C = \(name);")
      source.add("  return std::make_tuple(")
      let forms = zip(caseTypes(name, cases), cases).map { form("C::\($0)", $1) }
      for (index, lines) in forms.enumerated() {
        source.add(
          Layout.filled("      " + lines.opening, lines.items, index == forms.count - 1 ? "));" : "),"))
      }
      source.add("}")
    }
  }

  private func form(_ type: String, _ each: Case) -> (opening: String, items: [String]) {
    let key = Layout.quoted(each.key)
    switch each.payload {
    case .none(.name): return ("enfold::case_of<\(type)>(", [key])
    case .none(.object): return ("enfold::case_of_object<\(type)>(", [key])
    case .none(.null): return ("enfold::case_of_null<\(type)>(", [key])
    case .value: return ("enfold::case_of_value<\(type)>(", [key, "&\(type)::value"])
    case .elements(let shapes):
      return ("enfold::case_of_elements<\(type)>(", [key] + shapes.indices.map { "&\(type)::value\($0)" })
    case .fields(let fields):
      return (
        "enfold::case_of_fields<\(type)>(",
        [key]
          + members(fields).map { member, field in
            let kind = isOmittable(field) ? "omittable" : field.isRequired ? "member" : "defaulted"
            return "enfold::\(kind)(\(Layout.quoted(field.key)), &\(type)::\(member))"
          }
      )
    }
  }

  // Names

  private func type(_ shape: Shape) -> String {
    switch shape {
    case .any: "enfold::raw_json"
    case .null: "std::nullptr_t"
    case .bool: "bool"
    case .text: "std::string"
    case .number: "double"
    case .integer(let width): "std::\(width.rawValue)_t"
    case .literals: "std::int64_t"
    case .optional(let inner): "std::optional<\(type(inner))>"
    case .list(let inner): "std::vector<\(type(inner))>"
    case .dictionary(let inner): "std::map<std::string, \(type(inner))>"
    case .named(let index): model[index].name
    case .boxed(let index): "enfold::box<\(model[index].name)>"
    }
  }

  /// A member with a value from the start.
  private func declared(_ member: String, _ shape: Shape) -> String {
    switch shape {
    case .bool: return "bool \(member) = false;"
    case .null: return "std::nullptr_t \(member) = nullptr;"
    case .number, .integer, .literals: return "\(type(shape)) \(member) = 0;"
    case .named(let index):
      if case .enumeration = model[index].kind { return "\(type(shape)) \(member){};" }
    default: break
    }
    return "\(type(shape)) \(member);"
  }

  private func members(_ fields: [Field]) -> [(member: String, field: Field)] {
    var names = NameSpace(reserved: CppNames.keywords)
    return fields.map { (names.takeMember(Words.plain($0.key)), $0) }
  }

  private func enumerators(_ values: [String]) -> [String] {
    var names = NameSpace(reserved: CppNames.keywords)
    return values.map { names.takeMember(Words.plain($0)) }
  }

  private func caseTypes(_ name: String, _ cases: [Case]) -> [String] {
    var names = NameSpace(reserved: [name, name + "Cases", "Cases", "Case"])
    // Inside of the choice a case would hide a type of the same name that its values have.
    var used = Set(cases.flatMap(\.payload.shapes).compactMap(\.declaration).map { model[$0].name })
    used.formUnion(CppNames.keywords)
    return cases.map { each in
      let name = Words.pascal(each.key)
      return used.contains(name) ? names.take(name + "Case") : names.take(name, or: name + "Case")
    }
  }

  private mutating func comment(_ doc: String?, indent: String = "") {
    if let doc { source.add(Layout.comment(doc, "///", indent: indent)) }
  }
}
