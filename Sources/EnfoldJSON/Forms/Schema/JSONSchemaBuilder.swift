// JSONSchemaBuilder: collects the definitions of a schema. A type that contains itself refers to its definition.

/// Collects the `$defs` of a schema document.
public struct JSONSchemaBuilder {
  private var definitions: [String: JSONValue] = [:]
  private var names: [ObjectIdentifier: String] = [:]

  public init() {}

  /// A reference to the definition of a type. The first time it is asked for, `make` describes the type. The definition
  /// is named like the type; if two types have the same name, the second one gets a number.
  public mutating func reference(
    _ type: Any.Type, make: (inout JSONSchemaBuilder) -> JSONSchema
  ) -> JSONSchema {
    let id = ObjectIdentifier(type)
    if let name = names[id] { return .reference(name) }
    let base = Self.definitionName("\(type)")
    var name = base
    var number = 2
    while definitions[name] != nil {
      name = "\(base)\(number)"
      number += 1
    }
    names[id] = name
    return reference(name: name, make: make)
  }

  /// A reference to the definition with a name. The first time it is asked for, `make` describes it.
  public mutating func reference(name: String, make: (inout JSONSchemaBuilder) -> JSONSchema) -> JSONSchema {
    let name = Self.definitionName(name)
    if definitions[name] == nil {
      // The name is taken before the definition is made, because the type may refer to itself.
      definitions[name] = .null
      definitions[name] = make(&self).json
    }
    return .reference(name)
  }

  /// The text of a whole schema document for a type.
  public static func document<T: JSONDescribable>(of type: T.Type) -> String {
    var builder = JSONSchemaBuilder()
    let schema = T.jsonSchema(in: &builder)
    return JSON.string(builder.document(schema))
  }

  /// A whole document: `schema` with `$schema` and the definitions collected so far, by name.
  public func document(_ schema: JSONSchema) -> JSONValue {
    var document: JSONObject = ["$schema": "https://json-schema.org/draft/2020-12/schema"]
    if case .object(let members) = schema.json {
      for (key, value) in members.members { document[key] = value }
    }
    if !definitions.isEmpty {
      var sorted = JSONObject()
      for name in definitions.keys.sorted(by: { $0.precedesInUTF8($1) }) { sorted[name] = definitions[name] }
      document["$defs"] = .object(sorted)
    }
    return .object(document)
  }

  /// The name without characters that would need escapes in a `$ref`, such as the brackets of generic types.
  static func definitionName(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar in
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      return isPlain || scalar == "." || scalar == "-" ? Character(scalar) : "_"
    }
    return String(scalars)
  }
}
