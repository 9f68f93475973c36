// States of every supported property type, and in every place where one may be declared.
import Enfold
import Testing

@Action enum PriorityCase: String { case low, normal = "medium", high }
@Action enum LevelCase: Int { case one = 1, two }
@Action enum ScreenCase: Equatable, Sendable {
  case list
  case detail(LeafState)
  case range(from: Int, to: Int)
  case pair(Int, String)
}

@ObservableState struct LeafState: Equatable, Hashable {
  var value = 0
  var label: String? = nil
}

@ObservableState struct RowState: Equatable, Identifiable {
  let id: Int
  var text = ""
}

@ObservableState struct EveryType: Equatable {
  var bool = false
  var int = -1
  var int8: Int8 = 1
  var int16: Int16 = 2
  var int32: Int32 = 3
  var int64: Int64 = .min
  var uint: UInt = 4
  var uint8: UInt8 = 5
  var uint16: UInt16 = 6
  var uint32: UInt32 = 7
  var uint64 = UInt64.max
  var double = 0.1
  var float: Float = 0.5
  var string = "a\"b"
  var optional: Int?
  var spelledOptional: Optional<String> = nil
  var nestedOptional: Int?? = .some(nil)
  var array = [1, 2]
  var emptyArray: [String] = []
  var dictionary = ["b": 1, "a": 2]
  var set: Set<Int> = [3]
  var nested = [["a": [1.5]]]
  var state = LeafState()
  var optionalState: LeafState?
  var states: [LeafState] = [LeafState(value: 1, label: "x")]
  var rows: IdentifiedArrayOf<RowState> = [RowState(id: 7)]
  var priority = PriorityCase.normal
  var level: LevelCase = .two
  var screen = ScreenCase.list
  var screens: [ScreenCase] = [.detail(LeafState()), .range(from: 1, to: 2), .pair(3, "c")]
  var result: Result<Int, PriorityCase> = .success(1)
  var any: JSONValue = .object(["k": 1])
  var `default` = "keyword"
  let constant = 5
  let required: Int
  private var hidden = true
  private(set) var readOnly = 8
  static let shared = 1
  lazy var computedOnce = 3
  var computed: Int { int + 1 }
  var both: Int {
    get { int }
    set { int = newValue }
  }

  init(required: Int) { self.required = required }
}

extension PriorityCase: Error {}

@Suite("@ObservableState: property types")
struct StatePropertyTypesTests {
  static let json = """
    {"bool":false,"int":-1,"int8":1,"int16":2,"int32":3,"int64":-9223372036854775808,"uint":4,"uint8":5,"uint16":6,\
    "uint32":7,"uint64":18446744073709551615,"double":0.1,"float":0.5,"string":"a\\"b","optional":null,\
    "spelledOptional":null,"nestedOptional":null,"array":[1,2],"emptyArray":[],"dictionary":{"a":2,"b":1},"set":[3],\
    "nested":[{"a":[1.5]}],"state":{"value":0,"label":null},"optionalState":null,"states":[{"value":1,"label":"x"}],\
    "rows":[{"id":7,"text":""}],\
    "priority":"medium","level":2,"screen":{"list":{}},\
    "screens":[{"detail":{"value":0,"label":null}},{"range":{"from":1,"to":2}},{"pair":[3,"c"]}],\
    "result":{"success":1},"any":{"k":1},"default":"keyword","constant":5,"required":9,"hidden":true,"readOnly":8}
    """

  @Test func everyTypeIsWrittenAndReadBack() throws {
    #expect(jsonText(EveryType(required: 9)) == Self.json)
    let copy: EveryType = try fromJSON(Self.json)
    #expect(jsonText(copy) == Self.json)
  }

  @Test func anyKeyMayBeAbsentThatHasADefault() throws {
    #expect(jsonText(try fromJSON(#"{"required":9}"#) as EveryType) == Self.json)
  }

