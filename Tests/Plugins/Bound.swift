// Features that take bindings, and some that do not.
import Enfold
import EnfoldPlugin

/// A form, an editor that takes bindings, rows that do not, and a note whose enum has the case alone.
struct Bound: Reducer {
  @ObservableState struct State: Equatable {
    @Bindable var text = ""
    @Bindable var isOn = false
    @ViewState(ignoreEquality: true) var clicks = 0
    @Bindable @Redacted var pin = ""
    var count = 0
    var changes = 0
    var editor: Editor.State?
    var note = Note.State()
    var rows: IdentifiedArrayOf<Line.State> = []
  }

  @Action enum Action: BindableAction {
    case binding(BindingAction<State>)
    case editor(Editor.Action)
    case note(Note.Action)
    case row(id: Int, action: Line.Action)
    case open, close, add(Int), remove(Int), count(Int)
    /// Sets a property that JSON may not write.
    case setCount(Int)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.text) { _, _ in
        Reduce { state, _ in
          state.changes += 1
          return .none
        }
      }
    Reduce { state, action in
      switch action {
      case .binding(\.isOn): return .send(.count(state.isOn ? 1 : -1))
      case .open: state.editor = Editor.State()
      case .close: state.editor = nil
      case .add(let id): state.rows.append(Line.State(id: id))
      case .remove(let id): state.rows.remove(id: id)
      case .count(let number): state.count += number
      case .setCount(let number): return .send(.binding(.set(\.count, number)))
      case .binding, .editor, .note, .row: break
      }
      return .none
    }
    .ifLet(\.editor, action: \.editor) { Editor() }
    .forEach(\.rows, action: \.row) { Line() }
    Scope(state: \.note, action: \.note) { Note() }
  }
}

struct Editor: Reducer {
  @ObservableState struct State: Equatable {
    @Bindable var name = ""
    var author = Author.State()
  }
  @Action enum Action: BindableAction {
    case binding(BindingAction<State>)
    case author(Author.Action)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Scope(state: \.author, action: \.author) { Author() }
  }
}

struct Author: Reducer {
  @ObservableState struct State: Equatable { @Bindable var first = "" }
  @Action enum Action: BindableAction { case binding(BindingAction<State>) }

  var body: some ReducerOf<Self> { BindingReducer() }
}

struct Line: Reducer {
  @ObservableState struct State: Equatable, Identifiable {
    let id: Int
    @Bindable var isDone = false
  }
  @Action enum Action { case toggle }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.isDone.toggle()
    return .none
  }
}

/// Takes no bindings: a case of that name alone means nothing.
struct Note: Reducer {
  @ObservableState struct State: Equatable { @Bindable var body = "" }
  @Action enum Action { case binding(BindingAction<State>) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

/// Takes bindings, and has forgotten its `BindingReducer`.
struct Forgetful: Reducer {
  @ObservableState struct State: Equatable { @Bindable var text = "" }
  @Action enum Action: BindableAction { case binding(BindingAction<State>), wrote(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

#enfoldPlugin(id: "org.enfold.tests.bound", version: "1.0.0", features: [Bound.self, Note.self, Forgetful.self])
