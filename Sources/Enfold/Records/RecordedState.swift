// RecordedState: a state that records what is written to it.

/// What a state that records its writes can do for commits, lists and shared values. ``ObservableState()`` writes everything.
public protocol RecordedState: JSONCodable, Sendable {
  /// The record of the writes since the last commit.
  var _$changes: ChangeRecord { get set }

  /// The index of a property, or nil if there is none of that name. The stored properties come first, in the order of
  /// declaration, and then the derived ones.
  static func _$propertyIndex(of name: JSONPath.Token) -> Int?

  /// The number of properties.
  static var _$propertyCount: Int { get }

  /// The properties written since the last commit: the bits of the change record, the pulses that were assigned, and, if
  /// there are any of these, all derived properties.
  var _$written: UInt64 { get }

  /// The bits of the properties of which every assignment is a change: `@ViewState(ignoreEquality: true)`.
  static var _$everyAssignment: UInt64 { get }

  /// Whether one of these properties, or something inside it, was assigned and counts every assignment (see
  /// `_$everyAssignment`).
  ///
  /// - Parameter bits: the written properties; all bits if the state was replaced as a whole.
  func _$countsAssignment(_ bits: UInt64) -> Bool

  /// The attributes of the property at a path.
  static func _$traits(at path: JSONPath) -> PropertyTraits

  /// Reads a value for the property at a path; nil if hosts may not write it.
  static func _$setter(at path: JSONPath, from reader: inout JSONReader) throws(JSONError) -> PropertySetter<Self>?

  /// Whether states of this type may have shared values, themselves or in states inside.
  static func _$hasShared(_ search: inout SharedSearch) -> Bool

  /// Gives new stamps to the nested states that were written, and to this one. Called once after each commit that
  /// touched it.
  mutating func _$commit(_ stamps: inout StampSource)

  /// Gives new stamps to this state and to everything inside, because it is new in its store.
  mutating func _$adopt(_ stamps: inout StampSource)
}

extension RecordedState {
  @inlinable public var jsonIsNull: Bool { false }
  @inlinable public var _$written: UInt64 { _$changes.bits }
  @inlinable public static var _$everyAssignment: UInt64 { 0 }
  @inlinable public func _$countsAssignment(_ bits: UInt64) -> Bool { bits & Self._$everyAssignment != 0 }
  @inlinable public static func _$traits(at path: JSONPath) -> PropertyTraits { [] }
  @inlinable public static func _$setter(
    at path: JSONPath, from reader: inout JSONReader
  ) throws(JSONError) -> PropertySetter<Self>? { nil }
  @inlinable public static func _$hasShared(_ search: inout SharedSearch) -> Bool { false }

  /// Whether states of this type may have shared values.
  @inlinable public static var hasShared: Bool {
    var search = SharedSearch()
    return _$hasShared(&search)
  }
}

/// Remembers which types were asked already whether they have shared values: a state may contain its own type.
public struct SharedSearch {
  private var asked: Set<ObjectIdentifier> = []

  @usableFromInline package init() {}

  @usableFromInline mutating func isFirst(_ type: any RecordedState.Type) -> Bool {
    asked.insert(ObjectIdentifier(type)).inserted
  }
}
