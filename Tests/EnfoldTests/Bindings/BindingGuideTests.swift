// What docs/observing.md shows of bindings. Tests/README/snippets.py compares the page with this file.
import Enfold
import Testing

@Suite("The guide's bindings") struct BindingGuideTests {
  struct Search: Reducer {
    @ObservableState struct State: Equatable {
      @Bindable var query = ""
      var results: [String] = []
    }
    @Action enum Action: BindableAction {
      case binding(BindingAction<State>)
      case found([String])
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding(\.query): return .send(.found(["\(state.query) and honey"]))
        case .binding: break
        case .found(let results): state.results = results
        }
        return .none
      }
    }
  }

  @Test func `A search follows from what is written`() {
    let store = Store(initialState: Search.State(), reducer: Search())
    store.set(\.query, to: "milk")
    #expect(store.results == ["milk and honey"])
  }

  @Test func `A property of an element is written if the element is there`() {
    let store = Store(
      initialState: ObservingGuideTests.Shop.State(items: [.init(id: 9)]), reducer: ObservingGuideTests.Shop())
    store.set(\.items[id: 9], \.title, to: "honey")
    #expect(store.items[id: 9]?.title == "honey")
  }
}
