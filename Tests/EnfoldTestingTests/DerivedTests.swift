// Derived properties in a test store: they can be read and written in assertions; failures show what is stored.
import EnfoldTesting
import Testing

private struct Thermometer: Reducer {
  @ObservableState struct State: Equatable {
    var celsius = 20.0
    @Derived var fahrenheit: Double {
      get { celsius * 9 / 5 + 32 }
      set { celsius = (newValue - 32) * 5 / 9 }
    }
    @Derived var isWarm: Bool { celsius > 25 }
  }
  @Action enum Action: Equatable { case set(Double) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .set(let celsius) = action { state.celsius = celsius }
    return .none
  }
}

@Suite("Derived properties in a test store") struct DerivedTests {
  @Test("An assertion sees and writes them")
  func assertion() async {
    let store = TestStore(initialState: Thermometer.State()) { Thermometer() }
    await store.send(.set(30)) {
      #expect(!$0.isWarm)
      $0.celsius = 30
      #expect($0.isWarm)
    }
    await store.send(.set(100)) { $0.fahrenheit = 212 }
    #expect(store.state.isWarm)
  }

  @Test("A failure shows what is stored, because the rest follows from it")
  func failure() async {
    let failures = await failures {
      let store = TestStore(initialState: Thermometer.State()) { Thermometer() }
      await store.send(.set(30)) { $0.fahrenheit = 50 }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.text.contains("celsius: 10.0") == true)
    #expect(failures.first?.text.contains("fahrenheit") == false)
  }
}
