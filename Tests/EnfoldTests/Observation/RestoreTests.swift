// Replacing the whole state from outside.
import Enfold
import Testing

@Suite("Restoring a state") struct RestoreTests {
  @Test("It is one commit without an action, and observers are told what differs")
  func commit() {
    let store = PanelStore.panel()
    store.set(\.count, to: 3)
    let kept = store.state
    store.set(\.count, to: 5)
    let counts = Log<Int>()
    let texts = Log<String>()
    let actions = Log<Panel.Action>()
    let subscriptions = [
      store.observe(\.count) { counts.append($0) }, store.observe(\.text) { texts.append($0) },
      store.observeActions { action, _, _ in actions.append(action) },
    ]
    store.restore(kept)
    #expect(store.revision == 3)
    #expect(counts.all == [5, 3])
    #expect(texts.all == [""])
    #expect(actions.all.isEmpty)
    store.restore(kept)
    #expect(store.revision == 4)
    #expect(counts.all == [5, 3])
    store.send(.increment)
    #expect(counts.all == [5, 3, 4])
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("From inside an observer it waits its turn")
  func fromInside() {
    let store = PanelStore.panel()
    var other = store.state
    other.count = 10
    let seen = Log<Int>()
    let subscription = store.observe(\.count) { [unowned store, other] count in
      seen.append(count)
      guard count == 1 else { return }
      store.send(.increment)
      store.restore(other)
      store.send(.increment)
    }
    store.send(.increment)
    #expect(seen.all == [0, 1, 2, 10, 11])
    subscription.cancel()
  }

  @Test("A scope restores its part; a computed view cannot be restored; a closed store refuses")
  func derived() async {
    let store = PanelStore.panel()
    let child = store.scope(state: \.child, action: \.child)
    var other = child.state
    other.value = 3
    child.restore(other)
    #expect(store.child.value == 3)
    let view = store.view(value: { $0.count }, action: { (_: Int) in .increment })
    if case .failed(let error) = await view.restore(3).finish() {
      #expect(error as? StoreError == .readOnly)
    } else {
      Issue.record("not failed")
    }
    #expect(store.count == 0)
    let kept = store.state
    store.close()
    if case .cancelled = await store.restore(kept).finish() {} else { Issue.record("not cancelled") }
  }

  struct Rows: Reducer {
    struct State: Equatable, Sendable { var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)] }
    struct Row: Equatable, Identifiable, Sendable { let id: Int }
    struct Failure: Error {}
    enum Action: Sendable {
      case row(id: Int, action: String)
      var row: (id: Int, action: String)? {
        get { if case .row(let id, let action) = self { (id, action) } else { nil } }
        set { if let newValue { self = .row(id: newValue.id, action: newValue.action) } }
      }
    }

    var body: some Reducer<State, Action> {
      Reduce { (_: inout State, _: Action) in .none }
        .forEach(\State.rows, action: \Action.row) {
          Reduce { (_: inout Row, action: String) in
            action == "fail"
              ? .run { _ in throw Failure() }
              : .run { _ in
                for await _ in AsyncStream<Never>.makeStream().stream {}
                throw CancellationError()
              }
          }
        }
    }
  }

  @Test("Effects go on, but those of children that are not there any more are cancelled")
  func effects() async {
    let store = Store(initialState: Rows.State(), reducer: Rows())
    let gone = store.send(.row(id: 1, action: "run"))
    let left = store.send(.row(id: 2, action: "run"))
    store.restore(Rows.State(rows: [Rows.Row(id: 2)]))
    await gone.finish()
    #expect(left.result == nil)
    left.cancel()
  }

  @Test("A diagnostic tells the id of the row whose effect failed, or that is missing")
  func row() async throws {
    let store = Store(initialState: Rows.State(), reducer: Rows())
    var diagnostics = store.diagnostics.makeAsyncIterator()
    store.send(.row(id: 2, action: "fail"))
    #expect(try #require(await diagnostics.next()).row == "2")
    store.send(.row(id: 7, action: "fail"))
    #expect(try #require(await diagnostics.next()).row == "7")
  }
}
