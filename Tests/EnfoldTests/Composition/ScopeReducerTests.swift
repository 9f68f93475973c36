// Scope: a child on a part of the state.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Scope") struct ScopeReducerTests {
  struct Child: Reducer {
    @ObservableState struct State: Equatable { var text = "" }
    @Action enum Action: Equatable { case ask, answer(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .ask: return .run { send in await send(.answer("yes")) }
      case .answer(let text):
        state.text = text
        return .none
      }
    }
  }

  struct Parent: Reducer {
    @ObservableState struct State: Equatable {
      var child = Child.State()
      var other = 7
      var seen: [String] = []
    }
    @Action enum Action: Equatable { case child(Child.Action), own }

    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) { Child() }
      Reduce { state, action in
        state.seen.append("\(action.caseName) \(state.child.text)")
        return .none
      }
    }
  }

  @Test("A child's action changes the child only, and its effect's answer comes back as the child's")  // 91
  func child() async {
    let store = Store(initialState: Parent.State(), reducer: Parent())
    await store.send(.child(.ask)).finish()
    store.send(.own)
    #expect(store.child.text == "yes")
    #expect(store.other == 7)
    #expect(store.seen == ["child ", "child yes", "own yes"])
  }

  @Test("A composed reducer is a function like any other")  // 91
  func withoutAStore() {
    var state = Parent.State()
    #expect(Parent().reduce(into: &state, action: .child(.answer("yes"))) == .none)
    #expect(state.child.text == "yes")
    #expect(Parent().reduce(into: &state, action: .own) == .none)
  }

  @Action enum Screen: Equatable { case off, on(Child.State) }

  struct Cases: Reducer {
    typealias State = Screen
    @Action enum Action: Equatable { case child(Child.Action), toggle }

    var body: some ReducerOf<Self> {
      Scope(case: \.on, action: \.child) { Child() }
      Reduce { state, action in
        if action == .toggle { state = state == .off ? .on(Child.State()) : .off }
        return .none
      }
    }
  }

  @Test("A child in a case of the state")  // 91
  func enumChild() async {
    let store = Store(initialState: .off, reducer: Cases())
    store.send(.toggle)
    await store.send(.child(.ask)).finish()
    #expect(store.state == .on(Child.State(text: "yes")))
  }

  @Test("An action for a case that is another is a diagnostic")  // 92
  func absentCase() async {
    let store = Store(initialState: .off, reducer: Cases())
    let messages = await messages(of: store) {
      #expect(store.send(.child(.answer("yes"))).missingChild != nil)
      #expect(store.state == .off)
    }
    #expect(messages.count == 1)
  }

  // MARK: Isolation

  struct Twins: Reducer {
    @ObservableState struct State: Equatable {
      var left = Ticker.State()
      var right = Ticker.State()
    }
    @Action enum Action: Equatable { case left(Ticker.Action), right(Ticker.Action), stop }

    let clock: TestClock
    var body: some ReducerOf<Self> {
      Scope(state: \.left, action: \.left) { Ticker(clock: clock) }
      Scope(state: \.right, action: \.right) { Ticker(clock: clock) }
      Reduce { _, action in action == .stop ? .cancel(id: "timer") : .none }
    }
  }

  @Test("The same feature twice, side by side: their ids are two, and the parent reaches both")
  func twins() async {
    let clock = TestClock()
    let store = Store(initialState: Twins.State(), reducer: Twins(clock: clock))
    store.send(.left(.start))
    store.send(.right(.start))
    await clock.tick(2)
    store.send(.left(.stop))
    #expect(clock.sleeperCount == 1)
    await clock.tick(1)
    #expect(store.left.ticks == 1)
    #expect(store.right.ticks == 2)
    store.send(.left(.start))
    await clock.waitForSleepers(2)
    store.send(.stop)
    #expect(clock.sleeperCount == 0)
    #expect(store.hasEmptyRegistry)
  }

  @Test("Two reducers of one property are two: the same id disturbs neither")
  func oneProperty() async {
    struct Halves: Reducer {
      let clock: TestClock
      var body: some Reducer<Ticker.State, Twins.Action> {
        Scope(state: \.self, action: \.left) { Ticker(clock: clock) }
        Scope(state: \.self, action: \.right) { Ticker(clock: clock) }
      }
    }
    let clock = TestClock()
    let store = Store(initialState: Ticker.State(), reducer: Halves(clock: clock))
    store.send(.left(.start))
    store.send(.right(.start))
    await clock.waitForSleepers(2)
    store.send(.left(.stop))
    #expect(clock.sleeperCount == 1)
    store.send(.right(.stop))
    #expect(clock.sleeperCount == 0)
    #expect(store.hasEmptyRegistry)
  }

  // MARK: Actions by hand

  enum HandWritten: Equatable, Sendable {
    case child(Child.Action)
    case own

    var child: Child.Action? {
      get { if case .child(let action) = self { action } else { nil } }
      set {
        guard case .child = self, let newValue else { return }
        self = .child(newValue)
      }
    }
  }

  @Test("The case of the action may be a property that somebody wrote") func handWrittenAction() async {
    let store = Store(
      initialState: Parent.State(),
      reducer: body(Parent.State.self, HandWritten.self) {
        Scope(state: \.child, action: \.child) { Child() }
      })
    await store.send(.child(.ask)).finish()
    store.send(.own)
    #expect(store.child.text == "yes")
  }

  // MARK: Depth

  /// A state in a state in a state.
  struct Nested: Sendable, Equatable {
    var count = 0
    private var inner: [Nested] = []
    var next: Nested {
      get { inner.first ?? Nested() }
      set { inner = [newValue] }
    }
    var counts: [Int] { [count] + (inner.first?.counts ?? []) }
  }

  @Action indirect enum Deep: Equatable { case count, answer, next(Deep) }

  static func levels(_ depth: Int) -> Reduce<Nested, Deep> {
    let counter = Reduce<Nested, Deep> { state, action in
      switch action {
      case .count:
        state.count += 1
        return .send(.answer)
      case .answer:
        state.count += 10
        return .none
      case .next: return .none
      }
    }
    if depth == 0 { return counter }
    return body(Nested.self, Deep.self) {
      counter
      Scope(state: \.next, action: \.next) { levels(depth - 1) }
    }.eraseToReduce()
  }

  @Test("A hundred levels of children: an action finds the last one, and its answer comes back to it")
  func hundredLevels() {
    let store = Store(initialState: Nested(), reducer: Self.levels(100))
    var action = Deep.count
    for _ in 0..<100 { action = .next(action) }
    #expect(store.send(action).result?.isFinished == true)
    #expect(store.state.counts == Array(repeating: 0, count: 100) + [11])
    #expect(store.hasEmptyRegistry)
  }
}
