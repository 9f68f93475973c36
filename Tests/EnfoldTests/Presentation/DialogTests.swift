// Alerts and confirmation dialogs: data for the host, which go with their answer.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Dialogs") struct DialogTests {
  /// Notes that are deleted after a question.
  struct Notes: Reducer {
    @ObservableState struct State: Equatable {
      var notes = 2
      @Presents var alert: AlertState<Alert>?
      @Presents var dialog: ConfirmationDialogState<Choice>?
    }
    @Action enum Alert: Equatable { case delete, deleteAll(Int) }
    @Action enum Choice: Equatable { case rename(String) }
    @Action enum Action: Equatable {
      case deleteTapped, moreTapped
      case alert(PresentationAction<Alert>), dialog(PresentationAction<Choice>)
    }

    static let question = AlertState {
      TextState("Delete the note?")
    } actions: {
      ButtonState(role: .destructive, action: Alert.delete) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep") }
    } message: {
      TextState("It cannot be undone.")
    }

    static let done = AlertState<Alert>(title: "It is gone")

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .deleteTapped: state.alert = Self.question
        case .moreTapped:
          let count = state.notes
          state.dialog = ConfirmationDialogState {
            TextState("\(count) notes")
          } actions: {
            for name in ["a", "b"] { ButtonState(action: .rename(name)) { TextState(verbatim: name) } }
            if count > 1 { ButtonState("Cancel", role: .cancel) }
          }
        case .alert(.presented(.delete)):
          state.notes -= 1
          if state.notes == 0 { state.alert = Self.done }
        case .alert(.dismiss): if state.notes == 1 { state.alert = Self.done }
        case .alert(.presented), .dialog: break
        }
        return .none
      }
      .ifLet(\.$alert, action: \.alert)
      .ifLet(\.$dialog, action: \.dialog)
    }
  }

  static let json = """
    {"title":"Delete the note?","message":"It cannot be undone.","buttons":[\
    {"role":"destructive","label":"Delete","action":{"delete":{}}},{"role":"cancel","label":"Keep","action":null}]}
    """

  @Test("A dialog is data: its JSON has all that a host shows, and is read again") func data() throws {
    #expect(JSON.string(Notes.question) == Self.json)
    #expect(try JSON.decode(AlertState<Notes.Alert>.self, from: Self.json) == Notes.question)
    #expect(try JSON.decode(AlertState<Notes.Alert>.self, from: #"{"title":"It is gone"}"#) == Notes.done)
    #expect(
      try JSON.decode(AlertState<Notes.Alert>.self, from: #"{"title":"a","buttons":[{"label":"b"}]}"#)
        == AlertState(title: "a", buttons: [ButtonState("b")]))
    let store = Store(initialState: Notes.State(), reducer: Notes())
    store.send(.moreTapped)
    #expect(
      JSON.string(store.state) == """
        {"notes":2,"alert":null,"dialog":{"title":"2 notes","message":null,"buttons":[\
        {"role":null,"label":"a","action":{"rename":"a"}},{"role":null,"label":"b","action":{"rename":"b"}},\
        {"role":"cancel","label":"Cancel","action":null}]}}
        """)
  }

  @Test("What is no dialog is refused") func refused() {
    for text in [
      "{}", #"{"title":1}"#, #"{"title":"a","button":[]}"#, #"{"title":"a","buttons":[{"role":"other","label":"b"}]}"#,
      #"{"title":"a","buttons":[{"label":"b","action":"show"}]}"#,
    ] { #expect(throws: JSONError.self) { try JSON.decode(AlertState<Notes.Alert>.self, from: text) } }
  }

  @Test("Every part has a pointer") func pointers() throws {
    func part(_ pointer: String) throws -> String? {
      let path = try JSONPath(pointer: pointer)
      #expect(AlertState<Notes.Alert>.jsonAllows(path))
      var writer = JSONWriter()
      return Notes.question.writeJSON(at: path, to: &writer) ? writer.string : nil
    }
    #expect(try part("") == Self.json)
    #expect(try part("/title") == #""Delete the note?""#)
    #expect(try part("/message") == #""It cannot be undone.""#)
    #expect(try part("/buttons/0/role") == #""destructive""#)
    #expect(try part("/buttons/1/label") == #""Keep""#)
    #expect(try part("/buttons/0/action/delete") == "{}")
    #expect(try part("/buttons/1/action") == "null")
    #expect(!AlertState<Notes.Alert>.jsonAllows(try JSONPath(pointer: "/id")))
  }

  @Test("The schema is marked, so that one function of a host shows any of them") func schema() {
    func text<T: JSONDescribable>(_ type: T.Type) -> String {
      JSONSchemaBuilder.document(of: T.self)
    }
    #expect(text(AlertState<Notes.Alert>.self).contains(#""x-enfold-dialog":"alert""#))
    #expect(text(ConfirmationDialogState<Notes.Choice>.self).contains(#""x-enfold-dialog":"confirmation""#))
  }

  @Test("An alert goes with its answer, and with a dismissal") func goes() {
    let store = Store(initialState: Notes.State(notes: 5), reducer: Notes())
    store.send(.deleteTapped)
    #expect(store.state.alert == Notes.question)
    store.send(.alert(.presented(.delete)))
    #expect(store.state == Notes.State(notes: 4))
    store.send(.deleteTapped)
    store.send(.alert(.dismiss))
    #expect(store.state == Notes.State(notes: 4))
  }

  @Test("An alert that is the answer to an alert stays, also if it says the same") func another() {
    let store = Store(initialState: Notes.State(notes: 1), reducer: Notes())
    store.send(.deleteTapped)
    store.send(.alert(.presented(.delete)))
    #expect(store.state.alert == Notes.done)
    store.send(.alert(.dismiss))
    #expect(store.state.alert == nil)

    struct Same: Reducer {
      typealias State = Notes.State
      typealias Action = Notes.Action
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          if action == .alert(.presented(.delete)) { state.alert = AlertState(title: "again") }
          return .none
        }
        .ifLet(\.$alert, action: \.alert)
      }
    }
    let same = Store(initialState: Notes.State(alert: AlertState(title: "again")), reducer: Same())
    same.send(.alert(.presented(.delete)))
    #expect(same.state.alert == AlertState(title: "again"))
    same.send(.alert(.presented(.deleteAll(1))))
    #expect(same.state.alert == nil)
  }

  @Test("In a destination, too") func destination() {
    let store = Store(initialState: Choice.State(), reducer: Choice())
    store.send(.destination(.presented(.alert(.first))))
    #expect(store.state.destination == .alert(AlertState(title: "second")))
    store.send(.destination(.presented(.alert(.last))))
    #expect(store.state.destination == nil)
  }

  @Test("A dialog of one feature is shown by another one, with actions of that") func mapped() {
    enum Other: Equatable { case note(Notes.Alert), keep }
    let alert = Notes.question.map { $0.map(Other.note) ?? .keep }
    #expect(alert.title == Notes.question.title && alert.message == Notes.question.message)
    #expect(
      alert.buttons == [
        ButtonState("Delete", role: .destructive, action: .note(.delete)),
        ButtonState("Keep", role: .cancel, action: .keep),
      ])
    let dialog = ConfirmationDialogState<Int>(title: "a", message: "b", buttons: [ButtonState("c", action: 1)])
    #expect(
      dialog.map { $0.map(String.init) }
        == ConfirmationDialogState(title: "a", message: "b", buttons: [ButtonState("c", action: "1")]))
  }

  @Test("What a test shows of a dialog is what it says") func description() {
    #expect(String(reflecting: Notes.done).contains("It is gone") && !"\(Notes.done)".contains("token"))
    #expect(TextState("a") + "b" == "ab" && "\(TextState("a\(1)"))" == "a1")
    #expect(Set([Notes.done.title, TextState("It is gone")]).count == 1)
  }

  /// A parent with a destination that is an alert.
  struct Choice: Reducer {
    @Action enum Answer: Equatable { case first, last }
    struct Destination: Reducer {
      @Action enum State: Equatable { case alert(AlertState<Answer>) }
      @Action enum Action: Equatable { case alert(Answer) }
      var body: some ReducerOf<Self> { EmptyReducer() }
    }
    @ObservableState struct State: Equatable {
      @Presents var destination: Destination.State? = .alert(AlertState(title: "first"))
    }
    @Action enum Action: Equatable { case destination(PresentationAction<Destination.Action>) }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if action == .destination(.presented(.alert(.first))) {
          state.destination = .alert(AlertState(title: "second"))
        }
        return .none
      }
      .ifLet(\.$destination, action: \.destination) { Destination() }
    }
  }
}
