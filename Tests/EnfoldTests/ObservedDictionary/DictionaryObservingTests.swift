// ObservedDictionaries observed from Swift.
import Testing

@testable import Enfold

private struct Shop: Reducer {
  @ObservableState struct Price: Equatable {
    @Bindable var cents = 0
    @Shared(key: "DictionaryObservingTests.note") var note = ""
  }
  @ObservableState struct State: Equatable {
    var prices: ObservedDictionary<String, Price> = ["milk": Price(cents: 1), "tea": Price(cents: 2)]
    @Bindable var counts: ObservedDictionary<Int, Int> = [:]
    @Derived var sum: Int { prices.values.reduce(0) { $0 + $1.cents } }
  }
  typealias Action = @Sendable (inout State) -> Void

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    action(&state)
    return .none
  }
}

@Suite struct DictionaryObservingTests {
  private let store = Store(initialState: Shop.State(), reducer: Shop())

  @Test func keyPathsToAValueAndIntoIt() {
    let (value, cents, all, sum) = (Log<Int?>(), Log<Int?>(), Log<Int>(), Log<Int>())
    let subscriptions = [
      store.observe(\.prices["milk"]) { value.append($0?.cents) },
      store.observe(\.prices["milk"]?.cents) { cents.append($0) },
      store.observe(\.prices) { all.append($0.count) },
      store.observe(\.sum) { sum.append($0) },
    ]
    store.send { $0.prices["milk"]?.cents = 5 }
    store.send { $0.prices["tea"]?.cents = 6 }
    store.send { $0.prices["milk"] = nil }
    store.send { $0.prices["milk"] = Shop.Price(cents: 7) }
    #expect(value.all == [1, 5, nil, 7])
    #expect(cents.all == [1, 5, nil, 7])
    #expect(all.all == [2, 2, 2, 1, 2])
    #expect(sum.all == [3, 7, 11, 6, 13])
    subscriptions.forEach { $0.cancel() }
  }

  @Test func placesOfKeyPaths() {
    func place(_ path: AnyKeyPath) -> String? {
      withUnsafePointer(to: store.state) { KeyPathTable.of(Shop.State.self).find(path, in: $0)?.path.pointer }
    }
    #expect(place(\Shop.State.prices["milk"]) == "/prices/milk")
    #expect(place(\Shop.State.prices["a/b"]?.cents) == "/prices/a~1b/cents")
    #expect(place(\Shop.State.counts[7]) == "/counts/7")
  }

  @Test func everyValueIsFoundByItsPositionAndWithoutIt() {
    let log = Log<Int?>()
    let subscriptions = (0..<20).map { number in store.observe(\.counts[number], initial: false) { log.append($0) } }
    store.send { state in for number in 0..<20 { state.counts[number] = number } }
    #expect(Set(log.all) == Set(0..<20))
    // The last ones take the places of those that are removed.
    store.send { state in for number in 0..<5 { state.counts[number] = nil } }
    for number in 5..<20 {
      let calls = log.all.count
      store.send { $0.counts[number]? += 100 }
      #expect(log.all.dropFirst(calls) == [number + 100])
    }
    subscriptions.forEach { $0.cancel() }
  }

  @Test func sharedValuesInside() {
    store.send { $0.prices["milk"]?.note = "fresh" }
    let seen = Log<String?>()
    let subscription = store.observe(\.prices["tea"]?.note) { seen.append($0) }
    store.send { $0.prices["salt"] = Shop.Price() }
    #expect(store.state.prices.values.allSatisfy { $0.note == "fresh" })
    store.send { $0.prices["milk"]?.note = "old" }
    #expect(seen.all == ["fresh", "old"])
    subscription.cancel()
  }

  @Test func aPartOfASharedDictionary() {
    let prices = Shared(wrappedValue: ["milk": 1] as ObservedDictionary, key: "DictionaryObservingTests.prices")
    prices["milk"]?.withLock { $0 += 4 }
    #expect(prices.wrappedValue == ["milk": 5] && prices["tea"] == nil)
  }

  @Test func aChangeLooksAtNoOtherValue() throws {
    let store = PatchedStore(Counts())
    _ = store.patch { state in for number in 0..<1_000 { state.counts[number] = Counted(number) } }
    try store.observe("/counts/7")
    try store.observe("/counts")
    Counted.uses.update { $0 = 0 }
    #expect(store.edits { $0.counts[7]?.number += 1 } == [1: ["replace  8"], 2: ["replace /7 8"]])
    #expect(Counted.uses.value <= 3, "compared once, and written once for each observer")
  }
}

@ObservableState private struct Counts: Equatable {
  var counts: ObservedDictionary<Int, Counted> = [:]
}

/// A value that counts how often it is compared or written as JSON.
private struct Counted: JSONCodable, Equatable, Sendable {
  static let uses = Box(0)
  var number = 0

  init(_ number: Int) { self.number = number }
  init(json reader: inout JSONReader) throws(JSONError) { number = try Int(json: &reader) }
  func writeJSON(to writer: inout JSONWriter) {
    Self.uses.update { $0 += 1 }
    number.writeJSON(to: &writer)
  }
  func hasSameJSON(as other: Self) -> Bool {
    Self.uses.update { $0 += 1 }
    return number == other.number
  }
  static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { Int.jsonSchema(in: &builder) }
}
