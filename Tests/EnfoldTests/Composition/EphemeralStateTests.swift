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

  // MARK: With a closure

  struct Deletion: Reducer {
    @ObservableState struct State: Equatable {
      var alert: Question?
      var deleted = 0
    }
    @ObservableState struct Question: Equatable, EphemeralState { var title = "Delete?" }
    @Action enum Action: Equatable { case ask, alert(Answer) }
    @Action enum Answer: Equatable { case confirm }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .ask: state.alert = Question()
        case .alert(.confirm): state.deleted += 1
        }
        return .none
      }
      .ifLet(\.alert, action: \.alert) {}
    }
  }

  @Test("With an empty closure it goes by itself, in a test store")
  func emptyClosure() async {
    let store = TestStore(initialState: Deletion.State(), reducer: Deletion())
    await store.send(.ask) { $0.alert = Deletion.Question() }
    await store.send(.alert(.confirm)) {
      $0.alert = nil
      $0.deleted = 1
    }
  }

  @Test("With an empty closure it goes by itself, in a store, and its observers hear of it")
  func emptyClosureInStore() {
    let store = Store(initialState: Deletion.State(), reducer: Deletion())
    let seen = Box<[String?]>([])
    let subscription = store.observe(\.alert?.title) { seen.value.append($0) }
    store.send(.ask)
    store.send(.alert(.confirm))
    #expect(store.alert == nil)
    #expect(seen.value == [nil, "Delete?", nil])
    subscription.cancel()
  }

  // MARK: In a destination

  struct List: Reducer {
    @ObservableState struct State: Equatable { var destination: Destination.State? }
    @Action enum Action: Equatable { case ask, edit, destination(Destination.Action) }

    struct Destination: Reducer {
      @Action enum State: Equatable { case alert(Deletion.Question), edit(Edit.State) }
      @Action enum Action: Equatable { case alert(Answer), edit(Edit.Action) }
      @Action enum Answer: Equatable { case confirm, edit, again }

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          if action == .alert(.edit) { state = .edit(Edit.State()) }
          return .none
        }
        .ifCaseLet(\.edit, action: \.edit) { Edit() }
      }
    }

    struct Edit: Reducer {
      @ObservableState struct State: Equatable { var text = "" }
      @Action enum Action: Equatable { case type(String) }
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        if case .type(let text) = action { state.text += text }
        return .none
      }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .ask: state.destination = .alert(Deletion.Question())
        case .edit: state.destination = .edit(Edit.State())
        case .destination: break
        }
        return .none
      }
      .ifLet(\.destination, action: \.destination) { Destination() }
    }
  }

  @Test("An ephemeral case of a destination goes by itself, others stay")
  func destination() async {
    let store = TestStore(initialState: List.State(), reducer: List())
    await store.send(.ask) { $0.destination = .alert(Deletion.Question()) }
    await store.send(.destination(.alert(.confirm))) { $0.destination = nil }
    await store.send(.edit) { $0.destination = .edit(List.Edit.State()) }
    await store.send(.destination(.edit(.type("a")))) { $0.destination = .edit(List.Edit.State(text: "a")) }
  }

  @Test("An ephemeral case of a destination goes by itself, in a store")
  func destinationInStore() {
    let store = Store(initialState: List.State(), reducer: List())
    store.send(.ask)
    store.send(.destination(.alert(.confirm)))
    #expect(store.destination == nil)
    store.send(.edit)
    store.send(.destination(.edit(.type("a"))))
    #expect(store.destination == .edit(List.Edit.State(text: "a")))
  }

  @Test("A destination that puts another case in the place of an alert keeps it")
  func replacedByItself() {
    let store = Store(initialState: List.State(), reducer: List())
    store.send(.ask)
    store.send(.destination(.alert(.edit)))
    #expect(store.destination == .edit(List.Edit.State()))
  }

  @Test("An action of another case does not take an alert away")
  func otherCase() async {
    let store = Store(initialState: List.State(), reducer: List())
    store.send(.ask)
    let messages = await messages(of: store) { store.send(.destination(.edit(.type("a")))) }
    #expect(messages.count == 1)
    #expect(store.destination == .alert(Deletion.Question()))
  }
}
