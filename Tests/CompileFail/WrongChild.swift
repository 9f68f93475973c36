// A child's reducer that does not fit its place is reported there.
import Enfold

struct Row: Reducer {
  @ObservableState struct State: Identifiable { let id: Int }
  @Action enum Action { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct Other: Reducer {
  @ObservableState struct State { var a = 0 }
  @Action enum Action { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct WrongChild: Reducer {
  @ObservableState struct State { var row: Row.State? }
  @Action enum Action { case row(Row.Action) }
  var body: some ReducerOf<Self> {
    // error: 'ifLet(_:action:child:)' is unavailable: the child's reducer has another State or Action
    EmptyReducer().ifLet(\.row, action: \.row) { Other() }
  }
}
