// Destinations: what stays and what goes when one is replaced, answered or dismissed.
import Enfold
import EnfoldTesting
import Testing

@Suite("The life of destinations") struct DestinationLifeTests {
  @Reducer struct Home {
    @Reducer(state: .equatable, action: .equatable) enum Destination {
      case clerk(Clerk)
      case other(Clerk)
      case alert(AlertState<Question>)
      case dialog(ConfirmationDialogState<Question>)
    }
    @Action enum Question: Equatable { case delete, showAlert, showDialog }

    @ObservableState struct State: Equatable {
      @Presents var destination: Destination.State?
      var isDeleted = false
    }
    enum Action: Equatable {
      case show(Destination.State)
      case destination(PresentationAction<Destination.Action>)
    }

    // Made anew each time: the same one again would be the one that was answered.
    static var alert: AlertState<Question> {
      AlertState(title: "alert", buttons: [ButtonState("delete", action: .delete)])
    }
    static var dialog: ConfirmationDialogState<Question> { ConfirmationDialogState(title: "dialog") }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .show(let destination): state.destination = destination
        case .destination(.presented(.alert(.delete))), .destination(.presented(.dialog(.delete))):
          state.isDeleted = true
        case .destination(.presented(.alert(.showAlert))), .destination(.presented(.dialog(.showAlert))):
          state.destination = .alert(Self.alert)
        case .destination(.presented(.alert(.showDialog))), .destination(.presented(.dialog(.showDialog))):
          state.destination = .dialog(Self.dialog)
        case .destination: break
        }
        return .none
      }
      .ifLet(\.$destination, action: \.destination)
    }

    static func store(_ destination: Destination.State?) -> TestStoreOf<Home> {
      TestStore(initialState: State(destination: destination)) { Home() }
    }
  }

  @Test func `The same child again keeps its timer, and an alert ends it`() async {
    let store = Home.store(.clerk(Clerk.State(id: 1)))
    await store.send(\.destination.clerk.start)
    await store.advance(by: .seconds(1))
    await store.receive(\.destination.clerk.tick) { $0.destination?.clerk?.ticks = 1 }
    await store.send(.show(.clerk(Clerk.State(id: 1)))) { $0.destination?.clerk?.ticks = 0 }
    await store.advance(by: .seconds(1))
    await store.receive(\.destination.clerk.tick) { $0.destination?.clerk?.ticks = 1 }
    await store.send(.show(.alert(Home.alert))) { $0.destination = .alert(Home.alert) }
    await store.advance(by: .seconds(1))
    await store.send(\.destination.alert.delete) {
      $0.isDeleted = true
      $0.destination = nil
    }
    await store.finish()
  }

  @Test func `A child that comes after one that closed itself has nothing of it`() async {
    let store = Home.store(.clerk(Clerk.State(id: 1)))
    await store.send(\.destination.clerk.start)
    await store.send(\.destination.clerk.close)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.send(.show(.clerk(Clerk.State(id: 1)))) { $0.destination = .clerk(Clerk.State(id: 1)) }
    await store.advance(by: .seconds(2))
    await store.finish()
    await store.send(\.destination.clerk.close)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  static let others = [Home.Action.destination(.presented(.clerk(.rename(2)))), .show(.other(Clerk.State(id: 1)))]

  @Test(arguments: others) func `A child with another id, or of another case, has nothing of the one before`(
    action: Home.Action
  ) async {
    let store = Home.store(.clerk(Clerk.State(id: 1)))
    await store.send(\.destination.clerk.start)
    await store.send(action) {
      if case .show(let destination) = action { $0.destination = destination } else { $0.destination?.clerk?.id = 2 }
    }
    await store.advance(by: .seconds(2))
    await store.finish()
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  static let dialogs = [Home.Destination.State.alert(Home.alert), .dialog(Home.dialog)]

  @Test(arguments: dialogs) func `An alert is answered with a dialog, and a dialog with an alert`(
    first: Home.Destination.State
  ) async {
    let store = Home.store(first)
    for _ in 0..<2 {
      if store.state.destination == .alert(Home.alert) {
        await store.send(\.destination.alert.showDialog) { $0.destination = .dialog(Home.dialog) }
      } else {
        await store.send(\.destination.dialog.showAlert) { $0.destination = .alert(Home.alert) }
      }
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  static let same: [(Home.Destination.State, Home.Action)] = [
    (.alert(Home.alert), .destination(.presented(.alert(.showAlert)))),
    (.dialog(Home.dialog), .destination(.presented(.dialog(.showDialog)))),
  ]

  @Test(arguments: same) func `One that says the same again, and is the answer, stays`(
    first: Home.Destination.State, again: Home.Action
  ) async {
    let store = Home.store(first)
    await store.send(again)
    #expect(store.state.destination == first)
  }

  @Test func `An action for another case fails the test, and leaves the alert where it is`() async {
    let store = Home.store(.alert(Home.alert))
    let all = await failures { await store.send(\.destination.clerk.tick) }
    #expect(all.count == 1)
    #expect(all.first?.text.contains("clerk(.tick)") == true, "\(all)")
    #expect(store.state.destination == .alert(Home.alert))
  }
}
