// Presented children in a store: who reduces first, what dismisses them, and what ends with them.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Presented children") struct PresentationTests {
  // MARK: Who reduces what

  @Test("An action of the child is reduced by the child, and then by the parent") func order() {
    let store = Wall.store()
    store.send(.note(.presented(.write("a"))))
    #expect(store.state.note?.text == "a")
    #expect(store.state.log == ["write a"])
  }

  @Test("A dismissal is reduced by the parent, which still sees the child, and then the child is nil") func dismissal()
  {
    let store = Wall.store(Wall.State(note: Note.State(text: "a")))
    store.send(.note(.dismiss))
    #expect(store.state.note == nil)
    #expect(store.state.log == ["dismiss a"])
  }

  @Test("A parent may set the child to nil by itself, with any action") func taken() {
    let store = Wall.store()
    store.send(.take)
    #expect(store.state.note == nil && store.state.log == [])
  }

  @Test("A parent that takes the child away on an action of the child: the child had its last action") func lastAction()
  {
    typealias Parent = LastActionFeatures.Parent
    let store = Store(initialState: Parent.State(), reducer: Parent())
    store.send(.note(.presented(.write("last"))))
    #expect(store.state.note == nil && store.state.last == "last")
  }

  @Test("Without the dollar sign it is the same, also with a property that is not @Presents") func plainProperties() {
    typealias Parent = PlainPropertiesFeatures.Parent
    let store = Store(initialState: Parent.State(), reducer: Parent())
    store.send(.first(.presented(.write("a"))))
    store.send(.second(.presented(.write("b"))))
    #expect(store.state.first?.text == "a" && store.state.second?.text == "b")
    store.send(.first(.dismiss))
    #expect(store.state.first == nil && store.state.second?.text == "b")
    store.send(.second(.dismiss))
    #expect(store.state.second == nil)
  }

  @Test("A state without @ObservableState can present, too") func plainStruct() async {
    typealias State = PlainState
    typealias Action = PlainAction
    let reducer = body(State.self, Action.self) {
      EmptyReducer().ifLet(\.note, action: \.note) { Note(clock: TestClock()) }
    }
    let store = Store(initialState: State(), reducer: reducer.eraseToReduce())
    store.send(.note(.presented(.write("a"))))
    #expect(store.state.note?.text == "a")
    await store.send(.note(.presented(.close))).finish()
    #expect(store.state.note == nil)
  }

  // MARK: Another child, or the same

  @Test("A parent that presents another child on a dismissal keeps that one") func another() {
    let store = Wall.store(Wall.State(note: Note.State(id: 1), next: Note.State(id: 2, text: "next")))
    store.send(.note(.dismiss))
    #expect(store.state.note == Note.State(id: 2, text: "next"))
  }

  @Test("A parent that presents a child with the same id on a dismissal presents nothing") func same() {
    let store = Wall.store(Wall.State(note: Note.State(id: 1), next: Note.State(id: 1, text: "next")))
    store.send(.note(.dismiss))
    #expect(store.state.note == nil)
  }

  @Test("Children without an id are all the same") func withoutID() {
    typealias Child = WithoutIDFeatures.Child
    typealias Parent = WithoutIDFeatures.Parent
    let store = Store(initialState: Parent.State(), reducer: Parent())
    store.send(.child(.dismiss))
    #expect(store.state.child == nil)
  }

  // MARK: Effects

  @Test("The effects of a child end when it is dismissed", arguments: [Wall.Action.note(.dismiss), .take])
  func effects(ending: Wall.Action) async {
    let clock = TestClock()
    let store = Wall.store(Wall.State(note: Note.State()), clock)
    let task = store.send(.note(.presented(.start)))
    await clock.tick(1)
    #expect(store.state.note?.ticks == 1)
    store.send(ending)
    await task.finish()
    #expect(store.state.note == nil)
    await clock.waitForSleepers(0)
  }

  @Test("The effects of a child end when another one takes its place, and go on when it stays the same")
  func replacedEffects() async {
    let clock = TestClock()
    let store = Wall.store(Wall.State(note: Note.State(id: 1)), clock)
    let task = store.send(.note(.presented(.start)))
    await clock.tick(1)
    store.send(.open(1))
    #expect(store.state.note?.ticks == 0)
    await clock.tick(1)
    #expect(store.state.note?.ticks == 1, "the same child, whose timer goes on")
    store.send(.open(2))
    await task.finish()
    await clock.waitForSleepers(0)
    #expect(store.state.note?.ticks == 0)
  }

  @Test("The effects of children inside end, too") func nestedEffects() async {
    let clock = TestClock()
    let store = Wall.store(Wall.State(note: Note.State(note: Note.State())), clock)
    let outer = store.send(.note(.presented(.start)))
    let inner = store.send(.note(.presented(.note(.presented(.start)))))
    await clock.tick(2)
    #expect(store.state.note?.ticks == 1 && store.state.note?.note?.ticks == 1)
    store.send(.note(.presented(.note(.dismiss))))
    await inner.finish()
    await clock.tick(1)
    #expect(store.state.note?.ticks == 2 && store.state.note?.note == nil)
    store.send(.note(.dismiss))
    await outer.finish()
    await clock.waitForSleepers(0)
  }

  @Test("Dismissing the outer child takes the inner one with it; dismissing the inner one leaves the outer one")
  func nested() {
    let store = Wall.store(Wall.State(note: Note.State(note: Note.State(text: "inner"))))
    store.send(.note(.presented(.note(.dismiss))))
    #expect(store.state.note == Note.State())
    store.send(.note(.dismiss))
    #expect(store.state.note == nil)
  }

  @Test("A parent cannot be cancelled by a child that uses the same id; the parent cancels both")
  func cancellationIDs() async {
    typealias Worker = CancellationIDsFeatures.Worker
    let store = Store(initialState: Worker.State(worker: Worker.State()), reducer: Worker())
    let parent = store.send(.start)
    let child = store.send(.worker(.presented(.start)))
    store.send(.worker(.presented(.stop)))
    await child.finish()
    #expect(parent.result == nil, "a child's id is its own")
    let other = store.send(.worker(.presented(.start)))
    store.send(.stop)
    await parent.finish()
    await other.finish()
  }

  // MARK: Absent children

  @Test("An action for a child that is not there: one diagnostic, and the parent gets it") func absentPresented() async
  {
    let store = Wall.store(Wall.State())
    let texts = await messages(of: store) {
      let task = store.send(.note(.presented(.write("a"))))
      #expect(task.missingChild != nil)
      #expect(store.state.log == ["write nothing"])
    }
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasPrefix(
        "Action.note(.presented(.write(_:))) is meant for Wall.State.note, which is nil (ifLet at EnfoldTests/Wall.swift:"
      )
        == true)
  }

  @Test("A dismissal without a child: one diagnostic, and the parent gets it") func absentDismiss() async {
    let store = Wall.store(Wall.State())
    let texts = await messages(of: store) {
      let task = store.send(.note(.dismiss))
      #expect(await task.finish().error is MissingChild)
      #expect(store.state.log == ["dismiss nothing"])
    }
    #expect(texts.count == 1)
    let text = texts.first ?? ""
    let line = text.drop { $0 != ":" }.isEmpty ? "" : text.split(separator: ")").first.map { String($0) } ?? ""
    #expect(line.hasPrefix("Action.note(.dismiss"))
    #expect(
      text.replacing(#/\.swift:\d+/#, with: ".swift:0") == """
        Action.note(.dismiss) is meant to dismiss Wall.State.note, which is nil (ifLet at EnfoldTests/Wall.swift:0). \
        Possible causes: (1) The child was dismissed already, or its parent has set it to nil before; dismiss it once. \
        (2) A reducer that runs before ifLet took the child away on this action; leave that to ifLet. \
        (3) It was sent from outside while the child was absent; send it only while the child is there.
        """)
  }

  @Test("A parent that presents a child on a dismissal without one keeps it") func presentsOnDismissal() async {
    let store = Wall.store(Wall.State(next: Note.State(text: "new")))
    let texts = await messages(of: store) { store.send(.note(.dismiss)) }
    #expect(texts.count == 1 && store.state.note?.text == "new")
  }

  // MARK: Destinations and alerts

  @Test("A destination is dismissed whatever its case is; a case that replaces another one stays") func destinations()
    async
  {
    let store = Store(initialState: Place.State(), reducer: Place())
    store.send(.show(.note(Note.State())))
    store.send(.destination(.presented(.note(.write("a")))))
    #expect(store.state.destination == .note(Note.State(text: "a")))
    store.send(.destination(.dismiss))
    #expect(store.state.destination == nil)

    store.send(.show(.note(Note.State())))
    let task = store.send(.destination(.presented(.note(.start))))
    store.send(.show(.alert(Place.Alert(text: "sure?"))))
    await task.finish()
    #expect(store.state.destination == .alert(Place.Alert(text: "sure?")), "the note's timer has ended")
    store.send(.destination(.presented(.alert(.sure))))
    #expect(store.state.destination == nil && store.state.answers == 1, "an alert goes by itself")

    store.send(.show(.alert(Place.Alert(text: "again?"))))
    store.send(.destination(.presented(.alert(.other))))
    #expect(store.state.destination == .note(Note.State(text: "other")), "the parent has put another case there")
    store.send(.destination(.presented(.note(.write("b")))))
    #expect(store.state.destination == .note(Note.State(text: "b")), "what is no alert stays")
  }

  @Test("An alert without logic goes with its first action, and with a dismissal") func alerts() async {
    typealias Parent = AlertsFeatures.Parent
    let store = Store(initialState: Parent.State(), reducer: Parent())
    store.send(.ask)
    store.send(.alert(.presented(.sure)))
    #expect(store.state == Parent.State(answers: 1))
    store.send(.ask)
    store.send(.alert(.dismiss))
    #expect(store.state == Parent.State(answers: 1))
    let texts = await messages(of: store) { store.send(.alert(.presented(.sure))) }
    #expect(texts.count == 1)
  }

  // MARK: Scopes

  @Test("A scope of a presented child sends to it; it can leave out `presented`") func scopes() {
    let store = Wall.store()
    let first = store.scope(state: \.note, action: \.note.presented)
    first?.send(.write("a"))
    #expect(store.state.note?.text == "a")
    let second = store.scope(state: \.note, action: \.note)
    second?.send(.dismiss)
    #expect(store.state.note == nil)
    #expect(Wall.Action.allCasePaths.note.write.caseName == "note.presented.write")
    #expect(Wall.Action.allCasePaths.note.note.dismiss.embed(()) == .note(.presented(.note(.dismiss))))
  }
}

/// A parent with one place for several things.
struct Place: Reducer {
  struct Alert: EphemeralState, Equatable, JSONCodable {
    var text = ""
    init(text: String) { self.text = text }
    init(json reader: inout JSONReader) throws(JSONError) { text = try String(json: &reader) }
    func writeJSON(to writer: inout JSONWriter) { text.writeJSON(to: &writer) }
    static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { String.jsonSchema(in: &builder) }
  }
  @Action enum Answer: Equatable { case sure, other }

  struct Destination: Reducer {
    @Action enum State: Equatable { case note(Note.State), alert(Alert) }
    @Action enum Action: Equatable { case note(Note.Action), alert(Answer) }
    var body: some ReducerOf<Self> {
      EmptyReducer().ifCaseLet(\.note, action: \.note) { Note(clock: TestClock()) }
    }
  }

  @ObservableState struct State: Equatable {
    @Presents var destination: Destination.State?
    var answers = 0
  }
  @Action enum Action: Equatable { case show(Destination.State), destination(PresentationAction<Destination.Action>) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .show(let destination): state.destination = destination
      case .destination(.presented(.alert(.sure))): state.answers += 1
      case .destination(.presented(.alert(.other))): state.destination = .note(Note.State(text: "other"))
      case .destination: break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination) { Destination() }
  }
}

private enum LastActionFeatures {
  struct Parent: Reducer {
    @ObservableState struct State: Equatable {
      @Presents var note: Note.State? = Note.State()
      var last = ""
    }
    @Action enum Action { case note(PresentationAction<Note.Action>) }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .note(.presented(.write)) = action {
          state.last = state.note?.text ?? ""
          state.note = nil
        }
        return .none
      }
      .ifLet(\.$note, action: \.note) { Note(clock: TestClock()) }
    }
  }
}

private enum PlainPropertiesFeatures {
  struct Parent: Reducer {
    @ObservableState struct State: Equatable {
      @Presents var first: Note.State? = Note.State()
      var second: Note.State? = Note.State()
    }
    @Action enum Action { case first(PresentationAction<Note.Action>), second(PresentationAction<Note.Action>) }
    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifLet(\.first, action: \.first) { Note(clock: TestClock()) }
        .ifLet(\.second, action: \.second) { Note(clock: TestClock()) }
    }
  }
}

private enum WithoutIDFeatures {
  struct Child: Reducer {
    @ObservableState struct State: Equatable { var text = "" }
    @Action enum Action: Equatable { case tap }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  struct Parent: Reducer {
    @ObservableState struct State: Equatable { @Presents var child: Child.State? = Child.State() }
    @Action enum Action: Equatable { case child(PresentationAction<Child.Action>) }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if action == .child(.dismiss) { state.child = Child.State(text: "new") }
        return .none
      }
      .ifLet(\.$child, action: \.child) { Child() }
    }
  }
}

private enum CancellationIDsFeatures {
  struct Worker: Reducer {
    @ObservableState struct State: Equatable { @Presents var worker: Worker.State? }
    @Action enum Action: Equatable { case start, stop, worker(PresentationAction<Worker.Action>) }
    var body: some ReducerOf<Self> {
      Reduce { _, action in
        switch action {
        case .start: .run { _ in try await forever() }.cancellable(id: "work")
        case .stop: .cancel(id: "work")
        case .worker: .none
        }
      }
      .ifLet(\.$worker, action: \.worker) { Worker() }
    }
  }
}

private enum AlertsFeatures {
  struct Parent: Reducer {
    @ObservableState struct State: Equatable {
      @Presents var alert: Place.Alert?
      var answers = 0
    }
    @Action enum Action: Equatable { case ask, alert(PresentationAction<Place.Answer>) }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .ask: state.alert = Place.Alert(text: "sure?")
        case .alert(.presented): state.answers += 1
        case .alert(.dismiss): break
        }
        return .none
      }
      .ifLet(\.$alert, action: \.alert)
    }
  }
}

private struct PlainState: Equatable { var note: Note.State? = Note.State() }
@CasePathable private enum PlainAction { case note(PresentationAction<Note.Action>) }
