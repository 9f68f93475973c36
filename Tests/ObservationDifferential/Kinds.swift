// The feature of the pairs: a state with a property of each kind, and types whose `==` is not what JSON says.
import Enfold

@Action enum Shape: Missable {
  case none
  case circle(radius: Double)
  case label(String)
  case pair(Int, String?)
  indirect case nested(Shape)

  static func random(_ random: inout SeededGenerator) -> Shape {
    switch random.below(5) {
    case 0: .none
    case 1: .circle(radius: .random(&random))
    case 2: .label(.random(&random))
    case 3: .pair(.random(&random), .random(&random))
    default: .nested(.random(&random))
    }
  }
  func near(_ random: inout SeededGenerator) -> Shape {
    switch self {
    case .none: .none
    case .circle(let radius): .circle(radius: radius.near(&random))
    case .label(let text): .label(text.near(&random))
    case .pair(let number, let text): random.chance(2) ? .pair(number, text.near(&random)) : .pair(number, text)
    case .nested(let shape): .nested(shape.near(&random))
    }
  }
}

/// An enum with raw values that are not what it writes.
enum Rank: String, CaseIterable, Missable {
  case low, lower, high
  func writeJSON(to writer: inout JSONWriter) { writer.write(self == .high ? "high" : "low") }
  static func random(_ random: inout SeededGenerator) -> Rank { allCases[random.below(3)] }
  func near(_ random: inout SeededGenerator) -> Rank { .random(&random) }
}

/// A form of its own, and a `==` that looks at half of it.
struct Mark: Missable, Equatable {
  var name: String
  var place: Double

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.place == rhs.place }
  init(_ name: String, _ place: Double) { (self.name, self.place) = (name, place) }
  init(json reader: inout JSONReader) throws(JSONError) {
    self.init(try String(json: &reader), 0)
  }
  func writeJSON(to writer: inout JSONWriter) { writer.write("\(name) \(place)") }
  static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .string }
  static func random(_ random: inout SeededGenerator) -> Mark { Mark(.random(&random), .random(&random)) }
  func near(_ random: inout SeededGenerator) -> Mark {
    random.chance(2) ? Mark(name.near(&random), place) : Mark(name, place.near(&random))
  }
}

/// A state whose `==` says that all are equal.
@ObservableState struct Alike: Missable, Equatable {
  var text = ""
  var number = 0.0
  var maybe: String?
  @Derived var length: Int { text.utf8.count }

  static func == (lhs: Self, rhs: Self) -> Bool { true }
  static func random(_ random: inout SeededGenerator) -> Alike {
    Alike(text: .random(&random), number: .random(&random), maybe: .random(&random))
  }
  func near(_ random: inout SeededGenerator) -> Alike {
    // Either the same one with its record, or another one.
    var copy = random.chance(2) ? self : Alike(text: text, number: number, maybe: maybe)
    switch random.below(4) {
    case 0: copy.text = text.near(&random)
    case 1: copy.number = number.near(&random)
    case 2: copy.maybe = maybe.near(&random)
    default: break
    }
    return copy
  }
}

/// A state without `==`.
@ObservableState struct Bare: Missable {
  var alike = Alike()
  var list: [Double] = []

  static func random(_ random: inout SeededGenerator) -> Bare { Bare(alike: .random(&random), list: .random(&random)) }
  func near(_ random: inout SeededGenerator) -> Bare {
    random.chance(2) ? Bare(alike: alike.near(&random), list: list) : Bare(alike: alike, list: list.near(&random))
  }
}

@ObservableState struct TextRow: Missable, Identifiable {
  var id: String
  var name = ""

  static func random(_ random: inout SeededGenerator) -> Self { Self(id: .random(&random), name: .random(&random)) }
  func near(_ random: inout SeededGenerator) -> Self {
    switch random.below(3) {
    case 0: Self(id: id.near(&random), name: name)
    case 1: Self(id: id, name: name.near(&random))
    default: self
    }
  }
}

@ObservableState struct NumberRow: Missable, Identifiable {
  var id: Double
  var name = ""

  static func random(_ random: inout SeededGenerator) -> Self { Self(id: .random(&random), name: .random(&random)) }
  func near(_ random: inout SeededGenerator) -> Self {
    switch random.below(3) {
    case 0: Self(id: id.near(&random), name: name)
    case 1: Self(id: id, name: name.near(&random))
    default: self
    }
  }
}

extension IdentifiedArray: Missable where Element: Missable & Identifiable, ID == Element.ID {
  static func random(_ random: inout SeededGenerator) -> Self {
    Self([Element].random(&random).filter { $0.id == $0.id }, uniquingIDsWith: { first, _ in first })
  }
  func near(_ random: inout SeededGenerator) -> Self {
    let others = elements.near(&random).filter { $0.id == $0.id }
    // Changed in place, or another list.
    if others.count == count, Set(others.map(\.id)).count == count, random.chance(2) {
      var list = self
      for (position, element) in others.enumerated() { list[position] = element }
      return list
    }
    return Self(others, uniquingIDsWith: { first, _ in first })
  }
}

