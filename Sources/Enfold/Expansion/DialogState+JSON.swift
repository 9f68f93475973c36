// The JSON form of dialogs: DialogState, ButtonState.

extension DialogState where Self: JSONCodable, Action: JSONCodable {
  public func writeJSON(to writer: inout JSONWriter) {
    writer.literal("{\"title\":")
    title.writeJSON(to: &writer)
    writer.literal(",\"message\":")
    message.writeJSON(to: &writer)
    writer.literal(",\"buttons\":")
    buttons.writeJSON(to: &writer)
    writer.literal("}")
  }

  public func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    guard let name = path.first else {
      writeJSON(to: &writer)
      return true
    }
    let rest = path.dropFirst()
    if name == "title" { return title.writeJSON(at: rest, to: &writer) }
    if name == "message" { return message.writeJSON(at: rest, to: &writer) }
    return name == "buttons" && buttons.writeJSON(at: rest, to: &writer)
  }

  public init(json reader: inout JSONReader) throws(JSONError) {
    var title: TextState?
    var message: TextState??
    var buttons: [ButtonState<Action>] = []
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key == "title" {
        try JSONFields.fill(&title, "title", from: &reader)
      } else if key == "message" {
        try JSONFields.fill(&message, "message", from: &reader)
      } else if key == "buttons" {
        try JSONFields.read(&buttons, "buttons", from: &reader)
      } else {
        try reader.skipUnknownKey(key, of: "a dialog", known: "title, message, buttons")
      }
    }
    self.init(
      title: try JSONFields.required(title, "title", of: "a dialog", in: &reader), message: message ?? nil,
      buttons: buttons)
  }

  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    builder.reference(Self.self) { builder in
      var fields = ObjectSchema()
      fields.add("title", TextState.self, required: true, in: &builder)
      fields.add("message", TextState?.self, required: false, in: &builder)
      fields.add("buttons", [ButtonState<Action>].self, required: false, in: &builder)
      return fields.schema.with("x-enfold-dialog", .string(_$kind))
    }
  }

  public static func jsonAllows(_ path: JSONPath) -> Bool {
    guard let name = path.first else { return true }
    let rest = path.dropFirst()
    if name == "title" || name == "message" { return rest.isEmpty }
    return name == "buttons" && [ButtonState<Action>].jsonAllows(rest)
  }
}

extension ButtonState where Action: JSONCodable {
  public func writeJSON(to writer: inout JSONWriter) {
    writer.literal("{\"role\":")
    role.writeJSON(to: &writer)
    writer.literal(",\"label\":")
    label.writeJSON(to: &writer)
    writer.literal(",\"action\":")
    action.writeJSON(to: &writer)
    writer.literal("}")
  }

  public func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    guard let name = path.first else {
      writeJSON(to: &writer)
      return true
    }
    let rest = path.dropFirst()
    if name == "role" { return role.writeJSON(at: rest, to: &writer) }
    if name == "label" { return label.writeJSON(at: rest, to: &writer) }
    return name == "action" && action.writeJSON(at: rest, to: &writer)
  }

  public init(json reader: inout JSONReader) throws(JSONError) {
    var role: ButtonStateRole??
    var label: TextState?
    var action: Action??
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key == "role" {
        try JSONFields.fill(&role, "role", from: &reader)
      } else if key == "label" {
        try JSONFields.fill(&label, "label", from: &reader)
      } else if key == "action" {
        try JSONFields.fill(&action, "action", from: &reader)
      } else {
        try reader.skipUnknownKey(key, of: "a button", known: "role, label, action")
      }
    }
    self.init(
      try JSONFields.required(label, "label", of: "a button", in: &reader), role: role ?? nil, action: action ?? nil)
  }

  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    builder.reference(Self.self) { builder in
      var fields = ObjectSchema()
      fields.add("role", ButtonStateRole?.self, required: false, in: &builder)
      fields.add("label", TextState.self, required: true, in: &builder)
      fields.add("action", Action?.self, required: false, in: &builder)
      return fields.schema
    }
  }

  public static func jsonAllows(_ path: JSONPath) -> Bool {
    guard let name = path.first else { return true }
    let rest = path.dropFirst()
    if name == "role" || name == "label" { return rest.isEmpty }
    return name == "action" && Action.jsonAllows(rest)
  }
}
