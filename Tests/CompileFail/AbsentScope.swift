// Scope is for children that are always there.
import Enfold

struct Row: Reducer {
  @ObservableState struct State: Identifiable { let id: Int }
  @Action enum Action { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct Screen: Reducer {
  @ObservableState struct State { var row: Row.State? }
  @Action enum Action { case row(Row.Action) }

  var body: some ReducerOf<Self> {
    // error: 'init(state:action:fileID:line:child:)' is unavailable: the child may be absent: add it with .ifLet(_:action:)
    Scope(state: \.row, action: \.row) { Row() }
  }
}
