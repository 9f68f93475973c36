// Children inside the elements of lists: they are looked for when their place was written, and only then.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Children of rows that have gone") struct WatchedChildTests {
  struct Leaf: Reducer {
    @ObservableState struct State: Equatable, Identifiable {
      let id: Int
      var count = 0
    }
    @Action enum Action: Equatable { case run, count }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if action == .run { return .run { _ in try await forever() } }
      state.count += 1
      return .none
    }
  }

  /// A destination of two.
  struct Screen: Reducer {
    @Action enum State: Equatable { case edit(Leaf.State), about }
    @Action enum Action: Equatable { case edit(Leaf.Action) }
    var body: some Reducer<State, Action> { Scope(case: \.edit, action: \.edit) { Leaf() } }
  }

  struct Inner: Reducer {
    @ObservableState struct State: Equatable, Identifiable {
      let id: Int
      var child: Leaf.State?
    }
    @Action enum Action: Equatable { case child(Leaf.Action) }
    var body: some Reducer<State, Action> { EmptyReducer().ifLet(\.child, action: \.child) { Leaf() } }
  }

  struct Row: Reducer {
    @ObservableState struct State: Equatable, Identifiable {
      let id: Int
      var child: Leaf.State?
      var screen: Screen.State?
      var rows: IdentifiedArrayOf<Inner.State> = []
      @Ignored var hidden: Leaf.State?
      /// Computed: no record says when it changes.
      var computed: Leaf.State? {
        get { hidden }
        set { hidden = newValue }
      }
    }
    @Action enum Action: Equatable {
      case child(Leaf.Action), screen(Screen.Action), rows(IdentifiedActionOf<Inner>), computed(Leaf.Action)
    }
    var body: some Reducer<State, Action> {
      EmptyReducer()
        .ifLet(\.child, action: \.child) { Leaf() }
        .ifLet(\.screen, action: \.screen) { Screen() }
        .ifLet(\.computed, action: \.computed) { Leaf() }
        .forEach(\.rows, action: \.rows) { Inner() }
    }
  }

  struct Root: Reducer {
    @ObservableState struct State: Equatable {
      var rows: IdentifiedArrayOf<Row.State> = []
      var unrelated = 0
    }
    @Action enum Action: Equatable { case change, rows(IdentifiedActionOf<Row>) }

    /// What the action `change` does.
    let change: Box<(inout State) -> Void>

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if action == .change { change.value(&state) }
        return .none
      }
      .forEach(\.rows, action: \.rows) { Row() }
    }
  }

  static func makeStore(_ count: Int) -> (Store<Root.State, Root.Action>, Box<(inout Root.State) -> Void>) {
    let change = Box<(inout Root.State) -> Void> { _ in }
    var state = Root.State()
    for id in 0..<count {
      state.rows.append(
        Row.State(
          id: id, child: Leaf.State(id: 1), screen: .edit(Leaf.State(id: 1)),
          rows: [Inner.State(id: 1, child: Leaf.State(id: 1))]))
      state.rows[id: id]?.hidden = Leaf.State(id: 1)
    }
    return (Store(initialState: state) { Root(change: change) }, change)
  }

  @Test("Only what is outside of all rows is looked for after every commit, and what no record tells of")
  func watched() {
    let (store, _) = Self.makeStore(100)
    let registry = store.engine?.registry
    for id in 0..<100 {
      store.send(.rows(.element(id: id, action: .child(.run))))
      store.send(.rows(.element(id: id, action: .screen(.edit(.run)))))
      store.send(.rows(.element(id: id, action: .rows(.element(id: 1, action: .child(.run))))))
    }
    #expect(store.runningEffects == 300)
    #expect(registry?.unwatched.count == 1)
    store.send(.rows(.element(id: 5, action: .computed(.run))))
    #expect(registry?.unwatched.count == 2)
    store.set(\.rows, to: [])
    #expect(store.hasEmptyRegistry)
    #expect(registry?.siblingEffects.isEmpty == true)
    #expect(store.engine?.stream?.tree.isEmpty == true)
  }

  @Test("What runs no more is forgotten, whatever is written later")
  func forgotten() async {
    let (store, _) = Self.makeStore(1_000)
    for id in 0..<1_000 {
      await store.send(.rows(.element(id: id, action: .child(.run)))).cancel()
    }
    let left = store.engine?.registry.siblingEffects.count ?? 0
    #expect(left <= 2 * Sizes.of(64, tiny: 2) + 1)
    #expect(store.engine?.stream?.tree.count == left - 1)
  }

  @Test("Observers, and those who observe together with them, hear what they would hear without watches")
  func observers() {
    let (store, change) = Self.makeStore(3)
    let seen = Log<String>()
    let first = store.observe(\.rows[id: 1]?.child?.count) { seen.append("count \($0 ?? -1)") }
    store.send(.rows(.element(id: 1, action: .child(.run))))
    let second = store.observe(\.unrelated) { seen.append("unrelated \($0)") }
    store.send(.rows(.element(id: 1, action: .child(.count))))
    change.value = {
      $0.unrelated = 7
      $0.rows[id: 1]?.child = nil
    }
    store.send(.change)
    #expect(seen.all == ["count 0", "unrelated 0", "count 1", "count -1", "unrelated 7"])
    #expect(store.hasEmptyRegistry)
    first.cancel()
    second.cancel()
  }

  @Test("An observer that coalesces is told once")
  func coalescing() {
    let (store, change) = Self.makeStore(3)
    let seen = Log<Int>()
    let subscription = store.observe(\.rows[id: 1]?.child?.count, coalesce: .drain) { seen.append($0 ?? -1) }
    store.send(.rows(.element(id: 1, action: .child(.count))))
    store.send(.rows(.element(id: 1, action: .child(.run))))
    store.send(.rows(.element(id: 1, action: .child(.count))))
    change.value = { $0.rows.remove(id: 1) }
    store.send(.change)
    #expect(seen.all == [0, 1, 2, -1])
    #expect(store.hasEmptyRegistry)
    subscription.cancel()
  }

  // MARK: Beside a naive model

  enum Place: CaseIterable { case child, screen, inner, computed }

  struct Running: Hashable {
    let row: Int
    let place: Place
    let leaf: Int
  }

  static func leaf(_ running: Running, in state: Root.State) -> Leaf.State? {
    guard let row = state.rows[id: running.row] else { return nil }
    let leaf: Leaf.State? =
      switch running.place {
      case .child: row.child
      case .screen: if case .edit(let leaf) = row.screen { leaf } else { nil }
      case .inner: row.rows[id: 1]?.child
      case .computed: row.computed
      }
    return leaf?.id == running.leaf ? leaf : nil
  }

  static func action(_ running: Running) -> Root.Action {
    let action: Row.Action =
      switch running.place {
      case .child: .child(.run)
      case .screen: .screen(.edit(.run))
      case .inner: .rows(.element(id: 1, action: .child(.run)))
      case .computed: .computed(.run)
      }
    return .rows(.element(id: running.row, action: action))
  }

  /// Changes one thing, in one of many ways.
  static func edit(_ state: inout Root.State, _ saved: inout Root.State, _ random: inout RandomSource) {
    let id = Int.random(in: 0..<12, using: &random)
    let leaf = Leaf.State(id: Int.random(in: 1...2, using: &random), count: Int.random(in: 0...1, using: &random))
    switch Int.random(in: 0..<20, using: &random) {
    case 0: state.rows.remove(id: id)
    case 1: if state.rows[id: id] == nil { state.rows.append(Row.State(id: id, child: leaf)) }
    case 2: state.rows.shuffle(using: &random)
    case 3: state.rows[id: id]?.child = nil
    case 4: state.rows[id: id]?.child = leaf
    case 5: state.rows[id: id]?.child?.count += 1
    case 6: state.rows[id: id]?.screen = .about
    case 7: state.rows[id: id]?.screen = .edit(leaf)
    case 8: state.rows[id: id]?.screen = nil
    case 9: state.rows[id: id]?.rows = [Inner.State(id: 1, child: leaf)]
    case 10: state.rows[id: id]?.rows[id: 1]?.child = nil
    case 11: state.rows[id: id]?.rows[id: 1]?.child = leaf
    case 12: state.rows[id: id]?.rows.removeAll()
    case 13: state.rows[id: id]?.computed = leaf
    case 14: state.rows[id: id]?.computed = nil
    case 15: if state.rows[id: id] != nil { state.rows[id: id] = Row.State(id: id, child: leaf, screen: .edit(leaf)) }
    case 16: saved = state
    case 17: if Bool.random(using: &random) { state = saved }
    case 18:
      if let other = state.rows[id: (id + 1) % 12] { state.rows[id: id]?.child = other.child }
    default: state.unrelated += 1
    }
  }

  @Test("Whatever happens: exactly that runs whose child has been there since", arguments: 0..<20 as Range<UInt64>)
  func random(seed: UInt64) {
    let random = Box(RandomSource(seed: seed))
    let saved = Box(Root.State())
    let (store, change) = Self.makeStore(10)
    change.value = { state in random.update { random in saved.update { Self.edit(&state, &$0, &random) } } }
    var running: Set<Running> = []
    var subscription: Subscription?
    for step in 0..<600 {
      func number(_ range: Range<Int>) -> Int {
        var result = 0
        random.update { result = Int.random(in: range, using: &$0) }
        return result
      }
      let next = Running(row: number(0..<12), place: Place.allCases[number(0..<4)], leaf: number(1..<3))
      if number(0..<2) == 0 {
        if !running.contains(next), Self.leaf(next, in: store.state) != nil {
          running.insert(next)
          store.send(Self.action(next))
        }
      } else {
        store.send(.change)
        running = running.filter { Self.leaf($0, in: store.state) != nil }
      }
      if number(0..<40) == 0 {
        subscription?.cancel()
        subscription = number(0..<2) == 0 ? nil : store.observe(\.rows[id: 3]?.child) { _ in }
      }
      #expect(store.runningEffects == running.count, "step \(step)")
      if store.runningEffects != running.count { return }
    }
    subscription?.cancel()
    store.send(.change)
    store.close()
    #expect(store.hasEmptyRegistry)
  }
}
