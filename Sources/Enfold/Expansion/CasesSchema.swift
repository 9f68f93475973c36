// How the expansion of @Action describes an enum case by case.
import EnfoldJSON

/// The schema of an enum under construction. Called only by the expansion of `@Action`.
public struct CasesSchema {
  private var cases: [JSONSchema] = []

  public init() {}

  public var schema: JSONSchema { .oneOf(cases) }

  /// Adds a case without values.
  public mutating func add(_ name: String) {
    cases.append(.const(name))
    add(name, .object(properties: []))
  }

  /// Adds a case with one value without label.
  public mutating func add<T: JSONCodable>(_ name: String, _ type: T.Type, in builder: inout JSONSchemaBuilder) {
    add(name, T.jsonSchema(in: &builder))
  }
  public mutating func add<T>(_ name: String, _ type: T.Type, in builder: inout JSONSchemaBuilder) {}

  /// Adds a case with labelled values.
  public mutating func add(_ name: String, object fields: ObjectSchema) { add(name, fields.schema) }

  /// Adds a case with several values, none labelled.
  public mutating func add(_ name: String, array fields: ObjectSchema) {
    add(name, .tuple(fields.properties.map(\.schema)))
  }

  private mutating func add(_ name: String, _ payload: JSONSchema) {
    cases.append(.object(properties: [(name: name, schema: payload, required: true)]))
  }
}
