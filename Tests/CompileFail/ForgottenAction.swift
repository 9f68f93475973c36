// A forgotten @Action, or a mistyped case, is reported where the case is named.
import Enfold
import EnfoldPlugin
import EnfoldTesting

struct Child: Reducer {
  @ObservableState struct State: Equatable { var count = 0 }
  enum Action { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct Row: Reducer {
  @ObservableState struct State: Identifiable { let id: Int }
  @Action enum Action { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

func receive() async {
  let store = TestStore(initialState: Child.State(), reducer: Child())
  // error: 'receive(_:timeout:assert:)' is unavailable: the action is a case of an @Action enum: is @Action missing
  await store.receive(\.tapped)
  // error: 'send(_:assert:)' is unavailable: the action is a case of an @Action enum: is @Action missing
  await store.send(\.tapped)
}

struct InScope: Reducer {
  @ObservableState struct State { var row = Row.State(id: 1) }
  enum Action { case row(Row.Action) }
  var body: some ReducerOf<Self> {
    // error: 'init(state:action:child:)' is unavailable: the action is a case of an @Action enum: is @Action missing
    Scope(state: \.row, action: \.row) { Row() }
  }
}

struct InIfLet: Reducer {
  @ObservableState struct State { var row: Row.State? }
  enum Action { case row(Row.Action) }
  var body: some ReducerOf<Self> {
    // error: 'ifLet(_:action:child:)' is unavailable: the action is a case of an @Action enum: is @Action missing
    EmptyReducer().ifLet(\.row, action: \.row) { Row() }
  }
}

struct InForEach: Reducer {
  @ObservableState struct State { var rows: IdentifiedArrayOf<Row.State> = [] }
  enum Action { case row(id: Int, action: Row.Action) }
  var body: some ReducerOf<Self> {
    // error: 'forEach(_:action:element:)' is unavailable: the action is a case of an @Action enum: is @Action missing
    EmptyReducer().forEach(\.rows, action: \.row) { Row() }
  }
}

struct Mistyped: Reducer {
  @ObservableState struct State { var row: Row.State? }
  @Action enum Action { case row(Row.Action) }
  var body: some ReducerOf<Self> {
    // error: 'ifLet(_:action:child:)' is unavailable: the action is a case of an @Action enum: is @Action missing
    EmptyReducer().ifLet(\.row, action: \.rwo) { Row() }
  }
}

// error: 'init(_:reducer:initialState:requests:)' is unavailable: a feature of a plugin needs a State with @ObservableState
#enfoldPlugin(id: "org.example.forgotten", version: "1.0.0", features: [Child.self])
