// The JSON form of a stack: [{"id":0,"state":{…}}].

extension StackState: JSONEncodable where Element: JSONEncodable {
  public func writeJSON(to writer: inout JSONWriter) { list.writeJSON(to: &writer) }
  public func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    list.writeJSON(at: path, to: &writer)
  }
  public func hasSameJSON(as other: Self) -> Bool { list.hasSameJSON(as: other.list) }
  public var jsonIsNull: Bool { false }
}

extension StackState: JSONDecodable where Element: JSONCodable {
  /// Reads the elements. Those without an id get the numbers behind the greatest id.
  public init(json reader: inout JSONReader) throws(JSONError) {
    self.init()
    var withoutID: [(position: Int, state: Element)] = []
    try reader.beginArray()
    while try reader.nextElement() {
      _ = reader.peek()
      let offset = reader.offset
      let element = try StackElement<Element>(json: &reader)
      if element.id == .next {
        withoutID.append((list.count + withoutID.count, element.state))
      } else if list.append(element).inserted {
        next = Swift.max(next, element.id.rawValue + 1)
      } else {
        throw JSONError(
          code: .mismatch, offset: offset,
          message: "the id \(element.id) is there twice; each element of a stack has an id of its own")
      }
    }
    for (position, state) in withoutID { insert(state, at: position) }
  }
}

extension StackState: JSONDescribable where Element: JSONCodable {
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    [StackElement<Element>].jsonSchema(in: &builder)
  }
  public static func jsonAllows(_ path: JSONPath) -> Bool { [StackElement<Element>].jsonAllows(path) }
}

extension StackElement: JSONEncodable where State: JSONEncodable {
  public func writeJSON(to writer: inout JSONWriter) {
    writer.literal("{\"id\":")
    id.writeJSON(to: &writer)
    writer.literal(",\"state\":")
    state.writeJSON(to: &writer)
    writer.literal("}")
  }

  public func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    guard let name = path.first else {
      writeJSON(to: &writer)
      return true
    }
    if name == "state" { return state.writeJSON(at: path.dropFirst(), to: &writer) }
    return name == "id" && id.writeJSON(at: path.dropFirst(), to: &writer)
  }

  public func hasSameJSON(as other: Self) -> Bool { id == other.id && state.hasSameJSON(as: other.state) }
}

extension StackElement: JSONDecodable where State: JSONCodable {
  /// Reads an element. One without an id gets ``StackElementID/next``, for which its stack puts a number.
  public init(json reader: inout JSONReader) throws(JSONError) {
    var (id, state) = (StackElementID?.none, State?.none)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key == "id" {
        try JSONFields.fill(&id, "id", from: &reader)
      } else if key == "state" {
        try JSONFields.fill(&state, "state", from: &reader)
      } else {
        try reader.skipUnknownKey(key, of: "an element of a stack", known: "id, state")
      }
    }
    self.init(
      id: id ?? .next, state: try JSONFields.required(state, "state", of: "an element of a stack", in: &reader))
  }
}

extension StackElement: JSONDescribable where State: JSONCodable {
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    var fields = ObjectSchema()
    fields.add("id", StackElementID.self, required: true, in: &builder)
    fields.add("state", State.self, required: true, in: &builder)
    return fields.schema
  }

  public static func jsonAllows(_ path: JSONPath) -> Bool {
    guard let name = path.first else { return true }
    let rest = path.dropFirst()
    return name == "state" ? State.jsonAllows(rest) : name == "id" && StackElementID.jsonAllows(rest)
  }
}
