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

  // MARK: The page's other examples

  @Test("A child that is always there, one that may be absent, and one in a list") func children() async {
    let page = TestStore(initialState: CompositionGuide.Page.State()) { CompositionGuide.Page() }
    await page.send(.note(.write("milk"))) { $0.note.text = "milk" }

    let desk = TestStore(initialState: CompositionGuide.Desk.State()) { CompositionGuide.Desk() }
    await desk.send(.open) { $0.note = CompositionGuide.Note.State() }
    await desk.send(.note(.write("milk"))) { $0.note?.text = "milk" }
    await desk.send(.close) { $0.note = nil }

    let board = TestStore(initialState: CompositionGuide.Board.State()) { CompositionGuide.Board() }
    await board.send(.add(id: 7)) { $0.notes = [CompositionGuide.Note.State(id: 7)] }
    await board.send(.note(id: 7, action: .write("milk"))) { $0.notes[id: 7]?.text = "milk" }
    await board.send(.remove(id: 7)) { $0.notes = [] }
  }

  @Test("One of several screens, an alert, a change, and a feature that contains itself") func others() async {
    let window = TestStore(initialState: CompositionGuide.Window.State.note(CompositionGuide.Note.State())) {
      CompositionGuide.Window()
    }
    await window.send(.showBoard) { $0 = .board(CompositionGuide.Board.State()) }

    let trash = TestStore(initialState: CompositionGuide.Trash.State()) { CompositionGuide.Trash() }
    await trash.send(.ask) { $0.alert = CompositionGuide.Trash.Alert(title: "Empty the trash?") }
    await trash.send(.alert(.empty)) {
      $0.count = 0
      $0.alert = nil
    }

    let thermometer = TestStore(initialState: CompositionGuide.Thermometer.State()) { CompositionGuide.Thermometer() }
    await thermometer.send(.measured(31)) {
      $0.celsius = 31
      $0.warnings = 1
    }
    await thermometer.send(.measured(32)) { $0.celsius = 32 }

    let row = CompositionGuide.Outline.State(id: 2)
    let outline = TestStore(initialState: CompositionGuide.Outline.State(rows: [row])) { CompositionGuide.Outline() }
    await outline.send(.row(id: 2, action: .rename("eggs"))) { $0.rows[id: 2]?.title = "eggs" }
  }

  @Test("A reducer around another one sees each of its actions") func counted() {
    let calls = Log<String>()
    let store = Store(initialState: CompositionGuide.Note.State()) {
      CompositionGuide.Counted(base: CompositionGuide.Note()) { calls.append("called") }
    }
    store.send(.write("milk"))
    #expect(store.text == "milk")
    #expect(calls.all == ["called"])
  }
}
