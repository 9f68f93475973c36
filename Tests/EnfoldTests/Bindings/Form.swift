// Features with bindings, for the tests of this folder.
import Enfold

/// A form, its optional editor, which takes bindings too, and its rows, which do not.
struct Form: Reducer {
  @ObservableState struct State: Equatable {
    @Bindable var text = ""
    @Bindable var isOn = false
    @ViewState(ignoreEquality: true) var clicks = 0
    var count = 0
    var changes: [String] = []
    var editor: FormEditor.State?
    var rows: IdentifiedArrayOf<FormRow.State> = []
  }

  @Action enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case editor(FormEditor.Action)
    case row(id: Int, action: FormRow.Action)
    case note(String), close, removeRow(Int)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.text) { old, new in
        Reduce { state, _ in
          state.changes.append("\(old)>\(new)")
          return .none
        }
      }
    Reduce { state, action in
      switch action {
      case .binding(\.isOn):
        state.count += 1
        return state.isOn ? .send(.note("on")) : .none
      case .note(let text): state.changes.append(text)
      case .close: state.editor = nil
      case .removeRow(let id): state.rows.remove(id: id)
      case .binding, .editor, .row: break
      }
      return .none
    }
    .ifLet(\.editor, action: \.editor) { FormEditor() }
    .forEach(\.rows, action: \.row) { FormRow() }
  }
}

struct FormEditor: Reducer {
  @ObservableState struct State: Equatable { @Bindable var name = "" }
  @Action enum Action: BindableAction, Equatable { case binding(BindingAction<State>) }

  var body: some ReducerOf<Self> { BindingReducer() }
}

struct FormRow: Reducer {
  @ObservableState struct State: Equatable, Identifiable {
    let id: Int
    @Bindable var isDone = false
  }
  @Action enum Action: Equatable { case toggle }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.isDone.toggle()
    return .none
  }
}

/// Takes bindings, and has forgotten its `BindingReducer`.
struct ForgetfulForm: Reducer {
  @ObservableState struct State: Equatable { @Bindable var text = "" }
  @Action enum Action: BindableAction, Equatable { case binding(BindingAction<State>) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

/// Has a form that may be absent.
struct ForgetfulParent: Reducer {
  @ObservableState struct State: Equatable { var form: ForgetfulForm.State? = ForgetfulForm.State() }
  @Action enum Action: Equatable { case form(ForgetfulForm.Action) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

/// Has a case of the name alone.
struct PlainForm: Reducer {
  @ObservableState struct State: Equatable { @Bindable var text = "" }
  @Action enum Action: Equatable { case binding(BindingAction<State>), other }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}
