// A feature as people write it who know the Composable Architecture, for the tests of its spellings.
import EnfoldTesting

/// A list of rows, and an editor that may be there.
struct Inbox: Reducer {
  @ObservableState struct State: Equatable {
    var rows: IdentifiedArrayOf<Row.State> = []
    var editor: Editor.State?
    var deleted: [Int] = []
  }
  @Action enum Action: Equatable {
    case tap
    case view(View)
    case rows(IdentifiedActionOf<Row>)
    case editor(Editor.Action)

    @Action enum View: Equatable { case delete([Int]), close }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap: state.editor = Editor.State()
      case .view(.delete(let ids)):
        for id in ids { state.rows[id: id] = nil }
        state.deleted += ids
      case .view(.close): state.editor = nil
      case .rows, .editor: break
      }
      return .none
    }
    .ifLet(\.editor, action: \.editor) { Editor() }
    .forEach(\.rows, action: \.rows, element: { Row() })
  }
}

extension Inbox {
  struct Row: Reducer {
    @ObservableState struct State: Equatable, Identifiable {
      let id: Int
      var flashes = 0
      var title = ""
    }
    @Action enum Action: Equatable { case flash, flashed, rename(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .flash: return .send(.flashed)
      case .flashed: state.flashes += 1
      case .rename(let title): state.title = title
      }
      return .none
    }
  }

  struct Editor: Reducer {
    @ObservableState struct State: Equatable { @ViewState var text = "" }
    @Action enum Action: Equatable { case type(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .type(let text) = action { state.text += text }
      return .none
    }
  }
}
