// What a test store says when the state is not what the test expects.
import EnfoldTesting
import Testing

@Suite("Failures of the state") struct StateFailureTests {
  @Test("A closure that makes no change, for an action that makes none, is too much")  // 159
  func noChange() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    let failures = await failures { await store.send(.nothing) { $0.count = 0 } }
    #expect(failures.map(\.text.firstLine) == ["Expected state to change, but no change occurred."])
  }

  @Test("A change that differs from the expected one is shown with what differs only")  // 159
  func mismatch() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    let failures = await failures { await store.send(.increment) { $0.count = 2 } }
    #expect(
      failures.map(\.text.plain) == [
        """
        A state change does not match expectation.

          Loader.State(
        −   count: 2,
        +   count: 1,
            isLoading: false,
            numbers: []
          )

        (Expected: −, Actual: +)
        """
      ])
  }

  @Test("A change that nobody expected is shown, when sending")  // 159
  func unexpectedOnSend() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    let failures = await failures { await store.send(.increment) }
    #expect(failures.count == 1)
    #expect(failures.first?.text.firstLine == "State was not expected to change, but a change occurred.")
    #expect(failures.first?.text.plain.contains("−   count: 0,\n+   count: 1,") == true)
    #expect(failures.first?.text.contains("(Before: −, After: +)") == true)
  }

  @Test("A change that nobody expected is shown, when receiving")  // 159
  func unexpectedOnReceive() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    await store.send(.echo([7]))
    let failures = await failures { await store.receive(.loaded(7)) }
    #expect(failures.map(\.text.firstLine) == ["State was not expected to change, but a change occurred."])
    #expect(failures.first?.text.plain.contains("+     [0]: 7") == true)
  }

  @Test("A failure stands at the line of the call") func location() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    let line = #line + 1
    let failures = await failures { await store.send(.increment) }
    #expect(failures.map(\.line) == [line])
  }

  @Test("After a failure the test goes on with the state as it is") func goesOn() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    _ = await failures { await store.send(.increment) }
    await store.send(.increment) { $0.count = 2 }
    #expect(store.state.count == 2)
  }

  @Test("A closure that throws fails with its error") func throwing() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    let failures = await failures { await store.send(.increment) { _ in throw ActionError("no fixture") } }
    #expect(failures.map(\.text) == ["The closure that describes the state threw an error: no fixture"])
  }

  @Test("assert compares values without an action") func assertion() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    await store.send(.increment) { $0.count = 1 }
    store.assert { $0.count = 1 }
    let failures = await failures { store.assert { $0.count = 3 } }
    #expect(failures.map(\.text.firstLine) == ["A state change does not match expectation."])
  }
}

@Suite("Differences of states") struct DifferenceTests {
  @ObservableState struct Item: Equatable, Identifiable {
    var id: Int
    var title = ""
    var isDone = false
  }
  @ObservableState struct List: Equatable {
    var items: IdentifiedArrayOf<Item> = []
    var note: String?
    @Pulse var alert: String?
  }
  enum Action { case rename }

  @Test("Of a list those elements are shown that differ, with their ids; the record of changes is not") func list()
    async
  {
    let items = IdentifiedArray(uniqueElements: (1...5).map { Item(id: $0, title: "item \($0)") })
    let store = TestStore<List, Action>(
      initialState: List(items: items),
      reduce: { state, _ in
        state.items[id: 3]?.title = "three"
        return .none
      })
    let failures = await failures { await store.send(.rename) }
    #expect(
      failures.first?.text.plain.contains(
        """
          DifferenceTests.List(
            items: [
              … (2 unchanged),
              [2]: DifferenceTests.Item(
                id: 3,
        −       title: "item 3",
        +       title: "three",
                isDone: false
              ),
              … (2 unchanged)
            ],
            note: nil,
            alert: nil
          )
        """) == true, "\(failures)")
  }
}
