// Shared values of types that are only Codable.
import EnfoldFoundation
import EnfoldTesting
import Testing

private struct SharedState: Codable, Equatable {
  var username: String = ""
  var age: Int = 0
  var isPremium: Bool = false
}

extension SharedState: CodableJSON {}

private struct Profile: Reducer {
  @ObservableState struct State: Equatable {
    @Shared(.memorySingleton, key: "codable") var sharedState = SharedState()
  }
  enum Action: Equatable { case rename(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .rename(let name) = action { state.sharedState.username = name }
    return .none
  }
}

@Suite("Shared values that are Codable") struct SharedCodableTests {
  @Test("A Codable type is shared when it is declared as CodableJSON") func shared() {
    let dependencies = DependencyValues(.test)
    let (one, other) = (
      Store(initialState: Profile.State(), reducer: Profile(), dependencies: dependencies),
      Store(initialState: Profile.State(), reducer: Profile(), dependencies: dependencies)
    )
    one.send(.rename("kim"))
    #expect(other.sharedState == SharedState(username: "kim"))
  }
}