  @Test func everyPropertyIsRecordedWhenWritten() {
    var state = EveryType(required: 1)
    state.bool.toggle()
    state.array.append(3)
    state.dictionary["c"] = 1
    state.state.value = 4
    state.screen = .pair(1, "")
    state.rows[id: 7]?.text = "x"
    state.default = "x"
    state.both = 3
    let written = ["bool", "array", "dictionary", "state", "rows", "screen", "default", "int"]
      .compactMap { EveryType._$propertyIndex(of: .init($0)) }
    #expect(written.count == 8)
    #expect(state._$changes.bits == written.reduce(0) { $0 | ChangeRecord.mask($1) })
  }

  @Test func placesInsideValuesAreFound() {
    var state = EveryType(required: 1)
    state.screen = .detail(LeafState(value: 3))
    #expect(jsonText(state, at: "state", "value") == "0")
    #expect(jsonText(state, at: "states", "0", "label") == #""x""#)
    #expect(jsonText(state, at: "rows", "id=7", "text") == "\"\"")
    #expect(jsonText(state, at: "screen", "detail", "value") == "3")
    #expect(jsonText(state, at: "screen", "list") == nil)
    #expect(jsonText(state, at: "screens", "1", "range") == #"{"from":1,"to":2}"#)
    #expect(jsonText(state, at: "screens", "1", "range", "to") == "2")
    #expect(jsonText(state, at: "screens", "2", "pair", "1") == #""c""#)
    #expect(jsonText(state, at: "optionalState", "value") == nil)
    #expect(jsonText(state, at: "default") == #""keyword""#)
  }

  @Test(arguments: [
    (["state", "value"], true), (["state", "x"], false), (["optionalState", "label"], true), (["states", "9"], true),
    (["int", "0"], false), (["screen", "detail", "value"], true), (["screen", "range", "to"], true),
    (["screen", "range", "x"], false), (["screen", "pair", "1"], true), (["screen", "pair", "2"], false),
    (["screen", "x"], false), (["screen", "list"], true), (["computed"], false), (["lazy"], false), ([], true),
  ])
  func schemaAllowsWhatMayExist(path: [String], isAllowed: Bool) {
    #expect(EveryType.jsonAllows(JSONPath(tokens: path)) == isAllowed)
  }

  @Test func rawValueThatIsUnknownIsRefusedWithTheKnownOnes() throws {
    #expect(refusal(#""urgent""#, as: PriorityCase.self)?.message.contains(#""low", "medium", "high""#) == true)
    #expect(PriorityCase.caseNames == ["low", "normal", "high"])
    #expect(PriorityCase.normal.caseName == "normal")
  }
}

// MARK: Places

@ObservableState public struct PublicState: Equatable {
  public var count = 0
  var secret = 1
  public init() {}
  @ObservableState public struct Inner: Equatable {
    public var x = 1
  }
  public var inner = Inner()
}

@Action public enum PublicAction {
  case tap
  case set(PublicState)
}

@ObservableState package struct PackageState { package var count = 0 }
@ObservableState fileprivate struct FilePrivateState { var count = 0 }

struct OuterFeature {
  struct Payload: Equatable {}
  enum Kind: String, JSONCodable, Equatable { case a, b }
  static let initialKind = Kind.b

  /// Names of the outer type are found from inside the expansion.
  @ObservableState struct State: Equatable {
    var kind: Kind = initialKind
    var other: Kind
    var maybe: Kind?
    let fixed: Kind
    var kinds = [initialKind]
  }
  @Action enum Action: Equatable {
    case set(Kind)
    case both(Kind, of: Kind = initialKind)
    case state(State)
  }
  @ObservableState fileprivate struct Hidden {
    var count = 0
    var kind: Kind = .a
  }
  @Action fileprivate enum HiddenAction { case set(Kind) }

  static func hiddenJSON() -> String { jsonText(Hidden()) + jsonText(HiddenAction.set(.a)) }
}