extension ObservedDictionary: Missable where Key: Missable & JSONKeyConvertible, Value: Missable {
  static func random(_ random: inout SeededGenerator) -> Self { Self([Key: Value].random(&random)) }
  func near(_ random: inout SeededGenerator) -> Self {
    let other = Dictionary(self).near(&random)
    if random.chance(2) { return Self(other) }
    // Changed in place.
    var members = self
    for (key, value) in other where members.keys.contains(key) { members[key] = value }
    return members
  }
}

struct Kinds: Reducer {
  @ObservableState struct State {
    var bool = false
    var int = 0
    var unsigned: UInt64 = 0
    var double = 0.0
    var float: Float = 0
    var text = ""
    var maybe: Double?
    var twice: String??
    var list: [String] = []
    var lists: [[Double]] = []
    var members: [String: Double] = [:]
    var byNumber: [Int: String] = [:]
    var tags: Set<String> = []
    var numbers: Set<Double> = []
    var value = JSONValue.null
    var time = Timestamp(nanosecondsSince1970: 0)
    var result = Result<String, ActionError>.success("")
    var nothing: NoValue?
    var shape = Shape.none
    var rank = Rank.low
    var mark = Mark("", 0)
    var marks: [Mark] = []
    var alike = Alike()
    var maybeAlike: Alike?
    var alikes: [Alike] = []
    var bare = Bare()
    var rows: IdentifiedArrayOf<TextRow> = []
    var numbered: IdentifiedArrayOf<NumberRow> = []
    var maybeRows: IdentifiedArrayOf<TextRow>?
    var doubles: ObservedDictionary<String, Double> = [:]
    var alikeByKey: ObservedDictionary<String, Alike> = [:]
    var maybeByKey: ObservedDictionary<Int, Alike>?

    @Derived var length: Int { text.utf8.count }
    @Derived var inverse: Double { 1 / double }
  }

  /// Both are one action for each property: `next` puts a near miss in the place of a value in half of the cases.
  @Action enum Action { case next(property: Int, seed: UInt64) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .next(let property, let seed):
      var random = SeededGenerator(seed: seed)
      Kind.all[property].change(&state, &random)
      return .none
    }
  }
}

/// One property.
struct Kind: Sendable {
  let name: String
  let change: @Sendable (inout Kinds.State, inout SeededGenerator) -> Void
  /// Observes the property in Swift, if its type is `Equatable`.
  let observe: (@Sendable (Store<Kinds.State, Kinds.Action>, @escaping @Sendable () -> Void) -> Subscription)?

  private static func change<Value: Missable>(
    _ property: WritableKeyPath<Kinds.State, Value> & Sendable
  ) -> @Sendable (inout Kinds.State, inout SeededGenerator) -> Void {
    { state, random in
      let old = state[keyPath: property]
      let new = random.chance(2) ? old.near(&random) : Value.random(&random)
      precondition(
        old.hasSameJSON(as: new) == (Array(JSON.string(old).utf8) == Array(JSON.string(new).utf8)), "\(old) \(new)")
      state[keyPath: property] = new
    }
  }

  init<Value: Missable & Equatable>(_ name: String, _ property: WritableKeyPath<Kinds.State, Value> & Sendable) {
    self.name = name
    change = Self.change(property)
    observe = { store, told in store.observe(property, initial: false) { _ in told() } }
  }

  @_disfavoredOverload
  init<Value: Missable>(_ name: String, _ property: WritableKeyPath<Kinds.State, Value> & Sendable) {
    self.name = name
    change = Self.change(property)
    observe = nil
  }

  static let all = [
    Kind("bool", \.bool), Kind("int", \.int), Kind("unsigned", \.unsigned), Kind("double", \.double),
    Kind("float", \.float), Kind("text", \.text), Kind("maybe", \.maybe), Kind("twice", \.twice), Kind("list", \.list),
    Kind("lists", \.lists), Kind("members", \.members), Kind("byNumber", \.byNumber), Kind("tags", \.tags),
    Kind("numbers", \.numbers), Kind("value", \.value), Kind("time", \.time), Kind("result", \.result),
    Kind("nothing", \.nothing), Kind("shape", \.shape), Kind("rank", \.rank), Kind("mark", \.mark),
    Kind("marks", \.marks), Kind("alike", \.alike), Kind("maybeAlike", \.maybeAlike), Kind("alikes", \.alikes),
    Kind("bare", \.bare), Kind("rows", \.rows), Kind("numbered", \.numbered), Kind("maybeRows", \.maybeRows),
    Kind("doubles", \.doubles), Kind("alikeByKey", \.alikeByKey), Kind("maybeByKey", \.maybeByKey),
  ]
}
