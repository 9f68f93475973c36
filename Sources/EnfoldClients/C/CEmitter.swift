// CEmitter: structs, functions that build actions, and functions that read values, over `enfold/client.h`.

struct CEmitter {
  private let model: ClientModel
  private let header: ClientHeader
  private var types: CTypes
  private var source = SourceText()
  private var written: Set<String> = []

  init(_ model: ClientModel, _ header: ClientHeader, _ module: String) {
    self.model = model
    self.header = header
    types = CTypes(model, prefix: module)
    write()
  }

  var text: String { source.text }

  private mutating func write() {
    source.add("/* \(header.lines[0])")
    source.add(Array(header.comment(" *").dropFirst()))
    source.add([
      " *",
      " * Functions that write return how many bytes the JSON has, as snprintf does. Functions that read return how",
      " * many bytes of memory the texts and lists of the value need, or a status below 0. enfold/client.h tells more.",
      " */",
    ])
    let guardName = types.prefix.uppercased() + "_H"
    source.add(["#ifndef \(guardName)", "#define \(guardName)", "", "#include <enfold/client.h>"])
    writeFeatureNames()
    writeForwardDeclarations()
    for index in model.declarations.indices { write(index) }
    for composite in types.composites where composite.kind != .box { writeComposite(composite.name) }
    writeEntries()
    CTables(model, types).write(to: &source)
    writeFunctions()
    source.gap()
    source.add("#endif /* \(guardName) */")
  }

  // Names

  private func stem(_ feature: FeatureModel) -> String {
    model.features.count == 1 ? types.prefix : types.prefixed(Words.snake(feature.name))
  }

  private mutating func writeFeatureNames() {
    for feature in model.features {
      let stem = stem(feature).uppercased()
      source.gap()
      let loose = feature.action == .any ? " \(FeatureModel.withoutActions)" : ""
      source.add("/* The feature `\(feature.name)`, its places, and what it asks its host for.\(loose) */")
      source.add("#define \(stem)_FEATURE \(Layout.quoted(model.fullName(feature)))")
      for (name, place) in places(feature) where !place.pointer.isEmpty {
        source.add("#define \(stem)_AT_\(name.uppercased()) \(Layout.quoted(place.pointer))")
      }
      for (name, request) in requests(feature) {
        source.add("#define \(stem)_REQUEST_\(name.uppercased()) \(Layout.quoted(request.name))")
      }
    }
  }

  /// The places of a state with their names in C.
  private func places(_ feature: FeatureModel) -> [(name: String, place: StaticPlace)] {
    var names = NameSpace()
    return StaticPlaces.of(feature.state, in: model).map { place in
      (place.pointer.isEmpty ? "" : names.take(Words.snake(place.pointer)), place)
    }
  }

  private func requests(_ feature: FeatureModel) -> [(name: String, request: RequestModel)] {
    var names = NameSpace()
    return feature.requests.map { (names.take(Words.snake($0.name)), $0) }
  }

  // Types

  private mutating func writeForwardDeclarations() {
    let structs = zip(types.declared, model.declarations).filter { _, declaration in
      if case .enumeration = declaration.kind { false } else { true }
    }
    guard !structs.isEmpty else { return }
    source.gap()
    source.add(structs.map { name, _ in "typedef struct \(name) \(name);" })
  }

  private mutating func write(_ index: Int) {
    let declaration = model[index]
    let name = types.declared[index]
    for shape in CTables.shapes(declaration) { writeComposites(in: shape) }
    source.gap()
    comment(declaration.doc)
    switch declaration.kind {
    case .record(let fields):
      source.add("struct \(name) {")
      writeMembers(fields, indent: "  ")
      source.add("};")
    case .enumeration(let values):
      source.add("typedef enum \(name) {")
      source.add(CTables.enumerators(name, values).map { "  \($0)," })
      source.add("} \(name);")
    case .choice(let cases):
      source.add("typedef enum \(name)_tag {")
      source.add(CTables.enumerators(name, cases.map(\.key)).map { "  \($0)," })
      source.add("} \(name)_tag;")
      source.gap()
      source.add("struct \(name) {")
      source.add("  \(name)_tag tag;")
      let members = CTables.caseMembers(cases)
      if zip(members, cases).contains(where: { !$1.payload.isEmpty }) {
        source.add("  union {")
        for (member, each) in zip(members, cases) { writeCase(member, each) }
        source.add("  };")
      }
      source.add("};")
    }
    written.insert(name)
  }

  private mutating func writeMembers(_ fields: [Field], indent: String) {
    for (member, field) in CTables.members(fields) {
      comment(field.doc, indent: indent)
      source.add("\(indent)\(types.declaration(field.shape, member));")
    }
    if fields.isEmpty { source.add("\(indent)char unused; /* C has no empty structs */") }
  }

  private mutating func writeCase(_ member: String, _ each: Case) {
    switch each.payload {
    case .none: break
    case .value(let shape): source.add("    \(types.declaration(shape, member));")
    case .fields(let fields):
      source.add("    struct {")
      writeMembers(CTables.given(fields), indent: "      ")
      source.add("    } \(member);")
    case .elements(let shapes):
      source.add("    struct {")
      for (place, shape) in shapes.enumerated() { source.add("      \(types.declaration(shape, "value\(place)"));") }
      source.add("    } \(member);")
    }
  }

  /// The types that a shape needs and that were not written yet.
  private mutating func writeComposites(in shape: Shape) {
    switch shape {
    case .list(let inner), .dictionary(let inner), .optional(let inner): writeComposites(in: inner)
    default: break
    }
    if let composite = types.composite(shape), composite.kind != .box { writeComposite(composite.name) }
  }

