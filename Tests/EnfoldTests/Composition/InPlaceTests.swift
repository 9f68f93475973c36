// Children change their states where they are: nothing is copied.
import Testing

@testable import Enfold

@Suite("Changes in place") struct InPlaceTests {
  /// Writes one number of a list that would have to be copied if anybody else had it.
  struct Writer: Reducer {
    @ObservableState struct State: Equatable, Identifiable {
      let id: Int
      var rows: IdentifiedArrayOf<Cell> = [Cell(id: 0), Cell(id: 1)]
      var storage: UnsafePointer<Cell>? { rows.elements.withUnsafeBufferPointer(\.baseAddress) }
    }
    @ObservableState struct Cell: Equatable, Identifiable {
      let id: Int
      var count = 0
    }

    func reduce(into state: inout State, action: Int) -> Effect<Int> {
      state.rows[id: 0]?.count += action
      return .none
    }
  }

  @Action enum Action { case child(Int), row(id: Int, action: Int) }

  struct Plain {
    var child = Writer.State(id: 0)
    var optional: Writer.State? = Writer.State(id: 0)
    var rows: IdentifiedArrayOf<Writer.State> = [Writer.State(id: 0), Writer.State(id: 1)]
  }

  @ObservableState struct Observed {
    var child = Writer.State(id: 0)
    var optional: Writer.State? = Writer.State(id: 0)
    var rows: IdentifiedArrayOf<Writer.State> = [Writer.State(id: 0), Writer.State(id: 1)]
  }

  @Action enum Cases { case off, on(Writer.State) }

  /// Whether a child's list stays where it is when the child writes it.
  static func staysInPlace<State>(
    _ state: State, _ action: Action, _ reducer: some Reducer<State, Action>,
    _ storage: (State) -> UnsafePointer<Writer.Cell>?
  ) throws -> Bool {
    let store = Store(initialState: state, reducer: reducer.eraseToReduce())
    store.send(action)  // the first one finds the list shared with `state`
    let before = try #require(storage(store.state))
    store.send(action)
    return storage(store.state) == before
  }

  @Test("of a property") func property() throws {
    #expect(
      try Self.staysInPlace(Plain(), .child(1), Scope(state: \.child, action: \.child) { Writer() }, \.child.storage))
    #expect(
      try Self.staysInPlace(
        Observed(), .child(1), Scope(state: \.child, action: \.child) { Writer() }, \.child.storage))
  }

  @Test("of an optional") func optional() throws {
    #expect(
      try Self.staysInPlace(
        Plain(), .child(1), EmptyReducer().ifLet(\.optional, action: \.child) { Writer() }
      ) { $0.optional?.storage })
    #expect(
      try Self.staysInPlace(
        Observed(), .child(1), EmptyReducer().ifLet(\.optional, action: \.child) { Writer() }
      ) { $0.optional?.storage })
  }

  @Test("of a case") func enumCase() throws {
    let reducer = EmptyReducer<Cases, Action>().ifCaseLet(\.on, action: \.child) { Writer() }
    #expect(try Self.staysInPlace(.on(Writer.State(id: 0)), .child(1), reducer) { $0.on?.storage })
  }

  @Test("of an element") func element() throws {
    #expect(
      try Self.staysInPlace(
        Plain(), .row(id: 1, action: 1), EmptyReducer().forEach(\.rows, action: \.row) { Writer() }
      ) {
        $0.rows[id: 1]?.storage
      })
    #expect(
      try Self.staysInPlace(
        Observed(), .row(id: 1, action: 1), EmptyReducer().forEach(\.rows, action: \.row) { Writer() }
      ) {
        $0.rows[id: 1]?.storage
      })
  }

  @Test("of a reducer function's part") func function() throws {
    let reducer = pullback(Writer().reduce, value: \Observed.child, action: \Action.AllCasePaths.child)
    #expect(try Self.staysInPlace(Observed(), .child(1), Reduce(reducer), \.child.storage))
  }

  @Test("What is written in place is recorded as written") func changesAreRecorded() {
    let store = Store(
      initialState: Observed(),
      reducer: body(Observed.self, Action.self) {
        Scope(state: \.child, action: \.child) { Writer() }.forEach(\.rows, action: \.row) { Writer() }
      })
    let log = Log<Int>()
    let subscription = store.observe(\.child.rows[0].count) { log.append($0) }
    store.send(.child(2))
    store.send(.row(id: 1, action: 5))
    store.send(.child(3))
    #expect(log.all == [0, 2, 5])
    #expect(store.rows[1].rows[0].count == 5)
    subscription.cancel()
  }
}
