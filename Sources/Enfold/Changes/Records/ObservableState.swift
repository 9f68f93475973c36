// ObservableState: the protocol behind the @ObservableState macro.
import EnfoldJSON

/// A state whose properties are observed one by one.
///
/// Do not conform by hand: the ``ObservableState()`` macro writes everything, and the underscored requirements may
/// change with it.
public protocol ObservableState: JSONCodable, Sendable {
  /// The record of the writes since the last commit.
  var _$changes: ChangeRecord { get set }

  /// The key paths of the property with a number: first the properties that can be observed, in the order of
  /// `_$propertyIndex`, and then the `@Ignored` ones. Nil if there is none with this number.
  static func _$place(_ property: Int) -> PropertyPlace?

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

  /// Leads a walk through one property.
  func _$visit(_ property: Int, _ walk: inout ChangeWalk, _ node: ObservationNode?)

  /// Leads a walk through what changed in a state without properties, which records the changes itself.
  func _$visitReported(_ walk: inout ChangeWalk, _ root: ObservationNode)

  /// The attributes of the property at a path.
  static func _$traits(at path: JSONPath) -> PropertyTraits

  /// Reads a value for the property at a path; nil if hosts may not write it.
  static func _$setter(at path: JSONPath, from reader: inout JSONReader) throws(JSONError) -> PropertySetter<Self>?

  /// Access to a property in place, an ``InPlace``; nil if it cannot be written.
  static func _$inPlace(_ property: Int) -> Any?

  /// Whether states of this type may have shared values, themselves or in states inside.
  static func _$hasShared(_ search: inout SharedSearch) -> Bool

  /// Leads a walk through the shared values.
  mutating func _$visitShared(_ visit: inout SharedVisit)

  /// Gives new stamps to the nested states that were written, and to this one. Called once after each commit that
  /// touched it.
  mutating func _$commit(_ stamps: inout StampSource)

  /// Gives new stamps to this state and to everything inside, because it is new in its store.
  mutating func _$adopt(_ stamps: inout StampSource)
}

extension ObservableState {
  @inlinable public var jsonIsNull: Bool { false }
  @inlinable public static func _$place(_ property: Int) -> PropertyPlace? { nil }
  @inlinable public var _$written: UInt64 { _$changes.bits }
  @inlinable public static var _$everyAssignment: UInt64 { 0 }
  @inlinable public func _$countsAssignment(_ bits: UInt64) -> Bool { bits & Self._$everyAssignment != 0 }
  public func _$visitReported(_ walk: inout ChangeWalk, _ root: ObservationNode) { walk.changed(self, at: root) }
  @inlinable public static func _$traits(at path: JSONPath) -> PropertyTraits { [] }
  @inlinable public static func _$setter(
    at path: JSONPath, from reader: inout JSONReader
  ) throws(JSONError) -> PropertySetter<Self>? { nil }
}

extension ObservableState {
  /// The index of the property that a key path leads to; nil if it leads elsewhere.
  public static func _$propertyIndex(of keyPath: PartialKeyPath<Self>) -> Int? {
    (0..<_$propertyCount).first { _$place($0)?.path == keyPath }
  }
}
