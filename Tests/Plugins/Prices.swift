// Prices: dictionaries that record what is written to them, and plain collections. For bindings/python and Tests/C/plain.c.
import Enfold
import EnfoldPlugin

struct Prices: Reducer {
  @ObservableState struct State: Equatable {
    var prices: ObservedDictionary<String, Price> = ["milk": Price(cents: 119), "tea": Price(cents: 250)]
    @Bindable var stock: ObservedDictionary<Int, Int> = [7: 3]
    @Bindable var shelves: IdentifiedArrayOf<Shelf> = []
    var names = ["milk", "tea", "salt"]
    var plain = ["milk": 1, "tea": 2]
  }

  @ObservableState struct Price: Equatable {
    @Bindable var cents = 0
    var notes: [String] = []
  }

  @ObservableState struct Shelf: Equatable, Identifiable {
    let id: Int
    @Bindable var label = ""
  }

  @Action enum Action {
    case raise(key: String, by: Int)
    case note(key: String, text: String)
    case put(key: String, cents: Int)
    case remove(key: String)
    case clear
    case count(key: Int, number: Int?)
    case name(index: Int, text: String)
    case plain(key: String, number: Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .raise(let key, let cents): state.prices[key, default: Price()].cents += cents
    case .note(let key, let text): state.prices[key]?.notes.append(text)
    case .put(let key, let cents): state.prices[key] = Price(cents: cents)
    case .remove(let key): state.prices[key] = nil
    case .clear: state.prices = [:]
    case .count(let key, let number): state.stock[key] = number
    case .name(let index, let text): state.names[index] = text
    case .plain(let key, let number): state.plain[key] = number
    }
    return .none
  }
}

#enfoldPlugin(id: "org.enfold.tests.prices", version: "1.0.0", features: [Prices.self])
