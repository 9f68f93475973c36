// The JSON form of an action for a presented child.

// What the expansion of @Action would be, if macros could write "where".
extension PresentationAction where Action: JSONCodable {
  public func writeJSON(to writer: inout JSONWriter) {
    switch self {
    case .dismiss: writer.literal("{\"dismiss\":{}}")
    case .presented(let action):
      writer.literal("{\"presented\":")
      action.writeJSON(to: &writer)
      writer.literal("}")
    }
  }

  public func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    guard let name = path.first else {
      writeJSON(to: &writer)
      return true
    }
    let rest = path.dropFirst()
    switch self {
    case .dismiss:
      guard name == "dismiss", rest.isEmpty else { return false }
      writer.literal("{}")
      return true
    case .presented(let action): return name == "presented" && action.writeJSON(at: rest, to: &writer)
    }
  }

  public func hasSameJSON(as other: Self) -> Bool {
    switch (self, other) {
    case (.dismiss, .dismiss): true
    case (.presented(let action), .presented(let other)): action.hasSameJSON(as: other)
    default: false
    }
  }
}

extension PresentationAction: TaggedCases where Action: JSONCodable {
  public static func _$caseIndex(of name: CaseText) -> Int? {
    name.matches("dismiss") ? 0 : name.matches("presented") ? 1 : nil
  }

  public static func _$read(
    case index: Int, hasPayload: Bool, from reader: inout JSONReader
  ) throws(JSONError) -> Self {
    if index == 0 {
      try CaseReading.none("dismiss", hasPayload, &reader)
      return .dismiss
    }
    return .presented(try CaseReading.single("presented", hasPayload, &reader))
  }
}

extension PresentationAction where Action: JSONCodable {
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    builder.reference(Self.self) { builder in
      var cases = CasesSchema()
      cases.add("dismiss")
      cases.add("presented", Action.self, in: &builder)
      return cases.schema
    }
  }

  public static func jsonAllows(_ path: JSONPath) -> Bool {
    guard let name = path.first else { return true }
    let rest = path.dropFirst()
    if name == "dismiss" { return rest.isEmpty }
    return name == "presented" && Action.jsonAllows(rest)
  }
}
