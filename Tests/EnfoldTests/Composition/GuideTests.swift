// The composition of docs/composition.md, as it is written there.
import Enfold
import EnfoldTesting
import Testing

@Suite("The guide's composition") struct GuideTests {
  struct Part: Reducer {
    @ObservableState struct State: Equatable, Identifiable {
      var id = 0
      var count = 0
    }
    @Action enum Action: Equatable { case increment }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.count += 1
      return .none
    }
  }

  struct App: Reducer {
    @ObservableState struct State: Equatable {
      var counter = Part.State()
      var editor: Part.State?
      var rows: IdentifiedArrayOf<Part.State> = []
      var changes: [Int] = []
    }
    @Action enum Action: Equatable {
      case counter(Part.Action)
      case editor(Part.Action)
      case row(id: Part.State.ID, action: Part.Action)
      case close
    }
    var body: some ReducerOf<Self> {
      CombineReducers {
        Scope(state: \.counter, action: \.counter) { Part() }
        Reduce { state, action in
          if case .close = action { state.editor = nil }
          return .none
        }
      }
      .ifLet(\.editor, action: \.editor) { Part() }
      .forEach(\.rows, action: \.row) { Part() }
      .onChange(of: \.counter.count) { old, new in
        Reduce { state, action in
          state.changes += [old, new]
          return .none
        }
      }
    }
  }

  @Test("Each part gets its own actions, and a case of a case is received by its path") func parts() async {
    let store: TestStoreOf<App> = TestStore(
      initialState: App.State(editor: Part.State(), rows: [Part.State(id: 7)]), reducer: App())
    await store.send(.counter(.increment)) {
      $0.counter.count = 1
      $0.changes = [0, 1]
    }
    await store.send(.editor(.increment)) { $0.editor?.count = 1 }
    await store.send(.row(id: 7, action: .increment)) { $0.rows[id: 7]?.count = 1 }
    await store.send(.close) { $0.editor = nil }
  }

  @Test("A path goes on into the cases of a case's value") func nestedCasePaths() async {
    let path: CaseKeyPath<App.Action, Void> = \.counter.increment
    #expect(App.Action.counter(.increment)[case: path] != nil)
    #expect(App.Action.editor(.increment)[case: path] == nil)
    #expect(App.Action.allCasePaths[keyPath: path].embed(()) == .counter(.increment))
    #expect(App.Action.allCasePaths[keyPath: path].name == "counter.increment")
    let store = TestStore<Int, App.Action>(
      initialState: 0, reduce: { state, action in action == .close ? .send(.counter(.increment)) : .none })
    await store.send(.close)
    await store.receive(\.counter.increment)
  }
}
