// Features that only their file sees.
import Enfold
import Testing

private struct Row: Reducer {
  @ObservableState struct State: Equatable, Identifiable {
    let id: Int
    var count = 0
  }

  @Action enum Action { case increment, add(Int) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment: state.count += 1
    case .add(let number): state.count += number
    }
    return .none
  }
}

private struct Rows: Reducer {
  @ObservableState struct State: Equatable {
    var rows: IdentifiedArrayOf<Row.State> = []
    var alone: Row.State?
  }

  @Action enum Action { case row(id: Int, action: Row.Action), alone(Row.Action) }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.rows, action: \.row) { Row() }
      .ifLet(\.alone, action: \.alone) { Row() }
  }
}

@Suite("Private features") struct PrivateFeatureTests {
  fileprivate enum Inner {
    @ObservableState struct State: Equatable { var text = "" }
  }

  @Test("They compose as others do") func compose() {
    let store = Store(
      initialState: Rows.State(rows: [Row.State(id: 1)], alone: Row.State(id: 2)), reducer: Rows())
    store.send(.row(id: 1, action: .add(5)))
    store.send(.alone(.increment))
    #expect(store.state == Rows.State(rows: [Row.State(id: 1, count: 5)], alone: Row.State(id: 2, count: 1)))
    #expect(Inner.State().text == "")
  }
}
