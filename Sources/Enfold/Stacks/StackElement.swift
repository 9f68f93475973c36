// StackElement: a screen of a stack, with its id.

/// An element of a ``StackState`` and its id. As JSON: `{"id":0,"state":{…}}`.
public struct StackElement<State>: Identifiable {
  public let id: StackElementID
  public var state: State

  @inlinable public init(id: StackElementID, state: State) {
    self.id = id
    self.state = state
  }
}

extension StackElement: Sendable where State: Sendable {}
extension StackElement: Equatable where State: Equatable {}
extension StackElement: Hashable where State: Hashable {}

extension StackElement: Encodable where State: Encodable {}
extension StackElement: Decodable where State: Decodable {}
extension StackElement: WithIDInJSON {}

/// Its record is that of the state inside.
extension StackElement: RecordedState where State: RecordedState {
  public var _$changes: ChangeRecord {
    @inlinable get { state._$changes }
    @inlinable set { state._$changes = newValue }
  }
  public static func _$propertyIndex(of name: JSONPath.Token) -> Int? { name == "id" ? 0 : name == "state" ? 1 : nil }
  public static var _$propertyCount: Int { 2 }
  @inlinable public var _$written: UInt64 { state._$written }
  public static var _$everyAssignment: UInt64 { State._$everyAssignment }
  public func _$countsAssignment(_ bits: UInt64) -> Bool { state._$countsAssignment(bits) }
  public static func _$traits(at path: JSONPath) -> PropertyTraits {
    guard let name = path.first, name == "state" else { return [] }
    return State._$traits(at: path.dropFirst())
  }
  public static func _$setter(
    at path: JSONPath, from reader: inout JSONReader
  ) throws(JSONError) -> PropertySetter<Self>? {
    guard let name = path.first, name == "state", let inner = try State._$setter(at: path.dropFirst(), from: &reader)
    else { return nil }
    return PropertySetter(
      check: { inner.check($0.state, &$1) }, write: { inner.write(&$0.state) }, value: inner.value)
  }
  public static func _$hasShared(_ search: inout SharedSearch) -> Bool {
    search.isFirst(State.self) && State._$hasShared(&search)
  }
  @inlinable public mutating func _$commit(_ stamps: inout StampSource) { state._$commit(&stamps) }
  @inlinable public mutating func _$adopt(_ stamps: inout StampSource) { state._$adopt(&stamps) }
}

extension StackElement: SharingState where State: SharingState {
  public mutating func _$visitShared(_ visit: inout SharedVisit) {
    visit.enter("state") { state._$visitShared(&$0) }
  }
  public func _$hasNewShared(in store: UInt64) -> Bool { state._$hasNewShared(in: store) }
}
