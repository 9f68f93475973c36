// Writes that are actions, because the feature takes bindings.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Bindings") struct BindingTests {
  let store = Store(initialState: Form.State(), reducer: Form())

  /// The actions that the store has reduced since, by their JSON.
  func record() -> (texts: @Sendable () -> [String], subscription: Subscription) {
    let log = Log<String>()
    return ({ log.all }, store.observeActions { action, _, _ in log.append(JSON.string(action)) })
  }

  @Test func `A binding writes its property and is matched by its key path`() {
    store.send(.binding(.set(\.text, "x")))
    #expect(store.text == "x")
    let binding = BindingAction<Form.State>.set(\.text, "x")
    #expect(\.text ~= binding)
    #expect(!(\.isOn ~= binding))
    #expect(binding.keyPath == \.text)
    #expect(binding.pointer == "/text")
    #expect(binding.value as? String == "x")
    #expect(binding == .set(\.text, "x"))
    #expect(binding != .set(\.text, "y"))
    #expect(Form.Action.binding(binding).is(\.binding.text))
    #expect(Form.Action.binding(binding)[case: \.binding.text] == "x")
    #expect(Form.Action.binding(binding)[case: \.binding.isOn] == nil)
  }

  @Test func `A reducer below sees the new value, and onChange sees both`() {
    store.send(.binding(.set(\.text, "a")))
    store.send(.binding(.set(\.text, "b")))
    store.send(.binding(.set(\.isOn, true)))
    #expect(store.changes == [">a", "a>b", "on"])
    #expect(store.count == 1)
  }

  @Test func `set is an action, and an equal value sends nothing`() {
    let (texts, subscription) = record()
    let revision = store.revision
    store.set(\.text, to: "x")
    store.set(\.text, to: "x")
    #expect(store.text == "x")
    #expect(texts() == [#"{"binding":{"/text":"x"}}"#])
    #expect(store.revision == revision + 1)
    // A binding that is sent is always reduced.
    store.send(.binding(.set(\.text, "x")))
    #expect(texts().count == 2)
    // Every assignment to this property counts.
    store.set(\.clicks, to: 0)
    #expect(texts().last == #"{"binding":{"/clicks":0}}"#)
    subscription.cancel()
  }

  @Test func `The task of a set stands for the effects of its action`() async {
    let task = store.set(\.isOn, to: true)
    await task.finish()
    #expect(store.changes == ["on"])
    guard case .finished? = task.result else {
      Issue.record("\(String(describing: task.result))")
      return
    }
  }

  @Test func `An action follows a set that wrote something`() {
    store.set(\.text, to: "x") { old, new in .note("\(old)→\(new)") }
    store.set(\.text, to: "x") { _, _ in .note("never") }
    #expect(store.changes == [">x", "→x"])
  }

  @Test func `A set inside an observer waits for its turn`() {
    let subscription = store.observe(\.isOn) { [store] isOn in if isOn { store.set(\.text, to: "from inside") } }
    store.set(\.isOn, to: true)
    #expect(store.text == "from inside")
    subscription.cancel()
  }

  @Test func `Swift may write a property that JSON may not, and hosts are told`() {
    let (texts, subscription) = record()
    store.set(\.count, to: 7)
    #expect(store.count == 7)
    #expect(texts() == [#"{"binding":{"/count":7}}"#])
    subscription.cancel()
  }

  // MARK: Children

  @Test func `A scope sends the binding of its child`() throws {
    store.restore(Form.State(editor: FormEditor.State()))
    let (texts, subscription) = record()
    let editor = try #require(store.scope(state: \.editor, action: \.editor))
    editor.set(\.name, to: "Ada")
    #expect(store.editor?.name == "Ada")
    #expect(texts() == [#"{"editor":{"binding":{"/name":"Ada"}}}"#])
    subscription.cancel()
  }

  @Test func `A scope of a child without bindings writes without an action`() throws {
    store.restore(Form.State(rows: [FormRow.State(id: 9)]))
    let (texts, subscription) = record()
    let row = try #require(store.scope(state: \.rows, action: \.row)[id: 9])
    row.set(\.isDone, to: true)
    #expect(store.rows[id: 9]?.isDone == true)
    #expect(texts().isEmpty)
    subscription.cancel()
  }

  @Test func `A path into a child without a scope is the binding of the root`() {
    store.restore(Form.State(editor: FormEditor.State(), rows: [FormRow.State(id: 9)]))
    let (texts, subscription) = record()
    store.set(\.editor, \.name, to: "Ada")
    store.set(\.rows[id: 9], \.isDone, to: true)
    #expect(store.editor?.name == "Ada")
    #expect(store.rows[id: 9]?.isDone == true)
    #expect(texts() == [#"{"binding":{"/editor/name":"Ada"}}"#, #"{"binding":{"/rows/id=9/isDone":true}}"#])
    subscription.cancel()
  }

  @Test func `A scope with the actions of its parent sends the binding of the parent`() {
    store.restore(Form.State(editor: FormEditor.State()))
    let (texts, subscription) = record()
    let rows = store.scope(state: \.rows, action: \.self)
    rows.set(\.self, to: [FormRow.State(id: 1)])
    #expect(store.rows.ids == [1])
    #expect(texts() == [#"{"binding":{"/rows":[{"id":1,"isDone":false}]}}"#])
    subscription.cancel()
  }

  // MARK: Mistakes

  @Test func `The first binding that nobody writes is a diagnostic`() {
    let log = Log<String>()
    let engine = StoreEngine(
      initialState: ForgetfulForm.State(), owner: Listener(log), reduce: ForgetfulForm()._$function(in: .store()))
    engine.send(.binding(.set(\.text, "x")))
    engine.send(.binding(.set(\.text, "y")))
    #expect(engine.withState { state, _ in state.text } == "")
    #expect(
      log.all == [
        """
        action binding(.text): a binding of "/text" was sent, but nothing writes it: ForgetfulForm takes bindings and has no \
        BindingReducer. Put `BindingReducer()` into its body
        """
      ])
  }

  @Test func `A closure in the place of a feature is told, too: in a store`() async {
    let store = Store<ForgetfulForm.State, ForgetfulForm.Action>(initialState: ForgetfulForm.State()) {
      Reduce { _, _ in .none }
    }
    let texts = await messages(of: store) {
      store.set(\.text, to: "x")
      store.set(\.text, to: "y")
      #expect(store.text == "")
    }
    #expect(
      texts == [
        """
        a binding of "/text" was sent, but nothing writes it: the reducer of ForgetfulForm.State takes bindings and has no \
        BindingReducer. Put `BindingReducer()` into its body
        """
      ])
  }

  @Test func `A closure in the place of a feature is told, too: in a child, and beside a feature that says it itself`()
    async
  {
    let child = Store<ForgetfulParent.State, ForgetfulParent.Action>(initialState: ForgetfulParent.State()) {
      Reduce { _, _ in .none }.ifLet(\.form, action: \.form) {
        EmptyReducer()
      }
    }
    let texts = await messages(of: child) { child.send(.form(.set(\.text, "x"))) }
    #expect(texts.count == 1 && texts[0].contains("the reducer of ForgetfulForm.State takes bindings"), "\(texts)")

    let pair = Store<ForgetfulForm.State, ForgetfulForm.Action>(initialState: ForgetfulForm.State()) {
      ForgetfulForm()
      EmptyReducer()
    }
    let others = await messages(of: pair) { pair.send(.set(\.text, "x")) }
    #expect(others.count == 1 && others[0].contains(": ForgetfulForm takes bindings"), "\(others)")
  }

  @Test func `A closure beside a BindingReducer has nothing to be told`() async {
    let store = Store<ForgetfulForm.State, ForgetfulForm.Action>(initialState: ForgetfulForm.State()) {
      BindingReducer()
      Reduce { _, _ in .none }
    }
    let texts = await messages(of: store) {
      store.set(\.text, to: "x")
      #expect(store.text == "x")
    }
    #expect(texts == [])
  }

  @Test func `A case of that name alone means nothing`() {
    let store = Store(initialState: PlainForm.State(), reducer: PlainForm())
    let log = Log<String>()
    let subscription = store.observeActions { action, _, _ in log.append(JSON.string(action)) }
    store.set(\.text, to: "x")
    #expect(store.text == "x")
    #expect(log.all.isEmpty)
    subscription.cancel()
  }

  @Test func `An absent place fails the task and makes one diagnostic`() async throws {
    let log = Log<String>()
    let engine = StoreEngine(initialState: Form.State(), owner: Listener(log), reduce: Form()._$function(in: .store()))
    let write = PropertyWrite(\Form.State.rows[id: 9], \FormRow.State.isDone, true)
    let task = engine.set(write)
    #expect(engine.revision == 0)
    guard case .failed(let error)? = task.result, error as? StoreError == .absent else {
      Issue.record("\(String(describing: task.result))")
      return
    }
    #expect(
      log.all == [#"nothing is at "/rows/id=9" to be set"#])
  }

  @Test(arguments: [true, false]) func `A scope whose child has gone writes nothing and says so`(takesBindings: Bool)
    throws
  {
    store.restore(Form.State(editor: FormEditor.State(), rows: [FormRow.State(id: 9)]))
    let editor = try #require(store.scope(state: \.editor, action: \.editor))
    let row = try #require(store.scope(state: \.rows, action: \.row)[id: 9])
    store.send(.close)
    store.send(.removeRow(9))
    let task = takesBindings ? editor.set(\.name, to: "x") : row.set(\.isDone, to: true)
    guard case .failed(let error)? = task.result, error as? StoreError == .absent else {
      Issue.record("\(String(describing: task.result))")
      return
    }
    #expect(store.editor == nil && store.rows.isEmpty)
  }

  @Test func `A view cannot be written`() {
    let view = store.view(value: { $0 }, action: { (action: Form.Action) in action })
    guard case .failed(let error)? = view.set(\.text, to: "x").result, error as? StoreError == .readOnly else {
      Issue.record("it was written")
      return
    }
  }

  @Test func `A closed store refuses bindings as it refuses actions`() {
    store.close()
    guard case .cancelled? = store.set(\.text, to: "x").result else {
      Issue.record("not cancelled")
      return
    }
  }

  @Test func `Bindings of many threads are reduced one by one`() async {
    let (texts, subscription) = record()
    await withTaskGroup { group in
      for thread in 0..<8 {
        group.addTask { [store] in for number in 0..<100 { store.set(\.text, to: "\(thread).\(number)") } }
      }
    }
    await store.waitUntilIdle()
    #expect(texts().count == 800)
    #expect(store.changes.count == 800)
    subscription.cancel()
  }
}

/// Keeps the diagnostics of a store.
final class Listener: StoreOwner, @unchecked Sendable {
  // Unchecked: nothing changes after init.
  private let log: Log<String>

  init(_ log: Log<String>) { self.log = log }

  override func diagnose(_ diagnostic: Diagnostic) { log.append("\(diagnostic)") }
}
