// Outline: a feature that contains itself, as a host sees it. For the C tests.
import Enfold
import EnfoldPlugin

struct Outline: Reducer {
  @ObservableState struct State: Equatable, Identifiable {
    var id = 1
    var title = ""
    var rows: IdentifiedArrayOf<State> = []
  }

  @Action enum Action {
    case rename(String)
    case addRow
    indirect case row(id: Int, action: Action)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .rename(let title): state.title = title
      case .addRow: state.rows.append(State(id: 1))
      case .row: break
      }
      return .none
    }
    .forEach(\.rows, action: \.row) { Outline() }
  }
}

#enfoldPlugin(id: "org.enfold.tests.outline", version: "1.0.0", features: [Outline.self])
