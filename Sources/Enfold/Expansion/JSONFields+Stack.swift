// How macro expansions read and write an action for a stack: {"popFrom":{"id":0}}.

// StackAction has a JSON form only as a value of a case. So it does not conform to JSONCodable, and a plugin without stacks does not
// contain it: a linker cannot leave out what a type conforms to.

extension JSONFields {
  public static func write<State: JSONCodable, Action: JSONCodable>(
    _ action: StackAction<State, Action>, to writer: inout JSONWriter
  ) {
    writer.literal("{")
    writer.write(action.caseName)
    writer.literal(":")
    writeValues(of: action, &writer)
    writer.literal("}")
  }

  /// Writes what stands behind the name of the case: `{"id":0}`.
  private static func writeValues<State: JSONCodable, Action: JSONCodable>(
    of action: StackAction<State, Action>, _ writer: inout JSONWriter
  ) {
    func write(_ id: StackElementID) {
      writer.literal("\"id\":")
      id.writeJSON(to: &writer)
    }
    writer.literal("{")
    switch action {
    case .element(let id, let inner):
      write(id)
      writer.literal(",\"action\":")
      inner.writeJSON(to: &writer)
    case .popFrom(let id): write(id)
    case .push(let id, let state):
      if id != .next {
        write(id)
        writer.literal(",")
      }
      writer.literal("\"state\":")
      state.writeJSON(to: &writer)
    }
    writer.literal("}")
  }

  public static func write<State: JSONCodable, Action: JSONCodable>(
    _ action: StackAction<State, Action>, at path: JSONPath, to writer: inout JSONWriter
  ) -> Bool {
    guard let name = path.first else {
      write(action, to: &writer)
      return true
    }
    guard name.text == action.caseName else { return false }
    guard let field = path.dropFirst().first else {
      writeValues(of: action, &writer)
      return true
    }
    let rest = path.dropFirst(2)
    switch action {
    case .element(let id, let inner):
      return field == "id"
        ? id.writeJSON(at: rest, to: &writer) : field == "action" && inner.writeJSON(at: rest, to: &writer)
    case .popFrom(let id): return field == "id" && id.writeJSON(at: rest, to: &writer)
    case .push(let id, let state):
      if field == "id" { return id != .next && id.writeJSON(at: rest, to: &writer) }
      return field == "state" && state.writeJSON(at: rest, to: &writer)
    }
  }

  public static func areSame<State: JSONCodable, Action: JSONCodable>(
    _ one: StackAction<State, Action>, _ other: StackAction<State, Action>
  ) -> Bool {
    switch (one, other) {
    case (.element(let id, let action), .element(let otherID, let other)):
      id == otherID && action.hasSameJSON(as: other)
    case (.popFrom(let id), .popFrom(let other)): id == other
    case (.push(let id, let state), .push(let otherID, let other)): id == otherID && state.hasSameJSON(as: other)
    default: false
    }
  }

  public static func allows<State: JSONCodable, Action: JSONCodable>(
    _ type: StackAction<State, Action>.Type, _ path: JSONPath
  ) -> Bool {
    guard let name = path.first else { return true }
    guard type.caseNames.contains(name.text) else { return false }
    guard let field = path.dropFirst().first else { return true }
    let rest = path.dropFirst(2)
    if field == "id" { return StackElementID.jsonAllows(rest) }
    if field == "action" { return name == "element" && Action.jsonAllows(rest) }
    return field == "state" && name == "push" && State.jsonAllows(rest)
  }
}

extension CaseReading {
  public static func single<State: JSONCodable, Action: JSONCodable>(
    _ name: StaticString, _ hasPayload: Bool, _ reader: inout JSONReader
  ) throws(JSONError) -> StackAction<State, Action> {
    guard hasPayload else { throw missing(name, reader) }
    do { return try stackAction(&reader) } catch { throw JSONFields.located(error, in: name) }
  }

  private static func stackAction<State: JSONCodable, Action: JSONCodable>(
    _ reader: inout JSONReader
  ) throws(JSONError) -> StackAction<State, Action> {
    let start = reader
    try reader.beginObject()
    guard let key = try reader.nextKey() else {
      throw start.mismatch("an object without a case; known: element, popFrom, push")
    }
    let action = try stackAction(StackAction<State, Action>.self, key, &reader)
    if let next = try reader.nextKey() {
      throw JSONError(
        code: .mismatch, offset: next.offset,
        message: "one case at a time: \"\(action.caseName)\" is followed by \"\(next.string)\"")
    }
    return action
  }

  private static func stackAction<State: JSONCodable, Action: JSONCodable>(
    _ type: StackAction<State, Action>.Type, _ key: JSONKey, _ reader: inout JSONReader
  ) throws(JSONError) -> StackAction<State, Action> {
    let name = key.string
    var (id, action, state) = (StackElementID?.none, Action?.none, State?.none)
    let (known, label): (StaticString, StaticString)
    switch name {
    case "element": (known, label) = ("id, action", "element")
    case "popFrom": (known, label) = ("id", "popFrom")
    case "push": (known, label) = ("id, state", "push")
    default:
      throw JSONError(
        code: .mismatch, offset: key.offset, message: unknown(StackAction<State, Action>.self, name))
    }
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key == "id" {
        try JSONFields.fill(&id, "id", from: &reader)
      } else if key == "action", name == "element" {
        try JSONFields.fill(&action, "action", from: &reader)
      } else if key == "state", name == "push" {
        try JSONFields.fill(&state, "state", from: &reader)
      } else {
        try reader.skipUnknownKey(key, of: label, known: known)
      }
    }
    if name == "push" {
      return .push(id: id ?? .next, state: try JSONFields.required(state, "state", of: label, in: &reader))
    }
    let given = try JSONFields.required(id, "id", of: label, in: &reader)
    if name == "popFrom" { return .popFrom(id: given) }
    return .element(id: given, action: try JSONFields.required(action, "action", of: label, in: &reader))
  }
}

extension CasesSchema {
  public mutating func add<State: JSONCodable, Action: JSONCodable>(
    _ name: String, _ type: StackAction<State, Action>.Type, isRedacted: Bool = false,
    in builder: inout JSONSchemaBuilder
  ) {
    var cases = CasesSchema()
    var (element, popFrom, push) = (ObjectSchema(), ObjectSchema(), ObjectSchema())
    element.add("id", StackElementID.self, required: true, in: &builder)
    element.add("action", Action.self, required: true, in: &builder)
    popFrom.add("id", StackElementID.self, required: true, in: &builder)
    push.add("id", StackElementID.self, required: false, in: &builder)
    push.add("state", State.self, required: true, in: &builder)
    cases.add("element", object: element)
    cases.add("popFrom", object: popFrom)
    cases.add("push", object: push)
    add(name, cases.schema, isRedacted)
  }
}
