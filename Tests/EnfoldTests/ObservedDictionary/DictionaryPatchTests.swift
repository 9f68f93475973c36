// Patches of ObservedDictionaries: one operation for each key.
import Enfold
import Testing

@ObservableState private struct Price: Equatable {
  var cents = 0
  var note: String?
  var tags: [String] = []
}

@ObservableState private struct Shop: Equatable {
  var prices: ObservedDictionary<String, Price> = ["milk": Price(cents: 1), "tea": Price(cents: 2)]
  var counts: ObservedDictionary<Int, Int> = [1: 10, 2: 20]
  var more: ObservedDictionary<String, Price>?
  var shelves: IdentifiedArrayOf<Shelf> = [Shelf(id: 1)]
  var other = 0
}

@ObservableState private struct Shelf: Equatable, Identifiable {
  let id: Int
  var places: ObservedDictionary<String, ObservedDictionary<String, Int>> = ["a": ["x": 1]]
}

@Suite struct DictionaryPatchTests {
  private let store = PatchedStore(Shop())

  @Test func writtenAddedAndRemoved() throws {
    try store.observe("/prices")
    #expect(store.patch { $0.prices["milk"]?.cents = 5 } == ["replace /milk/cents 5"])
    #expect(store.patch { $0.prices["milk"]?.cents = 5 } == [], "the same value")
    #expect(
      store.patch { $0.prices["salt/~", default: Price()].cents += 1 } == [
        #"add /salt~1~0 {"cents":1,"note":null,"tags":[]}"#
      ])
    #expect(store.patch { $0.prices["salt/~", default: Price()].cents += 1 } == ["replace /salt~1~0/cents 2"])
    #expect(store.patch { $0.prices["tea"] = nil } == ["remove /tea"])
    #expect(store.patch { $0.prices["tea"] = nil } == [])
    #expect(store.patch { $0.prices["milk"]?.tags = ["a", "b"] } == [#"replace /milk/tags ["a","b"]"#])
    #expect(store.patch { $0.prices["milk"]?.tags[1] = "c" } == [#"replace /milk/tags/1 "c""#])
  }

  @Test func valuesWithoutARecord() throws {
    try store.observe("/counts")
    #expect(store.patch { $0.counts[1]? += 1 } == ["replace /1 11"])
    #expect(store.patch { $0.counts[1] = 11 } == [])
    #expect(store.patch { $0.counts[3, default: 0] += 1 } == ["add /3 1"])
    #expect(store.patch { $0.counts.removeAll { $0.value > 10 } } == ["remove /1", "remove /2"])
    #expect(store.patch { $0.counts.merge([(3, 1), (4, 2)]) { $0 + $1 } } == ["replace /3 2", "add /4 2"])
  }

  @Test func severalChangesOfOneKeyInOneAction() throws {
    try store.observe("/prices")
    let came: PatchedStore<Shop>.Edit = { state in
      state.prices["salt"] = Price()
      state.prices["salt"] = nil
      state.prices["oil"] = Price()
      state.prices["oil"]?.cents = 3
    }
    #expect(store.patch(came) == [#"add /oil {"cents":3,"note":null,"tags":[]}"#])
    let replaced: PatchedStore<Shop>.Edit = { state in
      state.prices["oil"] = nil
      state.prices["oil"] = Price(cents: 4)
    }
    #expect(store.patch(replaced) == [#"replace /oil {"cents":4,"note":null,"tags":[]}"#])
    let swapped: PatchedStore<Shop>.Edit = { state in
      let tea = state.prices["tea"]
      state.prices["tea"] = state.prices["milk"]
      state.prices["milk"] = tea
    }
    #expect(
      store.patch(swapped) == [
        #"replace /tea {"cents":1,"note":null,"tags":[]}"#, #"replace /milk {"cents":2,"note":null,"tags":[]}"#,
      ])
  }

  @Test func anotherDictionaryIsComparedAndReplaced() throws {
    try store.observe("/prices")
    #expect(store.patch { $0.prices = ["tea": Price(cents: 2), "milk": Price(cents: 1)] } == [], "an equal one")
    // The record of the dictionary goes on. Those of the values, which are others, begin anew.
    #expect(store.patch { $0.prices["tea"]?.cents = 9 } == [#"replace /tea {"cents":9,"note":null,"tags":[]}"#])
    #expect(store.patch { $0.prices["tea"]?.cents = 3 } == ["replace /tea/cents 3"])
    #expect(
      store.patch { $0.prices = ["tea": Price(cents: 3)] } == [#"replace  {"tea":{"cents":3,"note":null,"tags":[]}}"#])
    let copied: PatchedStore<Shop>.Edit = { state in
      var copy = state.prices
      copy["tea"]?.cents = 9
      state.prices = copy
    }
    #expect(store.patch(copied) == ["replace /tea/cents 9"], "a copy has the record")
  }

  @Test func manyChangesReplaceTheWhole() throws {
    try store.observe("/counts")
    #expect(store.patch { state in for key in 10..<26 { state.counts[key] = 0 } }.count == 16)
    #expect(store.patch { state in for key in 30..<60 { state.counts[key] = 0 } }.count == 1)
    #expect(store.patch { state in for key in 30..<60 { state.counts[key]? += 1 } }.count == 30, "none came or went")
    #expect(store.patch { $0.counts.removeAll() } == ["replace  {}"])
  }

  @Test func observersAtAKeyBelowItAndAbove() throws {
    try store.observe("", [.patch])
    try store.observe("/prices/milk", [.patch, .value])
    try store.observe("/prices/milk/cents", [.patch, .value])
    try store.observe("/prices/tea/cents", [.patch, .value])
    try store.observe("/prices/salt/cents", [.patch, .value])
    #expect(
      store.edits { $0.prices["milk"]?.cents = 7 } == [
        1: ["replace /prices/milk/cents 7"], 2: ["replace /cents 7"], 3: ["replace  7"],
      ])
    #expect(
      store.edits { $0.prices["salt"] = Price(cents: 8) } == [
        1: [#"add /prices/salt {"cents":8,"note":null,"tags":[]}"#], 5: ["replace  8"],
      ])
    #expect(store.edits { $0.prices["milk"] = nil } == [1: ["remove /prices/milk"], 2: ["remove "], 3: ["remove "]])
    #expect(
      store.edits { $0.prices = [:] } == [
        1: ["replace /prices {}"], 2: ["remove "], 3: ["remove "], 4: ["remove "], 5: ["remove "],
      ])
  }

  @Test func keysThatAreEqualAndWrittenInAnotherWay() throws {
    _ = store.patch { $0.prices["\u{e9}"] = Price() }
    try store.observe("/prices")
    try store.observe("/prices/\u{e9}/cents")
    try store.observe("/prices/e\u{301}/cents")
    #expect(store.edits { $0.prices["e\u{301}"]?.cents = 1 } == [1: ["replace /\u{e9}/cents 1"], 2: ["replace  1"]])
    let told = store.edits { state in
      state.prices["\u{e9}"] = nil
      state.prices["e\u{301}"] = Price(cents: 2)
    }
    #expect(
      told[1]?.map { $0.utf8.count } == [
        "remove /\u{e9}".utf8.count, "add /e\u{301} {\"cents\":2,\"note\":null,\"tags\":[]}".utf8.count,
      ])
    #expect(told[2] == ["remove "] && told[3] == ["replace  2"])
  }

  @Test func optionalAndNestedOnes() throws {
    try store.observe("")
    #expect(store.patch { $0.more = ["a": Price()] } == [#"replace /more {"a":{"cents":0,"note":null,"tags":[]}}"#])
    #expect(store.patch { $0.more?["a"]?.note = "x" } == ["replace /more/a/note \"x\""])
    #expect(store.patch { $0.more = nil } == ["replace /more null"])
    #expect(store.patch { $0.shelves[id: 1]?.places["b"] = ["y": 2] } == [#"add /shelves/0/places/b {"y":2}"#])
    #expect(store.patch { $0.shelves[id: 1]?.places["a"]?["x"] = 3 } == [#"replace /shelves/0/places/a {"x":3}"#])
  }

  @Test func nothingIsRecordedWithoutAnObserver() throws {
    let interest = try store.observe("/prices")
    store.end(interest)
    for number in 0..<3 { _ = store.patch { $0.prices["k\(number)"] = Price() } }
    let later = try store.observe("/prices")
    #expect(store.edits { $0.prices["k0"]?.cents = 1 } == [later: ["replace /k0/cents 1"]])
  }
}
