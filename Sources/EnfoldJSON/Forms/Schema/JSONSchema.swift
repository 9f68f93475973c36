// JSONSchema: the description of a type's JSON form, as JSON Schema (2020-12).

/// A JSON Schema (2020-12).
public struct JSONSchema: Sendable, Equatable {
  /// The schema as JSON.
  public private(set) var json: JSONValue

  init(_ members: JSONObject) { json = .object(members) }

  /// Any value.
  public static var any: JSONSchema { JSONSchema([:]) }
  public static var null: JSONSchema { JSONSchema(["type": "null"]) }
  public static var boolean: JSONSchema { JSONSchema(["type": "boolean"]) }
  public static var string: JSONSchema { JSONSchema(["type": "string"]) }
  public static var number: JSONSchema { JSONSchema(["type": "number"]) }

  /// An integer within bounds.
  public static func integer(min: Int64, max: UInt64) -> JSONSchema {
    JSONSchema(["type": "integer", "minimum": .integer(min), "maximum": JSONValue(max)])
  }

  /// An integer that fits into a type.
  public static func integer<T: FixedWidthInteger>(_ type: T.Type) -> JSONSchema {
    .integer(min: Int64(clamping: T.min), max: UInt64(clamping: T.max))
  }

  /// An array whose elements all have one form.
  public static func array(of element: JSONSchema) -> JSONSchema {
    JSONSchema(["type": "array", "items": element.json])
  }

  /// An array with a fixed number of elements, each of its own form.
  public static func tuple(_ elements: [JSONSchema]) -> JSONSchema {
    let count = JSONValue.integer(Int64(elements.count))
    var members: JSONObject = ["type": "array"]
    // `prefixItems` must not be empty.
    if !elements.isEmpty { members["prefixItems"] = .array(elements.map(\.json)) }
    members["items"] = false
    members["minItems"] = count
    members["maxItems"] = count
    return JSONSchema(members)
  }

  /// An object with any keys whose values all have one form.
  public static func dictionary(of value: JSONSchema) -> JSONSchema {
    JSONSchema(["type": "object", "additionalProperties": value.json])
  }

  /// An object with these keys and, unless `allowsOthers`, no others.
  public static func object(
    properties: [(name: String, schema: JSONSchema, required: Bool)], allowsOthers: Bool = false
  ) -> JSONSchema {
    var schemas = JSONObject()
    for property in properties { schemas[property.name] = property.schema.json }
    var members: JSONObject = ["type": "object", "properties": .object(schemas)]
    let required = properties.filter(\.required)
    if !required.isEmpty { members["required"] = .array(required.map { .string($0.name) }) }
    if !allowsOthers { members["additionalProperties"] = false }
    return JSONSchema(members)
  }

  /// The schema's values, or null.
  public static func nullable(_ schema: JSONSchema) -> JSONSchema { .anyOf([schema, .null]) }

  /// Exactly one of the schemas applies.
  public static func oneOf(_ schemas: [JSONSchema]) -> JSONSchema { JSONSchema(["oneOf": .array(schemas.map(\.json))]) }

  /// At least one of the schemas applies.
  public static func anyOf(_ schemas: [JSONSchema]) -> JSONSchema { JSONSchema(["anyOf": .array(schemas.map(\.json))]) }

  /// Exactly this string.
  public static func const(_ value: String) -> JSONSchema { JSONSchema(["const": .string(value)]) }

  /// One of these values.
  public static func enumeration(_ values: [JSONValue]) -> JSONSchema { JSONSchema(["enum": .array(values)]) }

  /// A reference to a definition in the same document.
  public static func reference(_ name: String) -> JSONSchema {
    JSONSchema(["$ref": .string("#/$defs/\(JSONSchemaBuilder.definitionName(name))")])
  }

  /// The keyword beside a schema, or beside the `$ref` to one, whose values are secret at that place.
  package static let redactedKeyword = "x-enfold-redacted"

  /// The schema with one more keyword, such as `title` or `default`.
  public func with(_ keyword: String, _ value: JSONValue) -> JSONSchema {
    guard case .object(var members) = json else { return self }
    members[keyword] = value
    return JSONSchema(members)
  }
}

extension JSONSchema: JSONEncodable {
  public func writeJSON(to writer: inout JSONWriter) { json.writeJSON(to: &writer) }
}

extension JSONValue {
  /// An integer: `.integer` if it fits into `Int64`, otherwise `.unsigned`.
  public init(_ value: UInt64) { self = value <= Int64.max ? .integer(Int64(value)) : .unsigned(value) }
}
