// ObservedDictionaries in the states of a TestStore.
import EnfoldTesting
import Testing

private struct Shop: Reducer {
  @ObservableState struct Price: Equatable { var cents = 0 }
  @ObservableState struct State: Equatable {
    var prices: ObservedDictionary<String, Price> = ["milk": Price(cents: 1), "tea": Price(cents: 2)]
  }
  @Action enum Action: Equatable { case raise(String), remove(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .raise(let key): state.prices[key, default: Price()].cents += 1
    case .remove(let key): state.prices[key] = nil
    }
    return .none
  }
}

@Suite("Dictionaries in a TestStore") struct DictionaryTests {
  @Test func whatIsExpectedIsFound() async {
    let store = TestStore(initialState: Shop.State(), reducer: Shop())
    await store.send(.raise("milk")) { $0.prices["milk"]?.cents = 2 }
    await store.send(.raise("salt")) { $0.prices["salt"] = Shop.Price(cents: 1) }
    await store.send(.remove("tea")) { $0.prices["tea"] = nil }
    await store.send(.remove("milk")) { $0.prices = ["salt": Shop.Price(cents: 1)] }
    await store.send(.remove("milk"))
  }

  @Test func whatDiffersIsShownByItsKey() async {
    let store = TestStore(initialState: Shop.State(), reducer: Shop())
    let failures = await failures { await store.send(.raise("milk")) { $0.prices["milk"]?.cents = 5 } }
    #expect(failures.count == 1)
    let text = failures.first?.text.plain ?? ""
    #expect(text.contains("\"milk\""), "\(text)")
    #expect(text.contains("−") && text.contains("cents: 5") && text.contains("cents: 2"), "\(text)")
  }
}
