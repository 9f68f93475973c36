// Presented children in a test store: their actions are expected by their paths, and what goes wrong is said.
import Enfold
import EnfoldTesting
import Testing

/// Something that is presented.
private struct Editor: Reducer {
  @ObservableState struct State: Equatable, Identifiable {
    var id = 0
    var text = ""
    @Presents var editor: Editor.State?
  }
  @Action enum Action: Equatable {
    case write(String), saveTapped, waitTapped, tickTapped, ticked, editor(PresentationAction<Editor.Action>)
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.clock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .write(let text):
        state.text = text
        return .none
      case .saveTapped: return .run { _ in await dismiss() }
      case .waitTapped:
        return .run { _ in
          try await clock.sleep(for: .seconds(1))
          await dismiss()
        }
      case .tickTapped:
        return .run { send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.ticked)
          }
        }
      case .ticked:
        state.text += "."
        return .none
      case .editor: return .none
      }
    }
    .ifLet(\.$editor, action: \.editor) { Editor() }
  }
}

private struct Library: Reducer {
  @ObservableState struct State: Equatable {
    @Presents var editor: Editor.State?
    var plain: Editor.State?
    var saved: [String] = []
  }
  @Action enum Action: Equatable {
    case openTapped(Int), reopenOnDismiss, editor(PresentationAction<Editor.Action>), plain(Editor.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .openTapped(let id): state.editor = Editor.State(id: id)
      case .editor(.dismiss): state.saved.append(state.editor?.text ?? "nothing")
      case .editor, .plain, .reopenOnDismiss: break
      }
      return .none
    }
    .ifLet(\.$editor, action: \.editor) { Editor() }
    .ifLet(\.plain, action: \.plain) { Editor() }
  }
}

@Suite("Presented children in a test store") struct PresentationTests {
  private static func store(_ state: Library.State = Library.State()) -> TestStoreOf<Library> {
    TestStore(initialState: state, reducer: Library())
  }

  @Test("A child is presented, changes, and is dismissed by its parent") func dismissedByParent() async {
    let store = Self.store()
    await store.send(\.openTapped, 1) { $0.editor = Editor.State(id: 1) }
    await store.send(\.editor.presented.write, "a") { $0.editor?.text = "a" }
    await store.send(\.editor.write, "b") { $0.editor?.text = "b" }
    await store.send(\.editor.dismiss) {
      $0.saved = ["b"]
      $0.editor = nil
    }
  }

  @Test("A child that dismisses itself: the test receives the dismissal") func dismissedByItself() async {
    let store = Self.store(Library.State(editor: Editor.State(text: "a")))
    await store.send(\.editor.presented.saveTapped)
    await store.receive(\.editor.dismiss) {
      $0.saved = ["a"]
      $0.editor = nil
    }
  }

  @Test("A child dismisses itself later, and a child inside it") func later() async {
    let store = Self.store(Library.State(editor: Editor.State(editor: Editor.State())))
    await store.send(\.editor.editor.waitTapped)
    await store.advance(by: .seconds(1))
    await store.receive(\.editor.presented.editor.dismiss) { $0.editor?.editor = nil }
    await store.send(\.editor.waitTapped)
    await store.advance(by: .seconds(1))
    await store.receive(.editor(.dismiss)) {
      $0.saved = [""]
      $0.editor = nil
    }
  }

  @Test("A child that is dismissed leaves no effect behind") func effects() async {
    let store = Self.store(Library.State(editor: Editor.State()))
    await store.send(\.editor.tickTapped)
    await store.advance(by: .seconds(2))
    await store.receive(\.editor.ticked) { $0.editor?.text = "." }
    await store.receive(\.editor.ticked) { $0.editor?.text = ".." }
    await store.send(\.editor.dismiss) {
      $0.saved = [".."]
      $0.editor = nil
    }
    await store.finish()
  }

  @Test("A child that stays presented may leave an effect behind, which is a failure as any other") func runningEffect()
    async
  {
    let all = await failures {
      let store = Self.store(Library.State(editor: Editor.State()))
      await store.send(\.editor.tickTapped)
      await store.finish(timeout: .zero)
    }
    #expect(!all.isEmpty)
  }

