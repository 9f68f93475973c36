// How macro expansions describe an object property by property.
import EnfoldJSON

/// The schema of an object under construction. Called only by the expansions of `@ObservableState` and `@Action`.
public struct ObjectSchema {
  @usableFromInline var properties: [(name: String, schema: JSONSchema, required: Bool)] = []

  public init() {}

  public var schema: JSONSchema { .object(properties: properties) }

  /// Adds a property of a known type.
  ///
  /// - Parameter readOnly: whether nobody can write it, because it is computed.
  public mutating func add<T: JSONCodable>(
    _ name: String, _ type: T.Type, required: Bool, readOnly: Bool = false, in builder: inout JSONSchemaBuilder
  ) {
    let schema = T.jsonSchema(in: &builder)
    properties.append((name, readOnly ? schema.with("readOnly", true) : schema, required))
  }
  /// Adds a property whose type the compiler infers from `property`.
  public mutating func add<Root, T: JSONCodable>(
    _ name: String, _ property: (Root) -> T, required: Bool, in builder: inout JSONSchemaBuilder
  ) {
    properties.append((name, T.jsonSchema(in: &builder), required))
  }

  // A type without JSON form is reported where it is written.
  public mutating func add<T>(
    _ name: String, _ type: T.Type, required: Bool, readOnly: Bool = false, in builder: inout JSONSchemaBuilder
  ) {}
  public mutating func add<Root, T>(
    _ name: String, _ property: (Root) -> T, required: Bool, in builder: inout JSONSchemaBuilder
  ) {}
}
