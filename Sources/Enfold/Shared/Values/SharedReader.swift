// @SharedReader: a shared value that is only read.

/// A shared value that cannot be changed here. Everything else is as with ``Shared``.
@propertyWrapper @dynamicMemberLookup
public struct SharedReader<Value: JSONCodable & Sendable>: Sendable {
  @usableFromInline package var shared: Shared<Value>

  public init(
    wrappedValue: Value, _ storage: StorageType = .memory, key: String? = nil
  ) { shared = Shared(wrappedValue: wrappedValue, storage, key: key) }

  /// The value of a ``Shared``.
  public init(_ shared: Shared<Value>) { self.shared = Shared(projectedValue: shared) }

  /// The value of another reader.
  public init(projectedValue: SharedReader) { self.init(projectedValue.shared) }

  public var wrappedValue: Value { shared.wrappedValue }

  /// The shared value itself: to be observed, and to be given to others.
  public var projectedValue: SharedReader {
    get { SharedReader(shared) }
    set { shared.projectedValue = newValue.shared }
  }

  /// A property of the value.
  public subscript<Member: JSONCodable & Sendable>(
    dynamicMember path: WritableKeyPath<Value, Member> & Sendable
  ) -> SharedReader<Member> { SharedReader<Member>(shared[dynamicMember: path]) }

  public var key: String? { shared.key }
  public var loadError: SharedError? { shared.loadError }
  public var isLoading: Bool { shared.isLoading }
  /// Loads the stored value again.
  public func load() async throws(SharedError) { try await shared.load() }
}

extension Shared {
  /// A reader of this value.
  public var reader: SharedReader<Value> { SharedReader(self) }
}

extension SharedReader: Equatable where Value: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.shared == rhs.shared }
}

extension SharedReader: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { shared.hash(into: &hasher) }
}

extension SharedReader: JSONEncodable {
  public func writeJSON(to writer: inout JSONWriter) { shared.writeJSON(to: &writer) }
  public func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    shared.writeJSON(at: path, to: &writer)
  }
  public func hasSameJSON(as other: Self) -> Bool { shared.hasSameJSON(as: other.shared) }
  public var jsonIsNull: Bool { shared.jsonIsNull }
}

extension SharedReader: JSONDecodable {
  public init(json reader: inout JSONReader) throws(JSONError) { shared = try Shared(json: &reader) }
  public static var jsonAcceptsAnyKey: Bool { Value.jsonAcceptsAnyKey }
}

extension SharedReader: JSONDescribable {
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { Value.jsonSchema(in: &builder) }
  public static func jsonAllows(_ path: JSONPath) -> Bool { Value.jsonAllows(path) }
}
