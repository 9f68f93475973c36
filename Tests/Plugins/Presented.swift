// A feature that presents: a note, which may present another one, and an alert.
import Enfold
import EnfoldPlugin

struct Presented: Reducer {
  @ObservableState struct State: Equatable {
    @Presents var note: Page.State?
    @Presents var alert: AlertState<Action.Answer>?
    /// An optional child that is not presented.
    var aside: Page.State?
    var log: [String] = []
  }

  @Action enum Action {
    case open(Int), openAside, warn
    case note(PresentationAction<Page.Action>)
    case aside(Page.Action)
    case alert(PresentationAction<Answer>)

    @Action enum Answer: Equatable { case delete }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open(let id): state.note = Page.State(id: id)
      case .openAside: state.aside = Page.State(id: 0)
      case .warn:
        state.alert = AlertState {
          TextState("Delete?")
        } actions: {
          ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
          ButtonState(role: .cancel) { TextState("Keep") }
        }
      case .note(.dismiss): state.log.append("note dismissed")
      case .alert(.presented(.delete)): state.log.append("delete")
      case .alert(.dismiss): state.log.append("alert dismissed")
      case .note, .aside: break
      }
      return .none
    }
    .ifLet(\.$note, action: \.note) { Page() }
    .ifLet(\.aside, action: \.aside) { Page() }
    .ifLet(\.$alert, action: \.alert)
  }
}

/// Something that is presented, and may present.
struct Page: Reducer {
  @ObservableState struct State: Equatable, Identifiable {
    let id: Int
    @Bindable var text = ""
    @Presents var note: Page.State?
  }

  @Action enum Action: BindableAction {
    case binding(BindingAction<State>)
    case open(Int), close, wait
    indirect case note(PresentationAction<Page.Action>)
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .open(let id): state.note = Page.State(id: id)
      case .close: return .run { _ in await dismiss() }
      case .wait: return .run { _ in try await Task.never() }
      case .binding, .note: break
      }
      return .none
    }
    .ifLet(\.$note, action: \.note) { Page() }
  }
}

#enfoldPlugin(id: "org.enfold.tests.presented", version: "1.0.0", features: [Presented.self])
