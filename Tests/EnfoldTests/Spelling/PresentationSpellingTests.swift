// Presentation and dialogs, as they are written for the Composable Architecture.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Spellings of presentation") struct PresentationSpellingTests {
  struct Detail: Reducer {
    @ObservableState struct State: Equatable {
      var taps = 0
      var isAsked = false
    }
    @Action enum Action: Equatable { case tap, ask, close }
    @Dependency(\.dismiss) var dismiss
    @Dependency(\.isPresented) var isPresented

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .tap:
          state.taps += 1
          return .none
        case .ask:
          state.isAsked = isPresented
          return .none
        case .close: return .run { _ in await dismiss() }
        }
      }
    }
  }

  struct Destination: Reducer {
    @Action enum State: Equatable { case edit(Detail.State) }
    @Action enum Action: Equatable { case edit(Detail.Action) }
    var body: some ReducerOf<Self> { EmptyReducer().ifCaseLet(\.edit, action: \.edit) { Detail() } }
  }

  struct Feature: Reducer {
    @ObservableState struct State: Equatable {
      @Presents var detail: Detail.State?
      @Presents var destination: Destination.State?
      @Presents var alert: AlertState<Action.Alert>?
    }
    @Action enum Action: Equatable {
      case deleteTapped
      case detail(PresentationAction<Detail.Action>)
      case destination(PresentationAction<Destination.Action>)
      case alert(PresentationAction<Alert>)

      @Action enum Alert: Equatable { case delete }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if action == .deleteTapped {
          state.alert = AlertState {
            TextState("Delete?")
          } actions: {
            ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
          } message: {
            TextState("It cannot be undone.")
          }
        }
        return .none
      }
      .ifLet(\.$detail, action: \.detail) { Detail() }
      .ifLet(\.$destination, action: \.destination) { Destination() }
      .ifLet(\.$alert, action: \.alert)
    }
  }

  @Test("Paths with and without `presented`, and the dismissal") func paths() async {
    let store = TestStore(
      initialState: Feature.State(detail: Detail.State(), destination: .edit(Detail.State()))
    ) { Feature() }
    await store.send(\.detail.presented.tap) { $0.detail?.taps = 1 }
    await store.send(\.detail.tap) { $0.detail?.taps = 2 }
    await store.send(\.destination.edit.tap) { $0.destination = .edit(Detail.State(taps: 1)) }
    await store.send(\.detail.ask) { $0.detail?.isAsked = true }
    await store.send(\.detail.dismiss) { $0.detail = nil }
    await store.send(\.destination.edit.close)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test("An alert") func alert() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await store.send(\.deleteTapped) {
      $0.alert = AlertState(
        title: "Delete?", message: "It cannot be undone.",
        buttons: [ButtonState("Delete", role: .destructive, action: .delete)])
    }
    await store.send(\.alert.delete) { $0.alert = nil }
  }

  @Test("A feature alone") func alone() async {
    let store = TestStore(initialState: Detail.State()) { Detail() }
    await store.send(\.close)
    #expect(store.isDismissed)

    let isDismissed = Log<Bool>()
    let other = TestStore(initialState: Detail.State()) {
      Detail()
    } withDependencies: {
      $0.dismiss = DismissEffect { isDismissed.append(true) }
    }
    await other.send(\.close)
    #expect(isDismissed.all == [true])
  }
}
