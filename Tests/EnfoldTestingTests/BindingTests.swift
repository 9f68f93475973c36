// Bindings in tests of features.
import EnfoldTesting
import Testing

@Suite("Bindings in a TestStore") struct BindingTests {
  struct Settings: Reducer {
    @ObservableState struct State: Equatable {
      var name = ""
      var isLoud = false
      var volume = 0
    }
    @Action enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
      case load
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding(\.isLoud): state.volume = state.isLoud ? 11 : 3
        case .load: return .send(.binding(.set(\.name, "loaded")))
        case .binding: break
        }
        return .none
      }
    }
  }

  let store = TestStore(initialState: Settings.State()) { Settings() }

  @Test func `A binding is sent like every action`() async {
    await store.send(.binding(.set(\.name, "x"))) { $0.name = "x" }
    await store.send(\.binding.name, "y") { $0.name = "y" }
    await store.send(\.binding.isLoud, true) {
      $0.isLoud = true
      $0.volume = 11
    }
  }

  @Test func `set sends the binding`() async {
    await store.set(\.isLoud, to: true) {
      $0.isLoud = true
      $0.volume = 11
    }
    // An equal value sends nothing.
    await store.set(\.isLoud, to: true)
  }

  @Test func `A binding is received by its key path`() async {
    await store.send(.load)
    await store.receive(\.binding.name) { $0.name = "loaded" }
    await store.send(.load)
    await store.receive(\.binding.name, "loaded")
    await store.send(.load)
    await store.receive(.binding(.set(\.name, "loaded")))
  }

  @Test func `A change that nobody expects fails the test`() async {
    await withKnownIssue {
      await store.send(\.binding.isLoud, true) { $0.isLoud = true }
    } matching: {
      "\($0)".contains("volume")
    }
  }

  @Test func `A store that is not exhaustive lets bindings pass`() async {
    store.exhaustivity = .off
    await store.send(.load)
    await store.send(\.binding.isLoud, true) { $0.volume = 11 }
    #expect(store.state.name == "loaded")
  }
}
