// Composition: what operators cost, for actions without effects, in stores without observers.
import Enfold
import WorkloadsFeature

/// The counter of W6 as a body.
struct Wrapped: Reducer {
  typealias State = Level0.State
  typealias Action = Level0.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      }
    }
  }
}

/// A parent with a child of its own kind of state: `Scope` in `Scope`.
struct Parent1: Reducer {
  typealias State = Level1.State
  typealias Action = Level1.Action
  var body: some ReducerOf<Self> { Scope(state: \.child, action: \.child) { Level0() } }
}

struct Parent2: Reducer {
  typealias State = Level2.State
  typealias Action = Level2.Action
  var body: some ReducerOf<Self> { Scope(state: \.child, action: \.child) { Parent1() } }
}

struct Parent3: Reducer {
  typealias State = Level3.State
  typealias Action = Level3.Action
  var body: some ReducerOf<Self> { Scope(state: \.child, action: \.child) { Parent2() } }
}

struct Parent4: Reducer {
  typealias State = Level4.State
  typealias Action = Level4.Action
  var body: some ReducerOf<Self> { Scope(state: \.child, action: \.child) { Parent3() } }
}

struct Parent5: Reducer {
  typealias State = Level5.State
  typealias Action = Level5.Action
  var body: some ReducerOf<Self> { Scope(state: \.child, action: \.child) { Parent4() } }
}

struct Optional1: Reducer {
  @ObservableState struct State: Equatable { var child: Level0.State? }

  typealias Action = Level1.Action

  var body: some ReducerOf<Self> { EmptyReducer().ifLet(\.child, action: \.child) { Level0() } }
}

struct Cases: Reducer {
  @Action enum State: Equatable { case idle, counting(Level0.State) }

  typealias Action = Level1.Action

  var body: some ReducerOf<Self> { EmptyReducer().ifCaseLet(\.counting, action: \.child) { Level0() } }
}

struct Rows: Reducer {
  @ObservableState struct Row: Equatable, Identifiable {
    let id: Int
    var count = 0
  }

  @ObservableState struct State: Equatable { var rows: IdentifiedArrayOf<Row> = [] }

  @Action enum RowAction { case increment, wait }
  @Action enum Action { case row(id: Int, action: RowAction) }

  var body: some ReducerOf<Self> {
    EmptyReducer().forEach(\.rows, action: \.row) {
      Reduce { row, action in
        switch action {
        case .increment:
          row.count += 1
          return .none
        case .wait: return .run { _ in try await Task.sleep(for: .seconds(86_400)) }
        }
      }
    }
  }
}

/// Rows that have a child each.
struct Parents: Reducer {
  typealias Child = Rows.Row

  @ObservableState struct Row: Equatable, Identifiable {
    let id: Int
    var child: Child?
  }

  @ObservableState struct State: Equatable { var rows: IdentifiedArrayOf<Row> = [] }

  @Action enum RowAction { case child(Rows.RowAction) }
  @Action enum Action { case row(id: Int, action: RowAction) }

  var body: some ReducerOf<Self> {
    EmptyReducer().forEach(\.rows, action: \.row) {
      EmptyReducer<Row, RowAction>().ifLet(\.child, action: \.child) {
        Reduce<Child, Rows.RowAction> { child, action in
          switch action {
          case .increment:
            child.count += 1
            return .none
          case .wait: return .run { _ in try await Task.sleep(for: .seconds(86_400)) }
          }
        }
      }
    }
  }
}

struct Siblings10: Reducer {
  @ObservableState struct State: Equatable {
    var a = Level0.State()
    var b = Level0.State()
    var c = Level0.State()
    var d = Level0.State()
    var e = Level0.State()
    var f = Level0.State()
    var g = Level0.State()
    var h = Level0.State()
    var i = Level0.State()
    var j = Level0.State()
  }

  @Action enum Action {
    case a(Level0.Action), b(Level0.Action), c(Level0.Action), d(Level0.Action), e(Level0.Action)
    case f(Level0.Action), g(Level0.Action), h(Level0.Action), i(Level0.Action), j(Level0.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.a, action: \.a) { Level0() }
    Scope(state: \.b, action: \.b) { Level0() }
    Scope(state: \.c, action: \.c) { Level0() }
    Scope(state: \.d, action: \.d) { Level0() }
    Scope(state: \.e, action: \.e) { Level0() }
    Scope(state: \.f, action: \.f) { Level0() }
    Scope(state: \.g, action: \.g) { Level0() }
    Scope(state: \.h, action: \.h) { Level0() }
    Scope(state: \.i, action: \.i) { Level0() }
    Scope(state: \.j, action: \.j) { Level0() }
  }
}

