// TypeScriptEmitter: types for pages that talk to a host, and functions that make actions.

struct TypeScriptEmitter {
  private let model: ClientModel
  private let header: ClientHeader
  private var source = SourceText()

  init(_ model: ClientModel, _ header: ClientHeader) {
    self.model = model
    self.header = header
    write()
  }

  var text: String { source.text }

  private mutating func write() {
    source.add(header.comment("//"))
    if usesIntegers {
      source.add([
        "//", "// JSON.parse rounds integers beyond 2^53. A page that needs them exactly must read the JSON itself.",
      ])
    }
    for declaration in model.declarations {
      source.gap()
      write(declaration)
    }
    for feature in model.features {
      source.gap()
      write(feature)
    }
    source.gap()
    source.add(Self.patches.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  private var usesIntegers: Bool { model.declarations.contains { $0.shapes.contains { "\($0)".contains("int64") } } }

  // Declarations

  private mutating func write(_ declaration: Declaration) {
    comment(declaration.doc)
    switch declaration.kind {
    case .record(let fields):
      guard !fields.isEmpty else { return source.add("export type \(declaration.name) = Record<string, never>;") }
      source.add("export interface \(declaration.name) {")
      for field in fields {
        comment(field.doc, indent: "  ")
        source.add("  \(key(field.key)): \(name(field.shape));")
      }
      source.add("}")
    case .enumeration(let values): union(declaration.name, values.map(Layout.quoted))
    case .choice(let cases):
      union(declaration.name, cases.flatMap { alternatives($0, isRead: declaration.isInStates) })
      source.gap()
      source.add("export const \(declaration.name) = {")
      for each in cases {
        comment(each.doc, indent: "  ")
        source.add(constructor(each, declaration.name))
      }
      source.add("};")
    }
  }

  private mutating func union(_ name: String, _ alternatives: [String]) {
    let line = "export type \(name) = \(alternatives.joined(separator: " | "));"
    if line.count <= 80 { return source.add(line) }
    source.add("export type \(name) =")
    for (index, alternative) in alternatives.enumerated() {
      source.add("  | \(alternative)\(index == alternatives.count - 1 ? ";" : "")")
    }
  }

  private func alternatives(_ each: Case, isRead: Bool) -> [String] {
    let name = key(each.key)
    switch each.payload {
    case .none(.name):
      // Features write the long form, and read both.
      return [Layout.quoted(each.key)] + (isRead ? ["{ \(name): Record<string, never> }"] : [])
    case .none(.object): return ["{ \(name): Record<string, never> }"]
    case .none(.null): return ["{ \(name): null }"]
    case .value(let shape): return ["{ \(name): \(self.name(shape)) }"]
    case .fields(let fields): return ["{ \(name): \(object(fields)) }"]
    case .elements(let shapes): return ["{ \(name): [\(shapes.map { self.name($0) }.joined(separator: ", "))] }"]
    }
  }

  private func constructor(_ each: Case, _ type: String) -> [String] {
    let name = key(each.key)
    let parameters: [String]
    let value: String
    switch each.payload {
    case .none(.name): (parameters, value) = ([], Layout.quoted(each.key))
    case .none(.object): (parameters, value) = ([], "({ \(name): {} })")
    case .none(.null): (parameters, value) = ([], "({ \(name): null })")
    case .value(let shape): (parameters, value) = (["value: \(self.name(shape))"], "({ \(name): value })")
    case .fields(let fields): (parameters, value) = (["fields: \(object(fields))"], "({ \(name): fields })")
    case .elements(let shapes):
      let names = shapes.indices.map { "value\($0)" }
      parameters = zip(names, shapes).map { "\($0): \(self.name($1))" }
      value = "({ \(name): [\(names.joined(separator: ", "))] })"
    }
    let line = "  \(name): (\(parameters.joined(separator: ", "))): \(type) => \(value),"
    if line.count <= 80 { return [line] }
    let head = "  \(name): (\(parameters.joined(separator: ", "))): \(type) =>"
    if head.count <= 80 {
      return value.hasPrefix("({") && head.count + 3 <= 80
        ? ["\(head) ({", "    \(value.dropFirst(3).dropLast(3)),", "  }),"] : [head, "    \(value),"]
    }
    return ["  \(name): (", "    \(parameters.joined(separator: ",\n    "))", "  ): \(type) => \(value),"]
  }

  // Features

  private mutating func write(_ feature: FeatureModel) {
    let loose = feature.action == .any ? " \(FeatureModel.withoutActions)" : ""
    source.add("/** The feature `\(feature.name)`: what goes to a host, and what comes from it.\(loose) */")
    source.add("export interface \(feature.typeName) {")
    source.add("  name: \(Layout.quoted(model.fullName(feature)));")
    source.add("  state: \(name(feature.state));")
    source.add("  action: \(name(feature.action));")
    source.add("  /** The value at each pointer that does not lead into a list or a dictionary. */")
    source.add("  pointers: {")
    for place in StaticPlaces.of(feature.state, in: model) {
      source.add("    \(Layout.quoted(place.pointer)): \(name(place.shape));")
    }
    source.add("  };")
    if !feature.requests.isEmpty {
      source.add("  /** What the feature asks its host for. */")
      source.add("  requests: {")
      for request in feature.requests {
        source.add("    \(key(request.name)): {")
        source.add("      payload: \(name(request.payload));")
        source.add("      answer: \(name(request.answer));")
        source.add("      isStream: \(request.isStream);")
        source.add("    };")
      }
      source.add("  };")
    }
    source.add("}")
  }

  // Names

  private func name(_ shape: Shape) -> String {
    switch shape {
    case .any: "unknown"
    case .null: "null"
    case .bool: "boolean"
    case .text: "string"
    case .integer: "number"
    case .number: #"number | "NaN" | "Infinity" | "-Infinity""#
    case .literals(let values): values.map(String.init).joined(separator: " | ")
    case .optional(let inner): name(inner) + " | null"
    case .list(let inner): grouped(inner) + "[]"
    case .dictionary(let inner): "Record<string, \(name(inner))>"
    case .named(let index), .boxed(let index): model[index].name
    }
  }

  private func grouped(_ shape: Shape) -> String {
    let name = name(shape)
    return name.contains(" | ") && !name.hasPrefix("Record<") ? "(\(name))" : name
  }

  private func object(_ fields: [Field]) -> String {
    let members = fields.map { field in
      "\(key(field.key))\(field.isRequired ? "" : "?"): \(name(field.shape))"
    }
    return "{ \(members.joined(separator: "; ")) }"
  }

  private func key(_ key: String) -> String {
    guard let first = key.unicodeScalars.first, !("0"..."9").contains(first),
      key.unicodeScalars.allSatisfy({
        ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "_" || $0 == "$"
      })
    else { return Layout.quoted(key) }
    return key
  }

  private mutating func comment(_ doc: String?, indent: String = "") {
    guard let doc else { return }
    source.add("\(indent)/** \(doc.replacing("*/", with: "* /")) */")
  }
}
