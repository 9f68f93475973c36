// What docs/observing.md shows of dictionaries. Tests/README/snippets.py compares the page with this file.
import Enfold
import Testing

private struct Shop: Reducer {
  @ObservableState struct Price: Equatable {
    var cents = 0
    var isReduced = false
  }
  @ObservableState struct State: Equatable {
    var prices: ObservedDictionary<String, Price> = [:]
  }
  @Action enum Action { case raise(String, by: Int), reduce(String), remove(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .raise(let key, let cents): state.prices[key, default: Price()].cents += cents
    case .reduce(let key): state.prices[key]?.isReduced = true
    case .remove(let key): state.prices[key] = nil
    }
    return .none
  }
}

@Test("The guide's dictionary") func theDictionaryOfTheGuide() {
  let store = Store(initialState: Shop.State(), reducer: Shop())
  let shown = Log<String>()
  let show: @Sendable (String) -> Void = { shown.append($0) }
  let price = store.observe(\.prices["milk"]?.cents) { cents in show(cents.map { "\($0)" } ?? "nothing") }
  store.send(.raise("milk", by: 5))
  store.send(.raise("tea", by: 1))
  store.send(.reduce("milk"))
  store.send(.remove("milk"))
  price.cancel()
  #expect(shown.all == ["nothing", "5", "nothing"])
}
