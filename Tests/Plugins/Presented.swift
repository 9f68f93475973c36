// Features that present: a note, which may present another one, and an alert; and one of several, by an @Reducer enum.
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

/// Presents one of several.
@Reducer struct Routes {
  @Reducer enum Destination {
    case edit(Edit)
    case note(Page)
    case alert(AlertState<Alert>)
    @ReducerCaseEphemeral case menu(Menu)
    @ReducerCaseIgnored case share(link: String)

    @Action enum Alert { case delete }
  }

  @ObservableState struct State {
    @Presents var destination: Destination.State?
    var log: [String] = []
  }

  enum Action { case edit, warn, share(String), menu, destination(PresentationAction<Destination.Action>) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .edit: state.destination = .edit(Edit.State())
      case .warn: state.destination = .alert(AlertState { TextState("Delete?") })
      case .share(let link): state.destination = .share(link: link)
      case .menu: state.destination = .menu(Menu())
      case .destination(.presented(let action)): state.log.append(action.caseName)
      case .destination(.dismiss): state.log.append("dismiss")
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

@Reducer struct Edit {
  @ObservableState struct State { var text = "" }
  enum Action { case setText(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .setText(let text) = action { state.text = text }
    return .none
  }
}

@ObservableState struct Menu {
  var entries = ["cut", "copy"]
  @Action enum Action { case chosen(String) }
}

#enfoldPlugin(id: "org.enfold.tests.presented", version: "1.0.0", features: [Presented.self, Routes.self])
