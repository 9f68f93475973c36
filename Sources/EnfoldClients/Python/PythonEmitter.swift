// PythonEmitter: states as TypedDict, actions as frozen dataclasses, and features over `enfold.typed`.

struct PythonEmitter {
  let model: ClientModel
  private let header: ClientHeader
  let names: PythonNames
  var source = SourceText()

  init(_ model: ClientModel, _ header: ClientHeader) {
    self.model = model
    self.header = header
    names = PythonNames(model)
    write()
  }

  var text: String {
    var file = SourceText()
    file.add("\"\"\"\(header.lines[0])")
    file.add(Array(header.lines.dropFirst()))
    file.add("\"\"\"")
    file.add()
    file.add(PythonImports.lines(for: source.lines))
    let begins = source.lines.first ?? ""
    file.gap(begins.hasPrefix("class ") || begins.hasPrefix("@") ? 2 : 1)
    file.add(source.lines)
    return file.text
  }

  private mutating func write() {
    for index in model.declarations.indices { write(index) }
    for index in model.declarations.indices { writePlaces(index) }
    for feature in model.features { write(feature) }
  }

  private mutating func write(_ index: Int) {
    let declaration = model[index]
    switch declaration.kind {
    case .record(let fields): writeRecord(declaration.name, members(fields), doc: declaration.doc)
    case .enumeration(let values):
      source.gap(isAfterAlias ? 1 : 2)
      comment(declaration.doc)
      source.add(Layout.exploded("\(declaration.name) = Literal[", values.map(PythonNames.quoted), "]"))
    case .choice(let cases):
      if declaration.isInStates { writeChoice(index, cases) } else { writeActions(index, cases) }
    }
  }

  /// Whether the line above is no part of a class.
  private var isAfterAlias: Bool {
    guard let last = source.lines.last(where: { !$0.isEmpty }) else { return true }
    return !last.hasPrefix(" ")
  }

  // Actions

  private mutating func writeActions(_ index: Int, _ cases: [Case]) {
    for (name, each) in zip(names.cases(index), cases) { writeAction(name, each) }
    source.gap(2)
    comment(model[index].doc)
    let name = model[index].name
    if cases.count == 1 { return source.add("\(name) = \(names.cases(index)[0])") }
    source.add(Layout.exploded("\(name) = Union[", names.cases(index), "]"))
  }

  private mutating func writeAction(_ name: String, _ each: Case) {
    source.gap(2)
    source.add("@dataclass(frozen=True)")
    source.add("class \(name)(Action):")
    if let doc = each.doc {
      docString(doc)
      source.gap()
    }
    let key = PythonNames.quoted(each.key)
    switch each.payload {
    case .none(.name): writeJSON([key], type: "str")
    case .none(.object): writeJSON(["{\(key): {}}"])
    case .none(.null): writeJSON(["{\(key): None}"])
    case .value(let shape):
      source.add("    value: \(names.type(shape))")
      source.gap()
      writeJSON(["{\(key): \(json("value", shape))}"])
    case .elements(let shapes):
      let values = shapes.indices.map { "value\($0)" }
      for (value, shape) in zip(values, shapes) { source.add("    \(value): \(names.type(shape))") }
      source.gap()
      writeJSON(list("{\(key): [", zip(values, shapes).map { json($0, $1) }, "]}"))
    case .fields(let fields):
      let all = names.members(fields, reserved: ["to_json", "self"])
      // Those with a default come last, as Python wants it.
      for (member, field) in all where field.isRequired {
        comment(field.doc, indent: "    ")
        source.add("    \(member): \(names.type(field.shape))")
      }
      for (member, field) in all where !field.isRequired {
        comment(field.doc, indent: "    ")
        let shape = field.shape.isOptional ? field.shape : Shape.optional(field.shape)
        source.add("    \(member): \(names.type(shape)) = None")
      }
      source.gap()
      writeJSON(object(key, all))
    }
  }

  /// `{"rename": {"id": self.id}}`, without what is left out.
  private func object(_ key: String, _ all: [(member: String, field: Field)]) -> [String] {
    let pairs = all.map { "\(PythonNames.quoted($0.field.key)): \(json($0.member, $0.field.shape))" }
    let left = all.filter { !$0.field.isRequired && !$0.field.shape.isOptional }.map {
      PythonNames.quoted($0.field.key)
    }
    if left.isEmpty { return list("{\(key): {", pairs, "}}") }
    return list("{\(key): without_none({", pairs, "}, \(left.joined(separator: ", ")))}")
  }

