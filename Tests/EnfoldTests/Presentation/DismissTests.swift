// \.dismiss and \.isPresented: a child dismisses itself.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Children that dismiss themselves") struct DismissTests {
  @Test("A child's effect dismisses it: everybody sees the action, which has the task of the child's action")
  func dismiss() async {
    let store = Wall.store()
    let actions = Log<Wall.Action>()
    let subscription = store.observeActions { action, _, _ in actions.append(action) }
    await store.send(.note(.presented(.close))).finish()
    #expect(store.state.note == nil)
    #expect(actions.all == [.note(.presented(.close)), .note(.dismiss)])
    #expect(store.state.log == ["close ", "dismiss "])
    subscription.cancel()
  }

  @Test("The state is dismissed when `send` returns, because the effect has no reason to wait before") func atOnce() {
    let store = Wall.store()
    store.send(.note(.presented(.close)))
    #expect(store.state.note == nil)
  }

  @Test("`dismiss` returns when the action was reduced, although it ends its effect; a second one does nothing")
  func returns() async {
    let store = Wall.store()
    let texts = await messages(of: store) {
      await store.send(.note(.presented(.closeTwice))).finish()
      #expect(store.state.note == nil)
      #expect(store.state.log == ["closeTwice ", "dismiss "])
    }
    #expect(texts == [])
  }

  @Test("What follows `dismiss` sees the state without the child", arguments: [false, true])
  func follows(isLate: Bool) async {
    typealias Child = FollowsFeatures.Child
    typealias Parent = FollowsFeatures.Parent
    let seen = Log<Bool>()
    let place = Locked<StoreOf<Parent>?>(nil)
    let child = Child(wait: { if isLate { await Task.yield() } }) {
      seen.append(place.withLock { $0 }?.state.child == nil)
    }
    let store = Store(initialState: Parent.State(), reducer: Parent(child: child))
    place.withLock { $0 = store }
    await store.send(.child(.presented(.tap))).finish()
    while seen.all.isEmpty { await Task.yield() }
    #expect(seen.all == [true])
    place.withLock { $0 = nil }
  }

  @Test("A child inside a child dismisses itself alone") func nested() async {
    let store = Wall.store(Wall.State(note: Note.State(note: Note.State())))
    await store.send(.note(.presented(.note(.presented(.close))))).finish()
    #expect(store.state.note == Note.State())
    await store.send(.note(.presented(.close))).finish()
    #expect(store.state.note == nil)
  }

  @Test("A parent that presents another child when its child dismisses itself keeps that one") func another() async {
    let store = Wall.store(Wall.State(note: Note.State(id: 1), next: Note.State(id: 2)))
    await store.send(.note(.presented(.close))).finish()
    #expect(store.state.note == Note.State(id: 2))
  }

  @Test("What is inside a presented child without being presented itself dismisses that one: by Scope and in a case")
  func inside() async {
    let store = Store(initialState: Frame.State(), reducer: Frame())
    #expect(store.state.page != nil)
    await store.send(.page(.presented(.part(.close)))).finish()
    #expect(store.state.page == nil)

    let place = Store(initialState: Place.State(destination: .note(Note.State())), reducer: Place())
    await place.send(.destination(.presented(.note(.close)))).finish()
    #expect(place.state.destination == nil)
  }

  @Test("A detached task can dismiss with what its effect has read") func detached() async {
    typealias Child = DetachedFeatures.Child
    typealias Parent = DetachedFeatures.Parent
    let store = Store(initialState: Parent.State(), reducer: Parent())
    await store.send(.child(.presented(.tap))).finish()
    #expect(store.state.child == nil)
  }

  @Test("`dismiss` may be read while the child reduces") func readBefore() async {
    typealias Child = ReadBeforeFeatures.Child
    typealias Parent = ReadBeforeFeatures.Parent
    let store = Store(initialState: Parent.State(), reducer: Parent())
    await store.send(.child(.presented(.tap))).finish()
    #expect(store.state.child == nil)
  }

  @Test("An error handler can dismiss, too") func handler() async {
    typealias Child = HandlerFeatures.Child
    typealias Parent = HandlerFeatures.Parent
    let store = Store(initialState: Parent.State(), reducer: Parent())
    await store.send(.child(.presented(.tap))).finish()
    #expect(store.state.child == nil)
  }

  // MARK: Nobody presents it

  /// A child in places that do not present it.
  struct Holder: Reducer {
    @ObservableState struct State: Equatable {
      var plain: Note.State? = Note.State()
      var rows: IdentifiedArrayOf<Note.State> = [Note.State(id: 1)]
      var fixed = Note.State()
    }
    @Action enum Action: Equatable {
      case plain(Note.Action), rows(IdentifiedActionOf<Note>), fixed(Note.Action)
    }
    let clock = TestClock()
    var body: some ReducerOf<Self> {
      Scope(state: \.fixed, action: \.fixed) { Note(clock: clock) }
      EmptyReducer()
        .ifLet(\.plain, action: \.plain) { Note(clock: clock) }
        .forEach(\.rows, action: \.rows) { Note(clock: clock) }
    }
  }

  static func text(_ reason: String, _ text: String) -> Bool {
    text.replacing(#/\.swift:\d+/#, with: ".swift:0") == """
      this child is not presented: \(reason) (dismiss at EnfoldTests/Wall.swift:0). To present it, let the case of the parent's \
      action have a PresentationAction: case child(PresentationAction<Child.Action>), with \
      .ifLet(\\.$child, action: \\.child) { Child() }. To test it alone, give it a dismiss: $0.dismiss = DismissEffect { … }
      """
  }

  @Test(
    "A child that is not presented: one diagnostic, and nothing happens",
    arguments: [
      (Holder.Action.plain(.close), "it is a plain optional, which its parent sets to nil"),
      (.rows(.element(id: 1, action: .close)), "it is an element of a list, which its parent takes out"),
      (.fixed(.close), "it is the whole feature of its store"),
    ])
  func notPresented(action: Holder.Action, reason: String) async {
    let store = Store(initialState: Holder.State(), reducer: Holder())
    let texts = await messages(of: store) { await store.send(action).finish() }
    #expect(texts.count == 1)
    #expect(Self.text(reason, texts.first ?? ""), "\(texts)")
    #expect(store.state == Holder.State())
  }

  @Test("A plain optional inside a presented child is not presented, and does not dismiss what it is in")
  func plainInside() async {
    let store = Store(initialState: Frame.State(), reducer: Frame())
    let texts = await messages(of: store) { await store.send(.page(.presented(.plain(.close)))).finish() }
    #expect(texts.count == 1)
    #expect(Self.text("it is a plain optional, which its parent sets to nil", texts.first ?? ""), "\(texts)")
    #expect(store.state == Frame.State())
  }

  @Test("An effect that the parent of a presented child returns for the child's action is the parent's") func parent()
    async
  {
    typealias Parent = ParentFeatures.Parent
    let seen = Log<Bool>()
    let store = Store(initialState: Parent.State(), reducer: Parent(seen: seen))
    let texts = await messages(of: store) {
      // The child's effect sends, so its thread reduces and begins the effect of the parent.
      await store.send(.note(.presented(.tick))).finish()
    }
    #expect(texts.count == 1 && texts.first?.contains("it is the whole feature of its store") == true, "\(texts)")
    #expect(store.state.note != nil)
    #expect(!seen.all.contains(true))
  }

  // MARK: isPresented

  @Test("A child knows whether it is presented") func isPresented() {
    let store = Wall.store(Wall.State(note: Note.State(note: Note.State())))
    store.send(.note(.presented(.ask)))
    store.send(.note(.presented(.note(.presented(.ask)))))
    #expect(store.state.note?.wasPresented == true && store.state.note?.note?.wasPresented == true)

    let holder = Store(initialState: Holder.State(), reducer: Holder())
    for action in [Holder.Action.plain(.ask), .rows(.element(id: 1, action: .ask)), .fixed(.ask)] {
      holder.send(action)
    }
    #expect(holder.state.plain?.wasPresented == false)
    #expect(holder.state.rows[id: 1]?.wasPresented == false)
    #expect(holder.state.fixed.wasPresented == false)

    let frame = Store(initialState: Frame.State(), reducer: Frame())
    frame.send(.page(.presented(.part(.ask))))
    frame.send(.page(.presented(.plain(.ask))))
    #expect(frame.state.page?.part.wasPresented == true)
    #expect(frame.state.page?.plain?.wasPresented == false)
  }

  @Test("It is known also when a reducer is called by itself") func withoutStore() {
    var state = Wall.State(note: Note.State())
    _ = Wall().reduce(into: &state, action: .note(.presented(.ask)))
    #expect(state.note?.wasPresented == true)
    var note = Note.State()
    _ = Note(clock: TestClock()).reduce(into: &note, action: .ask)
    #expect(note.wasPresented == false)
  }

  // MARK: Overrides

  @Test("A test of a child alone gives it a dismiss; for a presented child inside it, that is another matter")
  func overridden() async {
    let log = Log<String>()
    let store = Store(
      initialState: Note.State(note: Note.State()), reducer: Note(clock: TestClock()),
      dependencies: DependencyValues(.test) { $0.dismiss = DismissEffect { log.append("dismissed") } })
    await store.send(.close).finish()
    #expect(log.all == ["dismissed"])
    store.send(.ask)
    #expect(store.state.wasPresented == true)
    await store.send(.note(.presented(.close))).finish()
    #expect(store.state.note == nil && log.all == ["dismissed"])
  }

  @Test("A dismiss that is given inside a presented child comes first") func overriddenInside() async {
    typealias Parent = OverriddenInsideFeatures.Parent
    let log = Log<String>()
    let store = Store(initialState: Parent.State(), reducer: Parent(log: log))
    await store.send(.note(.presented(.close))).finish()
    #expect(store.state.note != nil && log.all == ["instead"])
  }

  @Test("Other dependencies that are given inside change nothing") func otherDependencies() async {
    typealias Parent = OtherDependenciesFeatures.Parent
    let store = Store(initialState: Parent.State(), reducer: Parent())
    await store.send(.note(.presented(.close))).finish()
    #expect(store.state.note == nil)
  }

  @Test(
    "An action that a child sends by itself can be what dismisses it", .issueReports(.testStoresOnly), arguments: 0..<20
  )
  func manyThreads(_: Int)
    async
  {
    let store = Wall.store()
    await withTaskGroup { group in
      for _ in 0..<4 { group.addTask { await store.send(.note(.presented(.close))).finish() } }
    }
    #expect(store.state.note == nil)
  }
}

/// A page that is presented, with a part that is always there, and one that may be absent.
private struct Frame: Reducer {
  struct Page: Reducer {
    @ObservableState struct State: Equatable {
      var part = Note.State()
      var plain: Note.State? = Note.State()
    }
    @Action enum Action: Equatable { case part(Note.Action), plain(Note.Action) }
    var body: some ReducerOf<Self> {
      Scope(state: \.part, action: \.part) { Note(clock: TestClock()) }
      EmptyReducer().ifLet(\.plain, action: \.plain) { Note(clock: TestClock()) }
    }
  }
  @ObservableState struct State: Equatable { @Presents var page: Page.State? = Page.State() }
  @Action enum Action: Equatable { case page(PresentationAction<Page.Action>) }
  var body: some ReducerOf<Self> { EmptyReducer().ifLet(\.$page, action: \.page) { Page() } }
}

private enum FollowsFeatures {
  struct Child: Reducer {
    @ObservableState struct State: Equatable { var taps = 0 }
    @Action enum Action: Equatable { case tap }
    let wait: @Sendable () async -> Void
    let then: @Sendable () -> Void
    @Dependency(\.dismiss) var dismiss
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { _ in
        await wait()
        await dismiss()
        then()
      }
    }
  }

  struct Parent: Reducer {
    @ObservableState struct State: Equatable { @Presents var child: Child.State? = Child.State() }
    @Action enum Action: Equatable { case child(PresentationAction<Child.Action>) }
    let child: Child
    var body: some ReducerOf<Self> { EmptyReducer().ifLet(\.$child, action: \.child) { child } }
  }
}

private enum DetachedFeatures {
  struct Child: Reducer {
    @ObservableState struct State: Equatable { var taps = 0 }
    @Action enum Action: Equatable { case tap }
    @Dependency(\.dismiss) var dismiss
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { _ in
        let dismiss = dismiss
        await Task.detached { await dismiss() }.value
      }
    }
  }

  struct Parent: Reducer {
    @ObservableState struct State: Equatable { @Presents var child: Child.State? = Child.State() }
    @Action enum Action: Equatable { case child(PresentationAction<Child.Action>) }
    var body: some ReducerOf<Self> { EmptyReducer().ifLet(\.$child, action: \.child) { Child() } }
  }
}

private enum ReadBeforeFeatures {
  struct Child: Reducer {
    @ObservableState struct State: Equatable { var taps = 0 }
    @Action enum Action: Equatable { case tap }
    @Dependency(\.dismiss) var dismiss
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      let dismiss = dismiss
      return .run { _ in await dismiss() }
    }
  }

  struct Parent: Reducer {
    @ObservableState struct State: Equatable { @Presents var child: Child.State? = Child.State() }
    @Action enum Action: Equatable { case child(PresentationAction<Child.Action>) }
    var body: some ReducerOf<Self> { EmptyReducer().ifLet(\.$child, action: \.child) { Child() } }
  }
}

private enum HandlerFeatures {
  struct Child: Reducer {
    @ObservableState struct State: Equatable { var taps = 0 }
    @Action enum Action: Equatable { case tap }
    @Dependency(\.dismiss) var dismiss
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { _ in
        throw Failed()
      } catch: { _, _ in
        await dismiss()
      }
    }
    struct Failed: Error {}
  }

  struct Parent: Reducer {
    @ObservableState struct State: Equatable { @Presents var child: Child.State? = Child.State() }
    @Action enum Action: Equatable { case child(PresentationAction<Child.Action>) }
    var body: some ReducerOf<Self> { EmptyReducer().ifLet(\.$child, action: \.child) { Child() } }
  }
}

private enum ParentFeatures {
  struct Parent: Reducer {
    @ObservableState struct State: Equatable { @Presents var note: Note.State? = Note.State() }
    @Action enum Action: Equatable { case note(PresentationAction<Note.Action>), seen(Bool) }
    @Dependency(\.dismiss) var dismiss
    @Dependency(\.isPresented) var isPresented
    let seen: Log<Bool>
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        seen.append(isPresented)
        guard action == .note(.presented(.write("a"))) else { return .none }
        return .run { _ in
          seen.append(isPresented)
          await dismiss()
        }
      }
      .ifLet(\.$note, action: \.note) {
        Note(clock: TestClock())
        Reduce { _, action in action == .tick ? .run { send in await send(.write("a")) } : .none }
      }
    }
  }
}

private enum OverriddenInsideFeatures {
  struct Parent: Reducer {
    @ObservableState struct State: Equatable { @Presents var note: Note.State? = Note.State() }
    @Action enum Action: Equatable { case note(PresentationAction<Note.Action>) }
    let log: Log<String>
    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$note, action: \.note) {
        Note(clock: TestClock()).dependency(\.dismiss, DismissEffect { log.append("instead") })
      }
    }
  }
}

private enum OtherDependenciesFeatures {
  struct Parent: Reducer {
    @ObservableState struct State: Equatable { @Presents var note: Note.State? = Note.State() }
    @Action enum Action: Equatable { case note(PresentationAction<Note.Action>) }
    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$note, action: \.note) {
        Note(clock: TestClock()).dependency(\.clock, TestClock())
      }
    }
  }
}
