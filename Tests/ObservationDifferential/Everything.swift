// A feature whose state has every kind of property, and whose one action edits it at random.
import Enfold

@Action enum Mood: Equatable { case calm, busy(Int), named(name: String, level: Int) }

@ObservableState struct Inner: Equatable {
  var number = 0
  var text = ""
}

@ObservableState struct Child: Equatable {
  var name = ""
  var inner = Inner()
  var maybe: Inner?
  var numbers: [Int] = []

  @Derived var summary: String { "\(name) \(inner.number) \(numbers.count)" }
}

@ObservableState struct Sub: Equatable, Identifiable {
  let id: String
  var value = 0
}

@ObservableState struct Item: Equatable, Identifiable {
  var id: Int
  var title = ""
  var isDone = false
  var inner = Inner()
  var subs: IdentifiedArrayOf<Sub> = []

  @Derived var isOpen: Bool { !isDone && !title.isEmpty }
}

/// An element without a change record.
struct Plain: Equatable, Identifiable, JSONCodable, Sendable {
  var id: Int
  var label = ""

  init(id: Int, label: String) { (self.id, self.label) = (id, label) }
  init(json reader: inout JSONReader) throws(JSONError) {
    let value = try JSONValue(json: &reader)
    guard case .integer(let id)? = value["id"], case .string(let label)? = value["label"] else {
      throw reader.mismatch("no Plain")
    }
    self.init(id: Int(id), label: label)
  }
  func writeJSON(to writer: inout JSONWriter) {
    JSONValue.object(["id": .integer(Int64(id)), "label": .string(label)]).writeJSON(to: &writer)
  }
  func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    JSONValue(encoding: self).writeJSON(at: path, to: &writer)
  }
  static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .any }
  static func jsonAllows(_ path: JSONPath) -> Bool { path.count <= 1 }
}

struct Everything: Reducer {
  @ObservableState struct State: Equatable {
    var count = 0
    var title = ""
    var flag: Bool?
    var ratio = 0.5
    var mood = Mood.calm
    var child = Child()
    var maybe: Child?
    var tags: [String] = []
    var scores: [String: Int] = [:]
    var items: IdentifiedArrayOf<Item> = []
    var plains: IdentifiedArrayOf<Plain> = []
    var optionalItems: IdentifiedArrayOf<Item>?
    var prices: ObservedDictionary<String, Child> = [:]
    var counts: ObservedDictionary<Int, Int> = [:]
    var optionalPrices: ObservedDictionary<String, Child>?
    @Pulse var alert: String?
    @ViewState(ignoreEquality: true) var level = 0
    let version = 3

    /// A copy from earlier, to be put back.
    @Ignored var saved: Saved?

    @Derived var open: Int { items.count { !$0.isDone } }
    @Derived var hasAlert: Bool { alert?.isEmpty == false }
    /// The same state as one that is stored elsewhere, with its record.
    @Derived var first: Item? { items.first }
    @Derived var longest: Child? { maybe.map { $0.name.count > child.name.count ? $0 : child } }
    @Derived var done: IdentifiedArrayOf<Item> { items.filter(\.isDone) }
    @Derived var cheap: ObservedDictionary<String, Child> { prices.filter { $0.value.numbers.isEmpty } }
    @Derived var names: [String] { [title, child.summary] }
  }

  final class Saved: Sendable {
    let state: State
    init(_ state: State) { self.state = state }
  }

  @Action enum Action { case edit(seed: UInt64) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .edit(let seed):
      var random = SeededGenerator(seed: seed)
      for _ in 0..<Int.random(in: 1...4, using: &random) { edit(&state, &random) }
      return .none
    }
  }
}

extension SeededGenerator {
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
  mutating func chance(_ one: Int) -> Bool { below(one) == 0 }
}
