// A module is one plugin.
import Enfold
import EnfoldPlugin

struct Feature: Reducer {
  @ObservableState struct State { var count = 0 }
  @Action enum Action { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

#enfoldPlugin(id: "org.example.one", version: "1.0.0", features: [Feature.self])

// error in macro expansion #enfoldPlugin: invalid redeclaration of 'a_module_has_only_one_enfoldPlugin()'
#enfoldPlugin(id: "org.example.two", version: "1.0.0", features: [Feature.self])