  private mutating func writeComposite(_ name: String) {
    guard written.insert(name).inserted, let composite = types.composites.first(where: { $0.name == name }) else {
      return
    }
    source.gap()
    source.add("typedef struct \(name) {")
    switch composite.kind {
    case .list:
      source.add("  const \(types.declaration(composite.inner, "*items"));")
      source.add("  size_t count;")
    case .map:
      source.add("  const struct \(name)_entry *items;")
      source.add("  size_t count;")
    case .optional:
      source.add("  bool has_value;")
      source.add("  \(types.declaration(composite.inner, "value"));")
    case .box: break
    }
    source.add("} \(name);")
  }

  private mutating func writeEntries() {
    for composite in types.composites where composite.kind == .map {
      source.gap()
      source.add("struct \(composite.name)_entry {")
      source.add("  enfold_text key;")
      source.add("  \(types.declaration(composite.inner, "value"));")
      source.add("};")
    }
  }

  // Functions

  private mutating func writeFunctions() {
    for (index, declaration) in model.declarations.enumerated() {
      source.gap()
      source.add("/* \(types.declared[index]) */")
      writeWrite(.named(index), types.declared[index])
      writeRead(.named(index), types.declared[index])
      if case .choice(let cases) = declaration.kind { writeBuilders(types.declared[index], cases) }
    }
    for feature in model.features {
      let stem = stem(feature)
      for (name, place) in places(feature) where !place.pointer.isEmpty {
        source.gap()
        source.add("/* The value at \(commented(place.pointer)) */")
        writeRead(place.shape, "\(stem)_at_\(name)")
      }
      for (name, request) in requests(feature) {
        let name = "\(stem)_\(name)"
        source.gap()
        source.add("/* The request `\(commented(request.name))` */")
        writeRead(request.payload, name + "_payload")
        writeWrite(request.answer, name + "_answer")
      }
    }
  }

  private mutating func writeWrite(_ shape: Shape, _ name: String) {
    let function = types.takeFunction(name + "_write")
    // There is only one value.
    if case .null = shape {
      return define(
        "static inline size_t \(function)(", ["char *buffer", "size_t size"],
        ["return enfold_write(&\(types.table(shape)), NULL, buffer, size);"])
    }
    let value =
      if case .named = shape { "const \(types.type(shape)) *value" } else { types.declaration(shape, "value") }
    let address = if case .named = shape { "value" } else { "&value" }
    define(
      "static inline size_t \(function)(", ["char *buffer", "size_t size", value],
      ["return enfold_write(&\(types.table(shape)), \(address), buffer, size);"])
  }

  private mutating func writeRead(_ shape: Shape, _ name: String) {
    let function = types.takeFunction(name + "_read")
    let out = types.declaration(shape, "*value")
    let table = "&\(types.table(shape))"
    if types.isFixed(shape) {
      define(
        "static inline enfold_status \(function)(", [out, "const char *json", "size_t length", "enfold_error *error"],
        ["return (enfold_status)enfold_read(\(table), value, NULL, 0, json, length, error);"])
    } else {
      define(
        "static inline ptrdiff_t \(function)(",
        [out, "void *memory", "size_t size", "const char *json", "size_t length", "enfold_error *error"],
        ["return enfold_read(\(table), value, memory, size, json, length, error);"])
    }
  }

  /// A function for each case, which writes it.
  private mutating func writeBuilders(_ type: String, _ cases: [Case]) {
    let tags = CTables.enumerators(type, cases.map(\.key))
    for (index, (member, each)) in zip(CTables.caseMembers(cases), cases).enumerated() {
      var parameters = ["char *buffer", "size_t size"]
      var body = ["\(type) made;", "memset(&made, 0, sizeof made);", "made.tag = \(tags[index]);"]
      func add(_ parameter: String, _ shape: Shape, to place: String) {
        switch shape {
        case .text, .optional(.text), .any:
          parameters.append("const char *\(parameter)")
          body.append("\(place) = enfold_text_of(\(parameter));")
        case .named(let index):
          if case .enumeration = model[index].kind { fallthrough }
          parameters.append("const \(types.type(shape)) *\(parameter)")
          body.append("\(place) = *\(parameter);")
        default:
          parameters.append(types.declaration(shape, parameter))
          body.append("\(place) = \(parameter);")
        }
      }
      switch each.payload {
      case .none: break
      case .value(let shape): add("value", shape, to: "made.\(member)")
      case .elements(let shapes):
        for (place, shape) in shapes.enumerated() { add("value\(place)", shape, to: "made.\(member).value\(place)") }
      case .fields(let fields):
        for (name, field) in CTables.members(CTables.given(fields)) {
          let parameter = ["buffer", "size", "made"].contains(name) ? name + "_" : name
          add(parameter, field.shape, to: "made.\(member).\(name)")
        }
      }
      body.append("return enfold_write(&\(type)__table, &made, buffer, size);")
      source.gap()
      comment(each.doc)
      define("static inline size_t \(types.takeFunction("\(type)_\(Words.snake(each.key))"))(", parameters, body)
    }
  }

  private mutating func define(_ opening: String, _ parameters: [String], _ body: [String]) {
    source.add(Layout.filled(opening, parameters, ") {"))
    source.add(body, indent: "  ")
    source.add("}")
  }

  private mutating func comment(_ doc: String?, indent: String = "") {
    guard let doc else { return }
    source.add("\(indent)/* \(commented(doc)) */")
  }

  /// A text that may stand in a comment.
  private func commented(_ text: String) -> String {
    text.replacing("*", with: "* ").replacing("*  ", with: "* ").replacing("/*", with: "/ *")
      .replacing("\n", with: " ")
  }
}

extension Payload {
  var isEmpty: Bool { if case .none = self { true } else { false } }
}
