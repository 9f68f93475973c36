// An action for a destination that is not there, which the parent answers with a new destination.
import Enfold
import Testing

@Suite("A destination that comes while an action for another one is reduced") struct ReplacedDestinationTests {
  @Reducer enum Destination {
    case page(Page)
    case form(Page)
  }

  @Reducer struct Page {
    @ObservableState struct State: Equatable { var text = "" }
    enum Action { case write(String) }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .write(let text) = action { state.text = text }
      return .none
    }
  }

  @Reducer struct Parent {
    @ObservableState struct State { @Presents var destination: Destination.State? = .form(Page.State()) }
    enum Action { case destination(PresentationAction<Destination.Action>) }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .destination(.presented(.page)) = action { state.destination = .page(Page.State(text: "new")) }
        return .none
      }
      .ifLet(\.$destination, action: \.destination)
    }
  }

  @Test("That it had no target is told all the same") func told() async {
    let store = Store(initialState: Parent.State()) { Parent() }
    let texts = await messages(of: store) {
      let task = store.send(.destination(.presented(.page(.write("x")))))
      #expect(task.missingChild != nil)
    }
    #expect(store.state.destination?[case: \.page]?.text == "new")
    #expect(texts.count == 1 && texts.first?.contains("Destination") == true, "\(texts)")
  }
}
