// Child stores of optionals and of the elements of lists.
import EnfoldTesting
import Testing

@Suite("Child stores that may be absent") struct ChildStoreTests {
  typealias Row = Inbox.Row

  @Test("There is a store for an optional child while the child is there")
  func optional() {
    let store = Store(initialState: Inbox.State()) { Inbox() }
    #expect(store.scope(state: \.editor, action: \.editor) == nil)
    store.send(.tap)
    let editor: StoreOf<Inbox.Editor>? = store.scope(state: \.editor, action: \.editor)
    editor?.send(.type("a"))
    #expect(editor?.text == "a")
    #expect(store.editor?.text == "a")
    #expect(editor === store.scope(state: \.editor, action: \.editor))
    editor?.set(\.text, to: "b")
    #expect(store.editor?.text == "b")
  }

  @Test("When the child has gone, its store says what it was, its observers hear nothing, and actions find no child")
  func gone() async throws {
    let store = Store(initialState: Inbox.State()) { Inbox() }
    store.send(.tap)
    let editor = try #require(store.scope(state: \.editor, action: \.editor))
    let seen = Log<String>()
    let subscription = editor.observe(\.text) { seen.append($0) }
    editor.send(.type("a"))
    store.send(.view(.close))
    #expect(editor.state == Inbox.Editor.State())
    editor.set(\.text, to: "c")
    #expect(store.editor == nil)
    #expect(seen.all == ["", "a"])
    store.send(.tap)
    #expect(seen.all == ["", "a", ""])
    editor.send(.type("d"))
    #expect(seen.all == ["", "a", "", "d"])
    store.send(.view(.close))
    let messages = await messages(of: store) { #expect(editor.send(.type("b")).missingChild != nil) }
    #expect(messages.count == 1)
    #expect(seen.all == ["", "a", "", "d"])
    subscription.cancel()
  }

  @Test("The states of an optional child are those while it was there")
  func states() async throws {
    let store = Store(initialState: Inbox.State()) { Inbox() }
    store.send(.tap)
    let states = try #require(store.scope(state: \.editor, action: \.editor)).states
    store.send(.editor(.type("a")))
    store.send(.view(.close))
    store.send(.tap)
    store.send(.editor(.type("b")))
    store.close()
    var seen: [String] = []
    for await state in states { seen.append(state.text) }
    #expect(seen == ["", "a", "", "b"])
  }

  @Test("Each element of a list has a store, which follows it by its id")
  func list() {
    let store = Store(initialState: Inbox.State(rows: [Row.State(id: 1), Row.State(id: 2)])) { Inbox() }
    let rows = store.scope(state: \.rows, action: \.rows)
    #expect(rows.map(\.id) == [1, 2])
    let seen = Log<Int>()
    let subscription = rows[1].observe(\.flashes) { seen.append($0) }
    for row in rows { row.send(.flash) }
    #expect(store.rows.map(\.flashes) == [1, 1])
    #expect(rows[id: 2]?.flashes == 1)
    #expect(rows[id: 3] == nil)
    store.send(.view(.delete([1])))
    rows[1].send(.rename("two"))
    #expect(store.rows[id: 2]?.title == "two")
    #expect(rows[1] === store.scope(state: \.rows, action: \.rows)[0])
    #expect(seen.all == [0, 1])
    subscription.cancel()
  }

  @Test("One element has a store by its id")
  func element() {
    let store = Store(initialState: Inbox.State(rows: [Row.State(id: 1)])) { Inbox() }
    let row: StoreOf<Row>? = store.scope(state: \.rows[id: 1], action: \.rows[id: 1])
    row?.send(.flash)
    #expect(row?.flashes == 1)
    #expect(store.scope(state: \.rows[id: 2], action: \.rows[id: 2]) == nil)
  }

  @Test("An action of an element is observed by the element's store alone")
  func actions() {
    let store = Store(initialState: Inbox.State(rows: [Row.State(id: 1), Row.State(id: 2)])) { Inbox() }
    let rows = store.scope(state: \.rows, action: \.rows)
    let seen = Log<Row.Action>()
    let subscription = rows[0].observeActions { action, _, _ in seen.append(action) }
    rows[1].send(.flash)
    rows[0].send(.rename("one"))
    #expect(seen.all == [.rename("one")])
    subscription.cancel()
  }
}
