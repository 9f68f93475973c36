// SchemaCompiler: reads a schema document, keyword by keyword.

/// Makes rules of a document.
struct SchemaCompiler {
  private let document: JSONValue
  /// The places of values that the document does not have as they are written.
  private let rounded: Set<JSONPath>
  /// The schemas so far. Nil for a schema that is referred to and not read yet.
  private var drafts: [SchemaDraft?] = []
  private var indices: [JSONPath: SchemaRule.Index] = [:]
  /// Schemas that are referred to: read one after the other, so that a chain of references needs no deep stack.
  private var pending: [JSONPath] = []

  init(_ document: JSONValue, rounded: Set<JSONPath>) {
    self.document = document
    self.rounded = rounded
  }

  mutating func compile() throws(SchemaProblem) -> (rules: [SchemaRule], root: SchemaRule.Index) {
    let root = try read(document, at: .root, name: "")
    while let path = pending.popLast() {
      guard let value = document[path] else { continue }
      _ = try read(value, at: path, name: path.last?.text ?? "")
    }
    var linker = SchemaLinker(drafts.compactMap { $0 })
    return try linker.link(root)
  }

  private mutating func index(at path: JSONPath) -> SchemaRule.Index {
    if let known = indices[path] { return known }
    indices[path] = drafts.count
    drafts.append(nil)
    return drafts.count - 1
  }

  /// Reads the schema at a path, unless it was read before.
  private mutating func read(
    _ value: JSONValue, at path: JSONPath, name: String
  ) throws(SchemaProblem) -> SchemaRule.Index {
    let index = index(at: path)
    guard drafts[index] == nil else { return index }
    var draft = SchemaDraft(path: path, name: name)
    switch value {
    case .bool(true): break
    case .bool(false): draft.kinds = []
    case .object(let members):
      if path.isEmpty, case .string(let title)? = members["title"] { draft.name = title }
      // A schema that contains itself refers to this index.
      drafts[index] = draft
      try read(SchemaSource(members: members, path: path), into: &draft)
    default: throw SchemaProblem(path: path, message: "a schema is an object, true or false")
    }
    drafts[index] = draft
    return index
  }

  private mutating func read(_ source: SchemaSource, into draft: inout SchemaDraft) throws(SchemaProblem) {
    try source.checkKeywords()
    if !rounded.isEmpty { try source.checkNumbers(rounded) }
    if let kinds = try source.kinds() { draft.kinds = kinds }
    draft.constants = try source.constants()
    draft.numbers = try source.numbers()
    draft.length = try source.range("minLength", "maxLength")
    try readObject(source, into: &draft)
    try readArray(source, into: &draft)
    if let target = try source.reference(in: document) {
      draft.reference = index(at: target)
      pending.append(target)
    }
    draft.every = try readAll("allOf", of: source, name: draft.name) ?? []
    for keyword in ["anyOf", "oneOf"] {
      guard let alternatives = try readAll(keyword, of: source, name: draft.name) else { continue }
      draft.choices.append((keyword == "oneOf", alternatives))
    }
    draft.not = try read("not", of: source, name: "")
    if let condition = try read("if", of: source, name: "") {
      draft.condition = (
        condition, try read("then", of: source, name: draft.name), try read("else", of: source, name: draft.name)
      )
    }
  }

  private mutating func readObject(_ source: SchemaSource, into draft: inout SchemaDraft) throws(SchemaProblem) {
    let properties = try source.schemas("properties")
    let required = try source.names("required")
    let count = try source.range("minProperties", "maxProperties")
    let propertyNames = try read("propertyNames", of: source, name: "")
    let isClosed = source["additionalProperties"] == .bool(false)
    let additional = try read("additionalProperties", of: source, name: "")
    let says = properties != nil || required != nil || count != nil || propertyNames != nil || additional != nil
    guard says else { return }
    var names: [String] = []
    var members: [SchemaRule.Index] = []
    for (name, schema) in properties?.members ?? [] {
      names.append(name)
      members.append(try read(schema, at: source.path.appending("properties").appending(name), name: name))
    }
    let declared = NameTable(names)
    for name in required ?? [] where declared.index(of: name) == nil { names.append(name) }
    let keys = NameTable(names)
    draft.object = ObjectRule(
      keys: keys, declaredCount: members.count, members: members,
      required: (required ?? []).compactMap { keys.index(of: $0) }, additional: isClosed ? nil : additional,
      isClosed: isClosed, propertyNames: propertyNames, count: count)
  }

  private mutating func readArray(_ source: SchemaSource, into draft: inout SchemaDraft) throws(SchemaProblem) {
    let first = try readAll("prefixItems", of: source, name: "")
    if case .array? = source["items"] {
      throw source.problem(
        "items", "since 2020-12 \"items\" is one schema; those of the first elements are \"prefixItems\"")
    }
    let isClosed = source["items"] == .bool(false)
    let rest = try read("items", of: source, name: "")
    let count = try source.range("minItems", "maxItems")
    let isUnique = try source.flag("uniqueItems")
    let contained = try read("contains", of: source, name: "")
    let containedCount = try source.range("minContains", "maxContains", from: 1)
    guard first != nil || rest != nil || count != nil || isUnique || contained != nil else { return }
    let contains = contained.map { ($0, containedCount ?? 1 ... .max) }
    draft.array = ArrayRule(
      first: first ?? [], rest: isClosed ? nil : rest, isClosed: isClosed, count: count ?? 0 ... .max,
      isUnique: isUnique, contains: contains)
  }

  /// The schema of a keyword, if there is one.
  private mutating func read(
    _ keyword: String, of source: SchemaSource, name: String
  ) throws(SchemaProblem) -> SchemaRule.Index? {
    guard let value = source[keyword] else { return nil }
    return try read(value, at: source.path.appending(keyword), name: name)
  }

  /// The schemas of a keyword that has an array of them, if it is there.
  private mutating func readAll(
    _ keyword: String, of source: SchemaSource, name: String
  ) throws(SchemaProblem) -> [SchemaRule.Index]? {
    guard let value = source[keyword] else { return nil }
    guard case .array(let schemas) = value, !schemas.isEmpty else {
      throw source.problem(keyword, "\"\(keyword)\" is an array of at least one schema")
    }
    var all: [SchemaRule.Index] = []
    for (index, schema) in schemas.enumerated() {
      all.append(try read(schema, at: source.path.appending(keyword).appending("\(index)"), name: name))
    }
    return all
  }
}
