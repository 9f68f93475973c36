// @Pulse: a property whose assignments are events.
import Synchronization

/// A property of which every assignment is an event: observers of the pulse are also told if the value is equal.
///
/// ```swift
/// @ObservableState struct State: Equatable { @Pulse var alert: String? }
/// store.observe(\.$alert) { print($0 ?? "no alert") }
/// ```
///
/// Several assignments in one action are one event, with the last value. Everywhere else only the value counts: in
/// `==`, `hash(into:)` and JSON, and for observers that compare.
@propertyWrapper
public struct Pulse<Value> {
  @usableFromInline var value: Value
  /// How often the property was assigned. It wraps around.
  public internal(set) var count: UInt = 0
  /// ``count`` under the name it has in ReactorKit.
  public var valueUpdatedCount: UInt { count }
  /// A number for the last assignment, which grows with every assignment in this process; 0 if there was none.
  @usableFromInline var moment: UInt64 = 0
  /// Whether it was assigned since the last commit.
  @usableFromInline var isAssigned = false

  @inlinable public init(wrappedValue: Value) { value = wrappedValue }

  public var wrappedValue: Value {
    @inlinable get { value }
    set {
      value = newValue
      noteAssignment()
    }
    _modify {
      defer { noteAssignment() }
      yield &value
    }
  }

  /// The pulse itself: what `observe(\.$property)` observes.
  @inlinable public var projectedValue: Pulse { self }

  private mutating func noteAssignment() {
    count &+= 1
    moment = pulseMoments.add(1, ordering: .relaxed).newValue
    isAssigned = true
  }

  /// Whether it was assigned after `earlier`. An older copy that was put back was not.
  @usableFromInline package func isAssignment(after earlier: Pulse) -> Bool { moment > earlier.moment }
}

/// Counts the assignments to all pulses.
private let pulseMoments = Atomic<UInt64>(0)

/// ``Pulse`` under the name it has in ReactableKit.
public typealias Emit = Pulse

extension Pulse: Sendable where Value: Sendable {}

extension Pulse: Equatable where Value: Equatable {
  /// Whether the values are equal, however often they were assigned.
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool { lhs.value == rhs.value }
}

extension Pulse: Hashable where Value: Hashable {
  @inlinable public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

extension Pulse: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension Pulse: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws { self.init(wrappedValue: try Value(from: decoder)) }
}

// MARK: JSON

extension Pulse: JSONEncodable where Value: JSONEncodable {
  @inlinable public func writeJSON(to writer: inout JSONWriter) { value.writeJSON(to: &writer) }
  @inlinable public func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    value.writeJSON(at: path, to: &writer)
  }
  @inlinable public func hasSameJSON(as other: Self) -> Bool { value.hasSameJSON(as: other.value) }
  @inlinable public var jsonIsNull: Bool { value.jsonIsNull }
}

extension Pulse: JSONDecodable where Value: JSONDecodable {
  @inlinable public init(json reader: inout JSONReader) throws(JSONError) {
    self.init(wrappedValue: try Value(json: &reader))
  }
  @inlinable public static var jsonAcceptsAnyKey: Bool { Value.jsonAcceptsAnyKey }
}

extension Pulse: JSONDescribable where Value: JSONDescribable {
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { Value.jsonSchema(in: &builder) }
  public static func jsonAllows(_ path: JSONPath) -> Bool { Value.jsonAllows(path) }
}

// MARK: Changes

extension ChangeTracking {
  @inlinable public static func isAssigned<T>(_ pulse: Pulse<T>) -> Bool { pulse.isAssigned }
  @inlinable public static func commit<T>(_ pulse: inout Pulse<T>, _ stamps: inout StampSource) {
    pulse.isAssigned = false
  }
  @inlinable public static func adopt<T>(_ pulse: inout Pulse<T>, _ stamps: inout StampSource) {
    pulse.isAssigned = false
  }
}
