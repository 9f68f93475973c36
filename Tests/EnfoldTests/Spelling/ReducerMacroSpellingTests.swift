// @Reducer at structs and enums, as it is written for the Composable Architecture.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Spellings of @Reducer") struct ReducerMacroSpellingTests {
  @Reducer struct Edit {
    var limit = 10
    @ObservableState struct State: Equatable { var text = "" }
    enum Action: Equatable { case setText(String) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .setText(let text):
          state.text = String(text.prefix(limit))
          return .none
        }
      }
    }
  }

  @Reducer struct Feature {
    @Reducer enum Destination {
      case edit(Edit)
      case limited(Edit = Edit(limit: 3))
      case alert(AlertState<Alert>)
      @ReducerCaseIgnored case share(String)
      @ReducerCaseEphemeral
      case dialog(ConfirmationDialogState<Alert>)

      @Action enum Alert: Equatable { case delete }
    }

    @ObservableState struct State: Equatable {
      @Presents var destination: Destination.State?
      var other: Destination.State?
      var isDeleted = false
    }
    enum Action {
      case editTapped, destination(PresentationAction<Destination.Action>), other(
        PresentationAction<Destination.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .editTapped:
          state.destination = .edit(Edit.State())
          return .none
        case .destination(.presented(.alert(.delete))), .destination(.presented(.dialog(.delete))):
          state.isDeleted.toggle()
          return .none
        case .destination, .other: return .none
        }
      }
      .ifLet(\.$destination, action: \.destination)
      .ifLet(\.other, action: \.other) { Destination.body }
    }
  }

  @Test("Destinations") func destinations() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await store.send(.editTapped) { $0.destination = .edit(Edit.State()) }
    await store.send(\.destination.edit.setText, "milk") { $0.destination?.modify(\.edit) { $0.text = "milk" } }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test("Dialogs go by themselves") func dialogs() {
    let alert = AlertState<Feature.Destination.Alert> { TextState("Delete?") }
    let store = Store(initialState: Feature.State(destination: .alert(alert))) { Feature() }
    store.send(.destination(.presented(.alert(.delete))))
    #expect(store.destination == nil && store.isDeleted)
    let dialog = ConfirmationDialogState<Feature.Destination.Alert> { TextState("Delete?") }
    let other = Store(initialState: Feature.State(destination: .dialog(dialog), other: .limited(Edit.State()))) {
      Feature()
    }
    other.send(.destination(.presented(.dialog(.delete))))
    #expect(other.destination == nil && other.isDeleted)
    other.send(.other(.presented(.limited(.setText("butter")))))
    #expect(other.other?.limited?.text == "but")
  }
}

extension ReducerMacroSpellingTests.Feature.Destination.State: Equatable {}
