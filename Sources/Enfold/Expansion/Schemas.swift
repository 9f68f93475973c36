// ObjectSchema, CasesSchema: the JSON Schemas of states and actions, as macros write them.

/// The schema of an object under construction. Called only by the expansions of `@ObservableState` and `@Action`.
public struct ObjectSchema {
  @usableFromInline var properties: [(name: String, schema: JSONSchema, required: Bool)] = []

  public init() {}

  public var schema: JSONSchema { .object(properties: properties) }

  /// Adds a property of a known type.
  public mutating func add<T: JSONCodable>(
    _ name: String, _ type: T.Type, required: Bool, in builder: inout JSONSchemaBuilder
  ) { properties.append((name, T.jsonSchema(in: &builder), required)) }
  /// Adds a property whose type the compiler infers from `property`.
  public mutating func add<Root, T: JSONCodable>(
    _ name: String, _ property: (Root) -> T, required: Bool, in builder: inout JSONSchemaBuilder
  ) { properties.append((name, T.jsonSchema(in: &builder), required)) }

  // A type without JSON form is reported where it is written.
  public mutating func add<T>(_ name: String, _ type: T.Type, required: Bool, in builder: inout JSONSchemaBuilder) {}
  public mutating func add<Root, T>(
    _ name: String, _ property: (Root) -> T, required: Bool, in builder: inout JSONSchemaBuilder
  ) {}

  /// Says of a property that nobody can write it, because it is computed.
  public mutating func setReadOnly(_ name: String) { annotate(name, "readOnly", true) }

  /// Says of a property that it is a shared value, and under which key.
  public mutating func setShared<Root>(_ name: String, of _: Root.Type, key: String?, file: StaticString) {
    annotate(name, "x-enfold-shared", .string(key ?? SharedNames.key(of: Root.self, name, file: file)))
  }

  /// Says of a property that it is a shared value with a storage and without a key.
  public mutating func setShared<Root, Wrapper>(
    _ name: String, _: (Root) -> Wrapper, in _: StorageType, file: StaticString
  ) { setShared(name, of: Root.self, key: nil, file: file) }

  /// Says of a property that it is a shared value, and under which key.
  public mutating func setShared<Root, Value>(
    _ name: String, _: (Root) -> Shared<Value>, in key: some SharedKey<Value>, file: StaticString
  ) { setShared(name, of: Root.self, key: key.name, file: file) }
  public mutating func setShared<Root, Value>(
    _ name: String, _: (Root) -> SharedReader<Value>, in key: some SharedReaderKey<Value>, file: StaticString
  ) { setShared(name, of: Root.self, key: key.name, file: file) }
  public mutating func setShared<Root, Value>(
    _ name: String, _: (Root) -> SharedReader<Value>, in key: some SharedKey<Value>, file: StaticString
  ) { setShared(name, of: Root.self, key: key.name, file: file) }

  /// Says with which animation a view should show other values of a property.
  public mutating func setAnimation(_ name: String, _ animation: ViewAnimation?) {
    if let animation { annotate(name, "x-animation", .string(animation.name)) }
  }

  /// Says of a property that it is secret.
  public mutating func setRedacted(_ name: String) { annotate(name, JSONSchema.redactedKeyword, true) }

  private mutating func annotate(_ name: String, _ keyword: String, _ value: JSONValue) {
    // A type without a JSON form has left no property.
    guard let index = properties.firstIndex(where: { $0.name == name }) else { return }
    properties[index].schema = properties[index].schema.with(keyword, value)
  }
}

/// The schema of an enum under construction. Called only by the expansion of `@Action`.
public struct CasesSchema {
  private var cases: [JSONSchema] = []

  public init() {}

  /// Without cases it allows no value: `oneOf` must not be empty.
  public var schema: JSONSchema { cases.isEmpty ? .any.with("not", [:]) : .oneOf(cases) }

  /// Adds a case without values.
  public mutating func add(_ name: String) {
    cases.append(.const(name))
    add(name, .object(properties: []), false)
  }

  /// Adds a case with one value without label.
  public mutating func add<T: JSONCodable>(
    _ name: String, _ type: T.Type, isRedacted: Bool = false, in builder: inout JSONSchemaBuilder
  ) { add(name, T.jsonSchema(in: &builder), isRedacted) }
  public mutating func add<T>(
    _ name: String, _ type: T.Type, isRedacted: Bool = false, in builder: inout JSONSchemaBuilder
  ) {}

  /// Adds a case with labelled values.
  public mutating func add(_ name: String, object fields: ObjectSchema, isRedacted: Bool = false) {
    add(name, fields.schema, isRedacted)
  }

  /// Adds a case with several values, none labelled.
  public mutating func add(_ name: String, array fields: ObjectSchema, isRedacted: Bool = false) {
    add(name, .tuple(fields.properties.map(\.schema)), isRedacted)
  }

  mutating func add(_ name: String, _ payload: JSONSchema, _ isRedacted: Bool) {
    let payload = isRedacted ? payload.with(JSONSchema.redactedKeyword, true) : payload
    cases.append(.object(properties: [(name: name, schema: payload, required: true)]))
  }
}