  @Test("A dismissal that is not received is a failure") func notReceived() async {
    let all = await failures {
      let store = Self.store(Library.State(editor: Editor.State()))
      await store.send(\.editor.saveTapped)
    }
    #expect(all.contains { $0.text.contains("dismiss") }, "\(all.map(\.text))")
  }

  @Test("Without exhaustivity the dismissal happens all the same") func nonExhaustive() async {
    let store = Self.store(Library.State(editor: Editor.State(text: "a")))
    store.exhaustivity = .off
    await store.send(\.editor.saveTapped)
    await store.receive(\.editor.dismiss)
    #expect(store.state.editor == nil && store.state.saved == ["a"])
  }

  @Test("An expected state that keeps the child is a failure that shows it") func wrongExpectation() async {
    let store = Self.store(Library.State(editor: Editor.State(text: "a")))
    let all = await failures { await store.send(\.editor.dismiss) { $0.saved = ["a"] } }
    #expect(all.map(\.text.firstLine) == ["A state change does not match expectation."])
    #expect(all.first?.text.plain.contains("editor: nil") == true, "\(all.map(\.text))")
  }

  // MARK: What goes wrong

  @Test("An action for a child that is not presented is a failure") func absentPresented() async {
    let store = Self.store()
    let all = await failures { await store.send(\.editor.write, "a") }
    #expect(all.count == 1)
    #expect(
      all.first?.text.contains(
        "Action.editor(.presented(.write(_:))) is meant for Library.State.editor, which is nil (ifLet at") == true,
      "\(all.map(\.text))")
  }

  @Test("A dismissal of a child that is not presented is a failure") func absentDismiss() async {
    let store = Self.store()
    let all = await failures { await store.send(\.editor.dismiss) { $0.saved = ["nothing"] } }
    #expect(all.count == 1)
    #expect(
      all.first?.text.contains(
        "Action.editor(.dismiss) is meant to dismiss Library.State.editor, which is nil (ifLet at")
        == true, "\(all.map(\.text))")
  }

  @Test("A plain optional child that dismisses itself is a failure, and does not dismiss the feature") func plain()
    async
  {
    let store = Self.store(Library.State(plain: Editor.State()))
    let all = await failures { await store.send(\.plain.saveTapped) }
    #expect(all.count == 1)
    #expect(
      all.first?.text.contains(
        "this child is not presented: it is a plain optional, which its parent sets to nil (dismiss at") == true,
      "\(all.map(\.text))")
    #expect(!store.isDismissed)
  }

  // MARK: A feature alone

  @Test("A test of a feature alone sees whether it has dismissed itself") func isDismissed() async {
    let store = TestStore(initialState: Editor.State(), reducer: Editor())
    #expect(!store.isDismissed)
    await store.send(\.write, "a") { $0.text = "a" }
    #expect(!store.isDismissed)
    await store.send(\.saveTapped)
    #expect(store.isDismissed)
  }

  @Test("A child of the feature that dismisses itself does not dismiss the feature") func childAlone() async {
    let store = TestStore(initialState: Editor.State(editor: Editor.State()), reducer: Editor())
    await store.send(\.editor.saveTapped)
    await store.receive(\.editor.dismiss) { $0.editor = nil }
    #expect(!store.isDismissed)
  }

  @Test("A test may give the feature a dismiss of its own") func ownDismiss() async {
    let calls = CallCounter()
    let store = TestStore(initialState: Editor.State(), reducer: Editor()) {
      $0.dismiss = DismissEffect { await calls.add() }
    }
    await store.send(\.saveTapped)
    #expect(await calls.count == 1)
    #expect(!store.isDismissed, "what dismisses is the test's")
    store.dependencies.dismiss = DismissEffect { await calls.add(10) }
    await store.send(\.saveTapped)
    #expect(await calls.count == 11)
  }

  @Test("A debounced or delayed dismissal works, too") func waiting() async {
    let store = TestStore(initialState: Editor.State(), reducer: Editor())
    await store.send(\.waitTapped)
    #expect(!store.isDismissed)
    await store.advance(by: .seconds(1))
    #expect(store.isDismissed)
  }
}

private actor CallCounter {
  private(set) var count = 0
  func add(_ number: Int = 1) { count += number }
}
