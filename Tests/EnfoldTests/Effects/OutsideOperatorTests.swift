// Effects of operators that belong to no store, because a reducer calls another one as a function.
import Enfold
import Testing

private struct Row: Identifiable { let id: Int }
private struct Rows { var rows: IdentifiedArray<Int, Row> = [] }
private enum RowAction { case end, last, count }
private struct Action {
  var row: (id: Int, action: RowAction)?
  /// The same, but the reducer calls that of the rows as a function.
  var outside: (id: Int, action: RowAction)?
  var remove: Int?
}

/// Counts the effects that were cancelled.
private struct RowsReducer: Reducer {
  let cancelled: Box<Int>

  var body: some Reducer<Rows, Action> {
    EmptyReducer<Rows, Action>()
      .forEach(\.rows, action: \.row) {
        Reduce<Row, RowAction> { [cancelled] _, action in
          switch action {
          case .end: .run { _ in }
          case .last: .run { _ in try await Task.sleep(for: .seconds(600)) }
          case .count:
            .run { _ in
              try await withTaskCancellationHandler {
                try await Task.sleep(for: .seconds(600))
              } onCancel: {
                cancelled.update { $0 += 1 }
              }
            }
          }
        }
      }
  }
}

private struct Around: Reducer {
  let cancelled: Box<Int>

  var body: some Reducer<Rows, Action> {
    Reduce<Rows, Action> { [cancelled] state, action in
      if let id = action.remove { state.rows.remove(id: id) }
      guard let row = action.outside else { return .none }
      return RowsReducer(cancelled: cancelled).reduce(into: &state, action: Action(row: row))
    }
    RowsReducer(cancelled: cancelled)
  }
}

@Suite("Operators outside of a store") struct OutsideOperatorTests {
  @Test(
    "The effects of a removed row end, whatever an operator outside of the store has begun for it before",
    arguments: [nil, RowAction.end, .last])
  fileprivate func rowsEnd(before: RowAction?) {
    let cancelled = Box(0)
    let store = Store(initialState: Rows(rows: [Row(id: 1)]), reducer: Around(cancelled: cancelled))
    if let before { store.send(Action(outside: (1, before))) }
    store.send(Action())
    store.send(Action(row: (1, .count)))
    store.send(Action(remove: 1))
    #expect(cancelled.value == 1)
  }

  private final class Token: Sendable, Hashable {
    let live: Box<Int>
    init(_ live: Box<Int>) {
      self.live = live
      live.update { $0 += 1 }
    }
    deinit { live.update { $0 -= 1 } }
    static func == (lhs: Token, rhs: Token) -> Bool { lhs === rhs }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private struct Leaf {}
  private struct Branch: Identifiable {
    let id: Token
    var leaf: Leaf? = Leaf()
  }
  private struct Tree { var branches: IdentifiedArray<Token, Branch> = [] }
  private struct BranchAction { var leaf: Int? }
  private struct TreeAction {
    var branch: (id: Token, action: BranchAction)?
    var add: Token?
    var remove: Token?
  }

  /// Its operator belongs to no store, since a closure makes it for each action.
  private struct BranchReducer: Reducer {
    var body: some Reducer<Branch, BranchAction> {
      EmptyReducer<Branch, BranchAction>().ifLet(\.leaf, action: \.leaf) { Reduce<Leaf, Int> { _, _ in .run { _ in } } }
    }
  }

  @Test("A store forgets the rows in which an operator outside of it has begun effects") func rowsAreForgotten() async {
    let live = Box(0)
    let store = Store<Tree, TreeAction>(
      initialState: Tree(),
      reducer: Reduce<Tree, TreeAction> { state, action in
        if let id = action.add { state.branches.append(Branch(id: id)) }
        if let id = action.remove { state.branches.remove(id: id) }
        return .none
      }
      .forEach(\.branches, action: \.branch) {
        Reduce<Branch, BranchAction> { state, action in BranchReducer().reduce(into: &state, action: action) }
      })
    for _ in 0..<500 {
      let id = Token(live)
      store.send(TreeAction(add: id))
      store.send(TreeAction(branch: (id, BranchAction(leaf: 1))))
      store.send(TreeAction(remove: id))
    }
    await store.waitUntilIdle()
    store.send(TreeAction())
    #expect(live.value < 100)
    withExtendedLifetime(store) {}
  }
}
