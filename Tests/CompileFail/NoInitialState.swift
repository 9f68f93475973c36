// A feature of a plugin without a state to begin with is told how to get one; a dependency's other name, what it is here.
import Enfold
import EnfoldPlugin

struct Feature: Reducer {
  @ObservableState struct State: Equatable { var title: String }
  @Action enum Action { case tapped }
  @Dependency(\.continuousClock) var clock  // error: 'continuousClock' has been renamed to 'clock'
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct Beginning: Reducer {
  @ObservableState struct State: Equatable { var title: String }
  @Action enum Action { case tapped }
  static let initialState = State(title: "")
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct Empty: Reducer {
  @ObservableState struct State: Equatable { var title = "" }
  @Action enum Action { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

// error: 'initialState' is unavailable: a feature of a plugin needs a state to begin with
#enfoldPlugin(id: "org.example.empty", version: "1.0.0", features: [Feature.self, Beginning.self, Empty.self])
