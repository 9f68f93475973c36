// A feature with a stack of folders and notes.
import Enfold
import EnfoldPlugin

struct Stacked: Reducer {
  @ObservableState struct State: Equatable {
    var path = StackState<Screen.State>()
    var log: [String] = []
  }

  @Action enum Action {
    case path(StackActionOf<Screen>)
    case open(String), home
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open(let name): state.path.append(.folder(Drawer.State(name: name)))
      case .home: state.path.removeAll()
      case .path(.element(_, .folder(.openNote(let text)))): state.path.append(.note(Sheet.State(text: text)))
      case .path(.push(let id, _)): state.log.append("push \(id)")
      case .path(.popFrom(let id)): state.log.append("popFrom \(id)")
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path)
  }
}

/// What may be in the stack.
@Reducer(state: .equatable) enum Screen {
  case folder(Drawer)
  case note(Sheet)
}

struct Drawer: Reducer {
  @ObservableState struct State: Equatable { var name = "" }
  @Action enum Action { case rename(String), openNote(String) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .rename(let name) = action { state.name = name }
      return .none
    }
  }
}

struct Sheet: Reducer {
  @ObservableState struct State: Equatable { @Bindable var text = "" }
  @Action enum Action: BindableAction { case binding(BindingAction<State>), close, wait }
  @Dependency(\.dismiss) var dismiss
  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { _, action in
      switch action {
      case .close: .run { _ in await dismiss() }
      case .wait: .run { _ in try await Task.never() }
      case .binding: .none
      }
    }
  }
}

#enfoldPlugin(id: "org.enfold.tests.stacked", version: "1.0.0", features: [Stacked.self])