  /// What `to_json` returns, broken as formatters do it.
  private func list(_ opening: String, _ items: [String], _ closing: String) -> [String] {
    let whole = opening + items.joined(separator: ", ") + closing
    if whole.count + "        return ".count <= 88 { return [whole] }
    // {"key": <inner>} over several lines.
    guard let colon = opening.firstRange(of: ": ") else { return [whole] }
    let key = opening[..<colon.lowerBound].dropFirst()
    var inner = String(opening[colon.upperBound...])
    var end = String(closing.dropLast())
    var lines = ["{"]
    if inner.hasPrefix("without_none(") {
      inner = String(inner.dropFirst("without_none(".count))
      let left = end.dropFirst("}, ".count).dropLast(1).split(separator: ", ").map(String.init)
      lines.append("    \(key): without_none(")
      lines.append("        {")
      lines += items.map { "            \($0)," }
      lines.append("        },")
      lines += left.map { "        \($0)," }
      lines.append("    )")
    } else {
      lines.append("    \(key): \(inner)")
      lines += items.map { "        \($0)," }
      if end.isEmpty { end = "}" }
      lines.append("    \(end)")
    }
    return lines + ["}"]
  }

  private mutating func writeJSON(_ value: [String], type: String = "dict[str, Any]") {
    source.add("    def to_json(self) -> \(type):")
    source.add("        return \(value[0])")
    source.add(Array(value.dropFirst()), indent: "        ")
  }

  private func json(_ member: String, _ shape: Shape) -> String {
    names.hasActions(shape) ? "json_of(self.\(member))" : "self.\(member)"
  }

  // Places and features

  private mutating func writePlaces(_ index: Int) {
    guard let name = names.places(index), case .record(let fields) = model[index].kind else { return }
    source.gap(2)
    source.add("class \(name)(Place[V]):")
    docString("The places in a `\(model[index].name)`.")
    let all = names.members(fields)
    if !all.isEmpty { source.gap() }
    let others = all.filter { $0.member != $0.field.key }
    if !others.isEmpty {
      source.add("    _keys: ClassVar[dict[str, str]] = {")
      source.add(others.map { "        \(PythonNames.quoted($0.member)): \(PythonNames.quoted($0.field.key))," })
      source.add("    }")
    }
    for (member, field) in all { source.add("    \(member): \(names.place(field.shape))") }
  }

  private mutating func write(_ feature: FeatureModel) {
    source.gap(2)
    let state = names.type(feature.state)
    let action = names.type(feature.action)
    source.add("class \(feature.typeName)(Feature[\(state), \(action)]):")
    if feature.action == .any {
      source.add("    \"\"\"The feature `\(feature.name)` of \(model.plugin).")
      source.add(["", "    \(FeatureModel.withoutActions)", "    \"\"\""])
    } else {
      docString("The feature `\(feature.name)` of \(model.plugin).")
    }
    source.gap()
    source.add("    name = \(PythonNames.quoted(model.fullName(feature)))")
    source.add("    at = \(names.place(feature.state))(\"\")")
    var members = NameSpace(reserved: names.hidden.union(["name", "at", "open"]))
    for request in feature.requests {
      let member = members.takeMember(Words.plain(request.name))
      let kind = request.isStream ? "HostStream" : "HostFunction"
      let types = "\(names.runtimeType(request.payload)), \(names.runtimeType(request.answer))"
      source.add("    \(member) = \(kind)[\(types)](\(PythonNames.quoted(request.name)))")
    }
  }

  // Comments

  mutating func docString(_ doc: String?) {
    guard let doc else { return }
    let text = doc.replacing("\\", with: "\\\\").replacing("\"\"\"", with: "\\\"\\\"\\\"")
    source.add("    \"\"\"\(text)\"\"\"")
  }

  mutating func comment(_ doc: String?, indent: String = "") {
    if let doc { source.add(Layout.comment(doc, "#", indent: indent, width: 88)) }
  }
}
