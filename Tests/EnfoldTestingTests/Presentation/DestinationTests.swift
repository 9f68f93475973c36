// @Reducer enums in a test store: the actions of a feature by their paths, and what goes by itself.
import Enfold
import EnfoldTesting
import Testing

@Reducer private struct Editor {
  @ObservableState struct State: Equatable { var text = "" }
  enum Action: Equatable { case setText(String), saveTapped, saved(String) }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .setText(let text):
        state.text = text
        return .none
      case .saveTapped:
        return .run { [text = state.text] send in
          await send(.saved(text))
          await dismiss()
        }
      case .saved: return .none
      }
    }
  }
}

@Reducer private struct Notes {
  @Reducer(state: .equatable, action: .equatable) enum Destination {
    case edit(Editor)
    case alert(AlertState<Alert>)
    @ReducerCaseEphemeral case menu(Menu)

    @Action enum Alert: Equatable { case delete }
    @ObservableState struct Menu: Equatable {
      var entries = ["cut"]
      @Action enum Action: Equatable { case chosen(String) }
    }
  }

  @ObservableState struct State: Equatable {
    @Presents var destination: Destination.State?
    var notes = ["milk"]
  }
  enum Action: Equatable {
    case addTapped, deleteTapped, menuTapped, destination(PresentationAction<Destination.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped: state.destination = .edit(Editor.State())
      case .deleteTapped: state.destination = .alert(AlertState { TextState("Delete?") })
      case .menuTapped: state.destination = .menu(Destination.Menu())
      case .destination(.presented(.edit(.saved(let note)))): state.notes.append(note)
      case .destination(.presented(.alert(.delete))): state.notes = []
      case .destination(.presented(.menu(.chosen(let entry)))): state.notes.append(entry)
      case .destination: break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

@Suite("Test stores: @Reducer enums") struct DestinationTests {
  @Test("Actions of the feature that is presented, and its dismissal") func feature() async {
    let store = TestStore(initialState: Notes.State()) { Notes() }
    await store.send(\.addTapped) { $0.destination = .edit(Editor.State()) }
    await store.send(\.destination.edit.setText, "x") { $0.destination?.edit?.text = "x" }
    await store.send(\.destination.edit.saveTapped)
    await store.receive(\.destination.edit.saved, "x") { $0.notes = ["milk", "x"] }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test("An alert and a marked case go with their action") func ephemeral() async {
    let store = TestStore(initialState: Notes.State()) { Notes() }
    await store.send(\.deleteTapped) { $0.destination = .alert(AlertState { TextState("Delete?") }) }
    await store.send(\.destination.alert, .delete) {
      $0.notes = []
      $0.destination = nil
    }
    await store.send(\.menuTapped) { $0.destination = .menu(Notes.Destination.Menu()) }
    await store.send(\.destination.menu.chosen, "cut") {
      $0.notes = ["cut"]
      $0.destination = nil
    }
  }

  @Test("The enum alone") func alone() async {
    let store = TestStore(initialState: Notes.Destination.State.edit(Editor.State())) { Notes.Destination.body }
    await store.send(\.edit.setText, "x") { $0.edit?.text = "x" }
  }
}
