// The features that docs/navigation.md shows, and that they do what it says.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("The guide of navigation") struct NavigationGuideTests {
  struct Editor: Reducer {
    @ObservableState struct State: Equatable { var name = "" }
    @Action enum Action: Equatable { case write(String), saveTapped, saved(String) }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .write(let name):
          state.name = name
          return .none
        case .saveTapped:
          return .run { [name = state.name] send in
            await send(.saved(name))
            await dismiss()
          }
        case .saved: return .none
        }
      }
    }
  }

  struct Contacts: Reducer {
    @ObservableState struct State: Equatable {
      var names: [String] = []
      @Presents var editor: Editor.State?
    }
    @Action enum Action: Equatable { case addTapped, editor(PresentationAction<Editor.Action>) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .addTapped: state.editor = Editor.State()
        case .editor(.presented(.saved(let name))): state.names.append(name)
        case .editor: break
        }
        return .none
      }
      .ifLet(\.$editor, action: \.editor) { Editor() }
    }
  }

  @Test("A contact is added") func contacts() async {
    let store = TestStore(initialState: Contacts.State(), reducer: Contacts())
    await store.send(\.addTapped) { $0.editor = Editor.State() }
    await store.send(\.editor.write, "Ada") { $0.editor?.name = "Ada" }
    await store.send(\.editor.saveTapped)
    await store.receive(\.editor.saved, "Ada") { $0.names = ["Ada"] }
    await store.receive(\.editor.dismiss) { $0.editor = nil }
  }

  @Test("The editor alone") func alone() async {
    let store = TestStore(initialState: Editor.State(), reducer: Editor())
    await store.send(\.saveTapped)
    await store.receive(\.saved, "")
    #expect(store.isDismissed)
  }

  struct Trash: Reducer {
    @ObservableState struct State: Equatable {
      var count = 3
      @Presents var alert: AlertState<Answer>?
    }
    @Action enum Answer: Equatable { case empty }
    @Action enum Action: Equatable { case emptyTapped, alert(PresentationAction<Answer>) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .emptyTapped:
          state.alert = AlertState {
            TextState("Empty the trash?")
          } actions: {
            ButtonState(role: .destructive, action: .empty) { TextState("Empty") }
            ButtonState(role: .cancel) { TextState("Keep") }
          }
        case .alert(.presented(.empty)): state.count = 0
        case .alert(.dismiss): break
        }
        return .none
      }
      .ifLet(\.$alert, action: \.alert)
    }
  }

  @Test("A host shows a dialog and answers it") func dialog() throws {
    let store = Store(initialState: Trash.State(), reducer: Trash())
    store.send(.emptyTapped)
    let shown = """
      {"count":3,"alert":{"title":"Empty the trash?","message":null,"buttons":[\
      {"role":"destructive","label":"Empty","action":{"empty":{}}},{"role":"cancel","label":"Keep","action":null}]}}
      """
    #expect(JSON.string(store.state) == shown)
    store.send(try JSON.decode(Trash.Action.self, from: #"{"alert":{"presented":{"empty":{}}}}"#))
    #expect(JSON.string(store.state) == #"{"count":0,"alert":null}"#)
    store.send(.emptyTapped)
    store.send(try JSON.decode(Trash.Action.self, from: #"{"alert":{"dismiss":{}}}"#))
    #expect(JSON.string(store.state) == #"{"count":0,"alert":null}"#)
  }

  @Test("What a host sends") func host() throws {
    let store = Store(initialState: Contacts.State(editor: Editor.State()), reducer: Contacts())
    store.send(try JSON.decode(Contacts.Action.self, from: #"{"editor":{"presented":{"write":"Ada"}}}"#))
    #expect(JSON.string(store.state) == #"{"names":[],"editor":{"name":"Ada"}}"#)
    store.send(try JSON.decode(Contacts.Action.self, from: #"{"editor":{"dismiss":{}}}"#))
    #expect(JSON.string(store.state) == #"{"names":[],"editor":null}"#)
  }

  @Reducer struct Board {
    @Reducer(state: .equatable, action: .equatable) enum Destination {
      case editor(Editor)
      case alert(AlertState<Alert>)
      @ReducerCaseIgnored case page(title: String)

      @Action enum Alert: Equatable { case clear }
    }

    @ObservableState struct State: Equatable {
      var names: [String] = []
      @Presents var destination: Destination.State?
    }
    enum Action: Equatable {
      case addTapped, clearTapped, openTapped(String)
      case destination(PresentationAction<Destination.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .addTapped: state.destination = .editor(Editor.State())
        case .clearTapped:
          state.destination = .alert(
            AlertState {
              TextState("Clear the board?")
            } actions: {
              ButtonState(role: .destructive, action: .clear) { TextState("Clear") }
            })
        case .openTapped(let title): state.destination = .page(title: title)
        case .destination(.presented(.editor(.saved(let name)))): state.names.append(name)
        case .destination(.presented(.alert(.clear))): state.names = []
        case .destination: break
        }
        return .none
      }
      .ifLet(\.$destination, action: \.destination)
    }
  }

  @Test("One of several") func destinations() async throws {
    let store = TestStore(initialState: Board.State()) { Board() }
    await store.send(\.addTapped) { $0.destination = .editor(Editor.State()) }
    await store.send(\.destination.editor.write, "Ada") { $0.destination?.editor?.name = "Ada" }
    await store.send(\.destination.editor.saveTapped)
    await store.receive(\.destination.editor.saved, "Ada") { $0.names = ["Ada"] }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.send(\.openTapped, "Help") { $0.destination = .page(title: "Help") }
    let host = Store(initialState: Board.State(names: ["Bo"], destination: .editor(Editor.State())), reducer: Board())
    let action = #"{"destination":{"presented":{"editor":{"write":"Ada"}}}}"#
    host.send(try JSON.decode(Board.Action.self, from: action))
    #expect(JSON.string(host.state) == #"{"names":["Bo"],"destination":{"editor":{"name":"Ada"}}}"#)
    host.send(.clearTapped)
    host.send(.destination(.presented(.alert(.clear))))
    #expect(host.state == Board.State())
  }

  @Reducer struct Drawer {
    @ObservableState struct State: Equatable { var name: String }
    enum Action: Equatable { case noteTapped(String), folderTapped(String) }

    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  @Reducer struct Drawers {
    @Reducer(state: .equatable, action: .equatable) enum Path {
      case drawer(Drawer)
      case note(Editor)
    }

    @ObservableState struct State: Equatable { var path = StackState<Path.State>() }
    enum Action: Equatable {
      case open(String), home
      case path(StackActionOf<Path>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .open(let name): state.path = [.drawer(Drawer.State(name: name))]
        case .home: state.path.removeAll()
        case .path(.element(_, .drawer(.folderTapped(let name)))): state.path.append(.drawer(Drawer.State(name: name)))
        case .path(.element(_, .drawer(.noteTapped(let name)))): state.path.append(.note(Editor.State(name: name)))
        case .path: break
        }
        return .none
      }
      .forEach(\.path, action: \.path)
    }
  }

  @Test("A stack of screens") func stack() async {
    let store = TestStore(initialState: Drawers.State()) { Drawers() }
    await store.send(\.open, "a") { $0.path.append(.drawer(Drawer.State(name: "a"))) }
    await store.send(\.path[id: 0].drawer.noteTapped, "x") { $0.path.append(.note(Editor.State(name: "x"))) }
    await store.send(\.path[id: 1].note.write, "y") { $0.path[id: 1, case: \.note]?.name = "y" }
    await store.send(\.path[id: 1].note.saveTapped)
    await store.receive(\.path[id: 1].note.saved, "y")
    await store.receive(\.path.popFrom, 1) { $0.path.pop(from: 1) }
  }

  @Test("What a host sees of a stack") func stackHost() throws {
    let store = Store(initialState: Drawers.State()) { Drawers() }
    func send(_ action: String) throws { store.send(try JSON.decode(Drawers.Action.self, from: action)) }
    try send(#"{"path":{"push":{"state":{"drawer":{"name":"a"}}}}}"#)
    try send(#"{"path":{"element":{"id":0,"action":{"drawer":{"noteTapped":"x"}}}}}"#)
    #expect(
      JSON.string(store.state)
        == #"{"path":[{"id":0,"state":{"drawer":{"name":"a"}}},{"id":1,"state":{"note":{"name":"x"}}}]}"#)
    #expect(JSON.string(store.state, at: try JSONPath(pointer: "/path/id=1/state/note/name")) == #""x""#)
    try send(#"{"path":{"popFrom":{"id":1}}}"#)
    #expect(store.state.path.ids == [0])
  }
}
