// ObservedDictionaries with keys of one's own: that are read in other ways than they are written, and that are written alike.
import Testing

@testable import Enfold

/// Reads "MILK" as "milk".
private struct Code: JSONKeyConvertible, Hashable, Sendable {
  let text: String
  init(_ text: String) { self.text = text }
  init?(jsonKey: String) { text = jsonKey.lowercased() }
  var jsonKey: String { text }
}

/// Two that differ in their tag are written alike.
private struct Numbered: JSONKeyConvertible, Hashable, Sendable {
  var id: Int
  var tag = 0
  init(_ id: Int, _ tag: Int = 0) { (self.id, self.tag) = (id, tag) }
  init?(jsonKey: String) {
    guard let id = Int(jsonKey) else { return nil }
    self.init(id)
  }
  var jsonKey: String { "\(id)" }
}

@ObservableState private struct Price: Equatable {
  @Bindable var cents = 0
}

@ObservableState private struct Shop: Equatable {
  var prices: ObservedDictionary<Code, Price> = [Code("milk"): Price(cents: 1)]
  var tagged: ObservedDictionary<Numbered, Price> = [Numbered(1): Price(cents: 1)]
}

@Suite struct DictionaryKeyTests {
  @Test func aPointerMeansTheBytesOfAKey() throws {
    let store = PatchedStore(Shop())
    let right = try store.observe("/prices/milk/cents")
    let wrong = try store.observe("/prices/MILK/cents")
    #expect(store.edits { $0.prices[Code("milk")]?.cents = 2 } == [right: ["replace  2"]])
    let shop = store.state
    #expect(JSON.string(shop, at: try JSONPath(pointer: "/prices/milk/cents")) == "2")
    #expect(shop.prices._$position(of: JSONPath.Token("MILK")) == nil)
    #expect(shop.prices._$position(of: JSONPath.Token("milk")) == 0)
    _ = wrong
  }

  @Test func differentKeysThatAreWrittenAlike() throws {
    let store = Store(
      initialState: Shop(),
      reducer: Reduce<Shop, @Sendable (inout Shop) -> Void> { state, edit in
        edit(&state)
        return .none
      })
    let (one, two) = (Log<Int?>(), Log<Int?>())
    let subscriptions = [
      store.observe(\.tagged[Numbered(1)]?.cents) { one.append($0) },
      store.observe(\.tagged[Numbered(1, 1)]?.cents) { two.append($0) },
    ]
    store.send { state in
      state.tagged[Numbered(1)]?.cents = 5
      state.tagged = [Numbered(1, 1): Price(cents: 5)]
    }
    #expect(one.all == [1, nil])
    #expect(two.all == [nil, 5])
    store.send { $0.tagged[Numbered(1, 1)]?.cents = 6 }
    #expect(two.all == [nil, 5, 6])
    subscriptions.forEach { $0.cancel() }
  }

  /// Each is one access through an optional.
  @Test func manyThatComeAndGoInOneAction() throws {
    let store = PatchedStore(Shop())
    try store.observe("/prices")
    let codes = (0..<40).map { Code("c\($0)") }
    #expect(
      store.patch { state in
        for code in codes { modify(&state.prices[code]) { $0 = Price(cents: 1) } }
        for code in codes.dropFirst(2) { modify(&state.prices[code]) { $0 = nil } }
      } == [#"add /c0 {"cents":1}"#, #"add /c1 {"cents":1}"#])
    #expect(store.patch { modify(&$0.prices[codes[0]]) { $0 = nil } } == ["remove /c0"])
  }

  private func modify(_ price: inout Price?, _ body: (inout Price?) -> Void) { body(&price) }
}