extension OuterFeature {
  @ObservableState struct InExtension { var kind = Kind.a }
}

public enum PublicNamespace {}
extension PublicNamespace {
  @ObservableState public struct State { public var count = 0 }
}
public extension PublicNamespace {
  @ObservableState struct ImplicitlyPublic { var count = 0 }
  @Action enum ImplicitlyPublicAction { case tap }
}

@ObservableState struct BoxState<Value: JSONCodable & Sendable> {
  var value: Value
  var list: [Value] = []
  var count = 0
}

@Action enum TreeAction<Value: JSONCodable & Sendable>: Sendable {
  case leaf(Value)
  indirect case node(left: TreeAction, right: Self)
}

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
@ObservableState struct UnwrappedState {
  var count: Int!
}

@ObservableState struct RecursiveState: Equatable {
  var name = ""
  var children: [RecursiveState] = []
}

@ObservableState struct StoredAsCodable: Equatable, Codable {
  var count = 0
  var title: String
  let id: Int
}

@Suite("@ObservableState and @Action: places and kinds of types")
struct MacroPlacesTests {
  @Test func namesOfTheOuterTypeAreFound() throws {
    let state: OuterFeature.State = try fromJSON(#"{"other":"a","fixed":"b"}"#)
    #expect(state == OuterFeature.State(kind: .b, other: .a, maybe: nil, fixed: .b, kinds: [.b]))
    #expect(try fromJSON(#"{"both":{"_0":"a"}}"#) == OuterFeature.Action.both(.a, of: .b))
    #expect(OuterFeature.hiddenJSON() == #"{"count":0,"kind":"a"}{"set":"a"}"#)
    #expect(jsonText(FilePrivateState()) == #"{"count":0}"#)
  }

  @Test func genericTypesWork() throws {
    var box: BoxState<String> = try fromJSON(#"{"value":"a"}"#)
    box.value = "b"
    #expect(jsonText(box) == #"{"value":"b","list":[],"count":0}"#)
    #expect(box._$changes.bits == 1)
    let tree: TreeAction<Int> = try fromJSON(#"{"node":{"left":{"leaf":1},"right":{"leaf":2}}}"#)
    #expect(jsonText(tree) == #"{"node":{"left":{"leaf":1},"right":{"leaf":2}}}"#)
  }

  @Test func implicitlyUnwrappedOptionalsAreOptionals() throws {
    #expect(jsonText(try fromJSON("{}") as UnwrappedState) == #"{"count":null}"#)
    #expect(try (fromJSON(#"{"count":1}"#) as UnwrappedState).count == 1)
  }

  @Test func recursiveTypesHaveASchema() {
    #expect(
      JSONSchemaBuilder.document(of: RecursiveState.self).contains(##""items":{"$ref":"#/$defs/RecursiveState"}"##))
    #expect(
      JSONSchemaBuilder.document(of: TreeAction<Int>.self).contains(##""left":{"$ref":"#/$defs/TreeAction_Int_"}"##))
    #expect(!RecursiveState.jsonAllows(JSONPath(tokens: ["children", "0", "children", "1", "x"])))
  }

  @Test func derivedCodableUsesThePublicNames() {
    #expect(StoredAsCodable.CodingKeys.allNames == ["count", "title", "id"])
  }

  @Test func defaultStateExistsWhereEveryPropertyHasAValue() {
    #expect(PublicState._$default == PublicState())
    #expect(StateWithInitialiser._$default.count == 7)
    #expect(PlainItem.self as Any.Type is any DefaultState.Type == false)
  }
}

extension StoredAsCodable.CodingKeys {
  fileprivate static var allNames: [String] { [Self._count, ._title, .id].map(\.stringValue) }
}

/// An `init()` that follows a property without a value.
@ObservableState
struct StateWithInitialiser: Equatable {
  var count: Int

  init() { count = 7 }
}
