// Children that go, whoever takes them away: what runs for them ends.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Children that have gone") struct AbsentChildTests {
  struct Tree: Equatable, Identifiable, Sendable {
    let id: Int
    var rows: IdentifiedArrayOf<Tree> = []
  }

  enum TreeAction: Equatable, Sendable {
    case run
    case setRows([Int])
    indirect case row(id: Int, action: TreeAction)

    var row: (id: Int, action: TreeAction)? {
      get { if case .row(let id, let action) = self { (id, action) } else { nil } }
      set { if let newValue { self = .row(id: newValue.id, action: newValue.action) } }
    }
  }

  /// A tree of two levels, all of whose effects run until they are cancelled.
  struct Forest: Reducer {
    /// What every level does.
    static func tree(_ state: inout Tree, _ action: TreeAction) -> Effect<TreeAction> {
      switch action {
      case .run: return .run { _ in try await forever() }
      case .setRows(let ids): state.rows = IdentifiedArray(uniqueElements: ids.map { Tree(id: $0) })
      case .row: break
      }
      return .none
    }

    /// Stands beside the operator, and is not enclosed by it.
    static func beside(_ state: inout Tree, _ action: TreeAction) -> Effect<TreeAction> {
      if action == .setRows([-1]) { state.rows = [] }
      return .none
    }

    var body: some Reducer<Tree, TreeAction> {
      Reduce(Forest.tree).forEach(\Tree.rows, action: \TreeAction.row) {
        Reduce(Forest.tree).forEach(\Tree.rows, action: \TreeAction.row) { Reduce(Forest.tree) }
      }
      Reduce(Forest.beside)
    }
  }

  func makeStore() -> Store<Tree, TreeAction> {
    let store = Store(
      initialState: Tree(id: 0, rows: [Tree(id: 1, rows: [Tree(id: 2)]), Tree(id: 3)]),
      reducer: Forest())
    store.send(.row(id: 1, action: .run))
    store.send(.row(id: 1, action: .row(id: 2, action: .run)))
    store.send(.row(id: 3, action: .run))
    #expect(store.runningEffects == 3)
    return store
  }

  @Test("A reducer beside the operator takes them away")  // 94
  func besideTheOperator() {
    let store = makeStore()
    let isThere = Box(0)
    let subscription = store.observe(\.rows.count) { isThere.value = $0 }
    store.send(.setRows([-1]))
    #expect(isThere.value == 0)
    #expect(store.runningEffects == 0)
    #expect(store.hasEmptyRegistry)
    subscription.cancel()
  }

  @Test("The parent's parent takes a grandchild away, and leaves the child")  // 95
  func grandchild() {
    struct Root: Reducer {
      static func prune(_ state: inout Tree, _ action: TreeAction) -> Effect<TreeAction> {
        if action == .run { state.rows[id: 1]?.rows = [] }
        return .none
      }
      var body: some Reducer<Tree, TreeAction> {
        Forest()
        Reduce(Root.prune)
      }
    }
    let store = Store(initialState: Tree(id: 0, rows: [Tree(id: 1, rows: [Tree(id: 2)])]), reducer: Root())
    store.send(.row(id: 1, action: .run))
    store.send(.row(id: 1, action: .row(id: 2, action: .run)))
    #expect(store.runningEffects == 2)
    store.send(.run)
    // The root's own, and the child's.
    #expect(store.runningEffects == 2)
  }

  @Test("A write from outside takes them away, one by one and all together")  // 94
  func setFromOutside() {
    let store = makeStore()
    store.set(\.rows, to: [Tree(id: 1, rows: [Tree(id: 2)])])
    #expect(store.runningEffects == 2)
    store.set(\.rows, to: [Tree(id: 1)])
    #expect(store.runningEffects == 1)
    store.set(\.rows, to: [])
    #expect(store.runningEffects == 0)
    #expect(store.hasEmptyRegistry)
  }

  @Test("An effect that was to begin later does not begin for a child that has gone") func lateEffect() async {
    let clock = TestClock()
    let begun = Box(0)
    struct State: Sendable { var child: Int? = 1 }
    let base = Reduce<State, ChildAction> { state, action in
      if action == .remove { state.child = nil }
      return .none
    }
    .ifLet(\State.child, action: \ChildAction.start) {
      Reduce<Int, Bool> { _, _ in .run { _ in begun.update { $0 += 1 } } }
    }
    let store = Store(initialState: State(), reducer: Delayed(base: base, clock: clock))
    store.send(.start(true))
    await clock.waitForSleepers(1)
    clock.runNow()
    await store.waitUntilIdle()
    #expect(begun.value == 1)
    store.send(.start(true))
    await clock.waitForSleepers(1)
    store.send(.remove)
    clock.runNow()
    await store.waitUntilIdle()
    #expect(begun.value == 1)
    #expect(store.hasEmptyRegistry)
  }

  /// Delays all effects of a reducer.
  struct Delayed<Base: Reducer>: ReducerOperator {
    let base: Base
    let clock: TestClock

    func _$function(in site: ReducerSite) -> ReduceFunction<Base.State, Base.Action> {
      let reduce = base._$function(in: site)
      return { [clock] in reduce(&$0, $1).debounce(id: "late", for: .seconds(1), clock: clock) }
    }
  }

  enum ChildAction: Equatable, Sendable {
    case start(Bool)
    case remove

    var start: Bool? {
      get { if case .start(let value) = self { value } else { nil } }
      set { if let newValue { self = .start(newValue) } }
    }
  }

  @Test("Of many rows that run those that are removed end, and no other, whether they are few or many")  // 94
  func manyRows() {
    let store = Store(initialState: Tree(id: 0), reducer: Forest())
    store.send(.setRows(Array(1...100)))
    for id in 1...100 { store.send(.row(id: id, action: .run)) }
    #expect(store.runningEffects == 100)
    store.send(.setRows(Array(1...60).reversed()))
    #expect(store.runningEffects == 60)
    store.send(.setRows(Array(51...60)))
    #expect(store.runningEffects == 10)
    store.send(.setRows(Array(51...59)))
    #expect(store.runningEffects == 9)
    store.send(.setRows([]))
    #expect(store.hasEmptyRegistry)
  }

  @Test(
    "Whatever happens to the list: exactly those rows run that were started and have been there since",
    arguments: 0..<10 as Range<UInt64>)
  func randomRows(seed: UInt64) {
    var random = RandomSource(seed: seed)
    let store = Store(initialState: Tree(id: 0), reducer: Forest())
    var (present, running): (Set<Int>, Set<Int>) = ([], [])
    for _ in 0..<500 {
      if random.next().isMultiple(of: 10) {
        let size = Int.random(in: 0...40, using: &random)
        present = Set((1...40).shuffled(using: &random).prefix(size))
        running.formIntersection(present)
        store.send(.setRows(present.shuffled(using: &random)))
      } else if let id = present.randomElement(using: &random), !running.contains(id) {
        running.insert(id)
        store.send(.row(id: id, action: .run))
      }
      #expect(store.runningEffects == running.count)
    }
  }
}
