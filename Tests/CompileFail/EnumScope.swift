// A state that is an enum has its children in cases.
import Enfold

struct Loaded: Reducer {
  @ObservableState struct State { var count = 0 }
  @Action enum Action { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct Screen: Reducer {
  @Action enum State { case waiting, loaded(Loaded.State) }
  @Action enum Action { case loaded(Loaded.Action) }

  var body: some ReducerOf<Self> {
    // error: 'init(state:action:fileID:line:child:)' is unavailable: the state is an enum, and its children are in cases: write Scope(case:action:)
    Scope(state: \.loaded, action: \.loaded) { Loaded() }
  }
}