func composition() {
  let leaf = Store(initialState: Level0.State(), reducer: Level0())
  let body = Store(initialState: Level0.State(), reducer: Wrapped())
  let scope1 = Store(initialState: Level1.State(), reducer: Parent1())
  let scope2 = Store(initialState: Level2.State(), reducer: Parent2())
  let scope5 = Store(initialState: Level5.State(), reducer: Parent5())
  compare(
    "W6 composed: Scope",
    [
      Side("no body") { for _ in 0..<$0 { leaf.send(.increment) } },
      Side("body with Reduce") { for _ in 0..<$0 { body.send(.increment) } },
      Side("1 level") { for _ in 0..<$0 { scope1.send(.child(.increment)) } },
      Side("2 levels") { for _ in 0..<$0 { scope2.send(.child(.child(.increment))) } },
      Side("5 levels") { for _ in 0..<$0 { scope5.send(.child(.child(.child(.child(.child(.increment)))))) } },
    ])

  let optional = Store(initialState: Optional1.State(child: Level0.State()), reducer: Optional1())
  let cases = Store(initialState: Cases.State.counting(Level0.State()), reducer: Cases())
  let siblings = Store(initialState: Siblings10.State(), reducer: Siblings10())
  compare(
    "W6 composed: one child",
    [
      Side("ifLet") { for _ in 0..<$0 { optional.send(.child(.increment)) } },
      Side("ifCaseLet") { for _ in 0..<$0 { cases.send(.child(.increment)) } },
      Side("the last of 10 Scopes") { for _ in 0..<$0 { siblings.send(.j(.increment)) } },
    ])

  let rows = [1, 10_000, 10_000, 10_000, 16].map { count in
    let rows = (0..<count).map { Rows.Row(id: $0) }
    return Store(initialState: Rows.State(rows: IdentifiedArray(uniqueElements: rows)), reducer: Rows())
  }
  rows[2].send(.row(id: 0, action: .wait))
  for id in 0..<10_000 { rows[3].send(.row(id: id, action: .wait)) }
  compare(
    "W6 composed: forEach",
    [
      Side("1 row") { for _ in 0..<$0 { rows[0].send(.row(id: 0, action: .increment)) } },
      Side("16 rows") { for _ in 0..<$0 { rows[4].send(.row(id: 8, action: .increment)) } },
      Side("10,000 rows") { for _ in 0..<$0 { rows[1].send(.row(id: 5_000, action: .increment)) } },
      Side("10,000 rows in turn") {
        for index in 0..<$0 { rows[1].send(.row(id: index % 10_000, action: .increment)) }
      },
      Side("10,000 rows, an effect runs") {
        for _ in 0..<$0 { rows[2].send(.row(id: 5_000, action: .increment)) }
      },
      Side("10,000 rows, each has an effect") {
        for _ in 0..<$0 { rows[3].send(.row(id: 5_000, action: .increment)) }
      },
    ])

  let parents = [0, 1, 100, 10_000].map { waiting in
    let rows = (0..<10_000).map { Parents.Row(id: $0, child: Rows.Row(id: $0)) }
    let store = Store(initialState: Parents.State(rows: IdentifiedArray(uniqueElements: rows)), reducer: Parents())
    for id in 0..<waiting { store.send(.row(id: id, action: .child(.wait))) }
    return store
  }
  compare(
    "W6 composed: 10,000 rows with a child each",
    [
      Side("no effect runs") { for _ in 0..<$0 { parents[0].send(.row(id: 5_000, action: .child(.increment))) } },
      Side("an effect of one child runs") {
        for _ in 0..<$0 { parents[1].send(.row(id: 5_000, action: .child(.increment))) }
      },
      Side("effects of 100 children run") {
        for _ in 0..<$0 { parents[2].send(.row(id: 5_000, action: .child(.increment))) }
      },
      Side("each child has an effect") {
        for _ in 0..<$0 { parents[3].send(.row(id: 5_000, action: .child(.increment))) }
      },
    ])
}
