// Alerts that only say something: there is no answer, so they can only be dismissed.
import Enfold
import EnfoldTesting
import Testing

@Suite("Alerts without an answer") struct AlertWithoutAnswerTests {
  @Reducer struct Feature {
    @ObservableState struct State: Equatable {
      @Presents var alert: AlertState<Never>?
      @Presents var dialog: ConfirmationDialogState<Answer>?
    }
    /// No case yet.
    @Action enum Answer: Equatable {}
    enum Action: Equatable {
      case alertTapped, dialogTapped
      case alert(PresentationAction<Never>), dialog(PresentationAction<Answer>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .alertTapped: state.alert = AlertState { TextState("Oh!") }
        case .dialogTapped: state.dialog = ConfirmationDialogState { TextState("Oh!") }
        case .alert, .dialog: break
        }
        return .none
      }
      .ifLet(\.$alert, action: \.alert)
      .ifLet(\.$dialog, action: \.dialog)
    }
  }

  @Test func `They are presented and dismissed`() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await store.send(\.alertTapped) { $0.alert = AlertState { TextState("Oh!") } }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    await store.send(\.dialogTapped) { $0.dialog = ConfirmationDialogState { TextState("Oh!") } }
    await store.send(\.dialog.dismiss) { $0.dialog = nil }
  }

  @Test func `Their JSON is that of every dialog, and no answer is read`() throws {
    let text =
      #"{"alert":{"title":"Oh!","message":null,"buttons":[{"role":"cancel","label":"OK","action":null}]},"dialog":null}"#
    let state = Feature.State(alert: AlertState(title: "Oh!", buttons: [ButtonState("OK", role: .cancel)]))
    #expect(JSON.string(state) == text)
    #expect(try JSON.decode(Feature.State.self, from: text) == state)
    #expect(try JSON.decode(Feature.Action.self, from: #"{"alert":{"dismiss":{}}}"#) == .alert(.dismiss))
    for (name, message) in [("alert", "there are no values"), ("dialog", "known: none")] {
      #expect { try JSON.decode(Feature.Action.self, from: #"{"\#(name)":{"presented":{}}}"#) } throws: {
        "\($0)".contains(message)
      }
    }
  }
}
