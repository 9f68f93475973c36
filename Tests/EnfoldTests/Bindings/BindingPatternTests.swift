// Patterns for bindings: a whole binding with its value, and a property.
import EnfoldTesting
import Testing

@Suite("Patterns for bindings") struct BindingPatternTests {
  struct Address: Reducer {
    @ObservableState struct State: Equatable {
      var street = Street()

      @ObservableState struct Street: Equatable { var name = "" }
    }
    @Action enum Action: BindableAction, Equatable { case binding(BindingAction<State>) }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding(.set(\.street, State.Street(name: "special"))): state.street.name += "*"
        case .binding(\.street): state.street.name += "!"
        case .binding: break
        }
        return .none
      }
    }
  }

  static let cases = [("special", "special*"), ("other", "other!")]

  @Test(arguments: cases) func `A binding is matched by its value before its property`(written: String, read: String) {
    let store = Store(initialState: Address.State()) { Address() }
    store.set(\.street, to: .init(name: written))
    #expect(store.street.name == read)
  }

  @Test(arguments: cases) func `In a test store, too`(written: String, read: String) async {
    let store = TestStore(initialState: Address.State()) { Address() }
    await store.send(.binding(.set(\.street, .init(name: written)))) { $0.street.name = read }
  }

  @Test func `What is written is seen by observers with what the reducer has made of it, once`() {
    let store = Store(initialState: Address.State()) { Address() }
    let seen = Log<String>()
    let subscription = store.observe(\.street.name) { seen.append($0) }
    store.set(\.street, to: .init(name: "a"))
    #expect(seen.all == ["", "a!"])
    subscription.cancel()
  }
}
