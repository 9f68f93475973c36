// Alerts: children that go away when they have been answered.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Ephemeral children") struct EphemeralStateTests {
  struct Alert: Equatable, Identifiable, EphemeralState {
    var id: String { title }
    let title: String
  }

  struct Feature: Reducer {
    struct State: Equatable, Sendable {
      var alert: Alert?
      var seen: [String] = []
    }
    @Action enum Action: Equatable, Sendable { case alert(Answer), delete }
    @Action enum Answer: Equatable, Sendable { case confirm, more }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.seen.append(state.alert?.title ?? "none")
        switch action {
        case .delete: state.alert = Alert(title: "Delete?")
        case .alert(.confirm): return .send(.delete)
        case .alert(.more): state.alert = Alert(title: "Really?")
        }
        return .none
      }
      .ifLet(\.alert, action: \.alert)
    }
  }

  @Test("An action to an alert sets it to nil, after everybody has seen it")  // 97
  func answered() {
    var state = Feature.State(alert: Alert(title: "Delete?"))
    #expect(Feature().reduce(into: &state, action: .alert(.confirm)) == .send(.delete))
    #expect(state == Feature.State(alert: nil, seen: ["Delete?"]))
  }

  @Test("Other actions leave it where it is")  // 97
  func otherActions() {
    let store = Store(initialState: Feature.State(), reducer: Feature())
    store.send(.delete)
    store.send(.delete)
    #expect(store.alert == Alert(title: "Delete?"))
  }

  @Test("An answer that is another alert stays")  // 97
  func anotherAlert() {
    let store = Store(initialState: Feature.State(alert: Alert(title: "Delete?")), reducer: Feature())
    store.send(.alert(.more))
    #expect(store.alert == Alert(title: "Really?"))
  }

  @Test("An action to an alert that is not there is a diagnostic, and the parent gets it")  // 97
  func absent() async {
    let store = Store(initialState: Feature.State(), reducer: Feature())
    let messages = await messages(of: store) {
      #expect(store.send(.alert(.more)).missingChild != nil)
      #expect(store.alert == Alert(title: "Really?"))
    }
    #expect(messages.count == 1)
    #expect(
      messages.first?.hasPrefix(
        "Action.alert(.more) is meant for EphemeralStateTests.Feature.State.alert, which is nil") == true)
  }
}
