// forEach: a child for each element of a list.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Children in a list") struct ForEachTests {
  struct Row: Reducer {
    @ObservableState struct State: Equatable, Identifiable {
      let id: Int
      var text: String
    }
    @Action enum Action: Equatable { case setText(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .setText(let text):
        state.text = text
        return text.isEmpty ? .run { send in await send(.setText("Empty")) } : .none
      }
    }
  }

  struct Rows: Reducer {
    @ObservableState struct State: Equatable {
      var rows: IdentifiedArrayOf<Row.State> = []
      var actions = 0
    }
    @Action enum Action: Equatable { case row(id: Int, action: Row.Action) }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.actions += 1
        return .none
      }
      .forEach(\.rows, action: \.row) { Row() }
    }
  }

  @Test("An action for an element changes that one, and its effect's answer comes back to it")  // 93
  func elementAction() async {
    let rows = (1...3).map { Row.State(id: $0, text: "row \($0)") }
    let store = Store(initialState: Rows.State(rows: IdentifiedArray(uniqueElements: rows)), reducer: Rows())
    store.send(.row(id: 1, action: .setText("Blob")))
    #expect(store.rows.map(\.text) == ["Blob", "row 2", "row 3"])
    await store.send(.row(id: 2, action: .setText(""))).finish()
    #expect(store.rows.map(\.text) == ["Blob", "Empty", "row 3"])
    #expect(store.actions == 3)
  }

  @Test("A list of elements works without a store") func withoutAStore() {
    var state = Rows.State(rows: [Row.State(id: 1, text: "")])
    #expect(Rows().reduce(into: &state, action: .row(id: 1, action: .setText("x"))) == .none)
    #expect(state.rows[id: 1]?.text == "x")
  }

  // MARK: Timers

  struct Timers: Reducer {
    @ObservableState struct State: Equatable { var timers: IdentifiedArrayOf<Ticker.State> = [] }
    @Action enum Action: Equatable { case remove([Int]), replace(Int), reverse, timer(id: Int, action: Ticker.Action) }

    let clock: TestClock
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .remove(let ids): state.timers.removeAll { ids.contains($0.id) }
        case .replace(let id): state.timers[id: id] = Ticker.State(id: id, ticks: 100)
        case .reverse: state.timers.reverse()
        case .timer: break
        }
        return .none
      }
      .forEach(\.timers, action: \.timer) { Ticker(clock: clock) }
    }
  }

  static func startedTimers(_ ids: Int..., clock: TestClock) async -> Store<Timers.State, Timers.Action> {
    let timers = IdentifiedArray(uniqueElements: ids.map { Ticker.State(id: $0) })
    let store = Store(initialState: Timers.State(timers: timers), reducer: Timers(clock: clock))
    for id in ids { store.send(.timer(id: id, action: .start)) }
    await clock.waitForSleepers(ids.count)
    return store
  }

  @Test("Removing an element stops its timer only; removing all of them stops all")  // 94
  func removal() async {
    let clock = TestClock()
    let store = await Self.startedTimers(1, 2, clock: clock)
    await clock.tick(2)
    #expect(store.timers.map(\.ticks) == [1, 1])
    store.send(.remove([1]))
    #expect(clock.sleeperCount == 1)
    await clock.tick(1)
    #expect(store.timers.map(\.ticks) == [2])
    store.send(.remove([2]))
    #expect(clock.sleeperCount == 0)
    #expect(store.runningEffects == 0)
    #expect(store.hasEmptyRegistry)
  }

  @Test("Elements that move keep their timers, and so does one that is replaced by one with its id")
  func movesAndReplacements() async {
    let clock = TestClock()
    let store = await Self.startedTimers(1, 2, 3, clock: clock)
    store.send(.reverse)
    #expect(store.timers.map(\.id) == [3, 2, 1])
    store.send(.replace(2))
    await clock.tick(3)
    #expect(store.timers.map(\.ticks) == [1, 101, 1])
    store.send(.timer(id: 2, action: .stop))
    #expect(clock.sleeperCount == 2)
  }

  @Test("An element that is removed by nobody's action stops at once, and says nothing") func setFromOutside() async {
    let clock = TestClock()
    let store = await Self.startedTimers(1, 2, clock: clock)
    let messages = await messages(of: store) {
      store.set(\.timers, to: [Ticker.State(id: 2)])
      #expect(clock.sleeperCount == 1)
      clock.advanceNow(by: .seconds(1))
      await store.suspend { $0.timers[id: 2]?.ticks == 0 }
      #expect(store.runningEffects == 1)
    }
    #expect(messages == [])
  }

  // MARK: Lists in lists, optionals in lists

  struct Group: Reducer {
    @ObservableState struct State: Equatable, Identifiable {
      let id: String
      var timers: IdentifiedArrayOf<Ticker.State> = [Ticker.State(id: 1), Ticker.State(id: 2)]
      var alone: Ticker.State? = Ticker.State(id: 1)
    }
    @Action enum Action: Equatable {
      case timer(id: Int, action: Ticker.Action), alone(Ticker.Action), clear, remove(Int)
    }

    let clock: TestClock
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .clear: state.alone = nil
        case .remove(let id): state.timers.remove(id: id)
        case .timer, .alone: break
        }
        return .none
      }
      .forEach(\.timers, action: \.timer) { Ticker(clock: clock) }
      .ifLet(\.alone, action: \.alone) { Ticker(clock: clock) }
    }
  }

  struct Groups: Reducer {
    @ObservableState struct State: Equatable { var groups: IdentifiedArrayOf<Group.State> = [] }
    @Action enum Action: Equatable { case group(id: String, action: Group.Action), remove(String) }

    let clock: TestClock
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .remove(let id) = action { state.groups.remove(id: id) }
        return .none
      }
      .forEach(\.groups, action: \.group) { Group(clock: clock) }
    }
  }

  @Test("Lists in lists: elements with the same id in two lists are two, and what goes takes its own along")
  func nestedLists() async {
    let clock = TestClock()
    let store = Store(
      initialState: Groups.State(groups: [Group.State(id: "a"), Group.State(id: "b")]), reducer: Groups(clock: clock))
    for group in ["a", "b"] {
      for timer in [1, 2] { store.send(.group(id: group, action: .timer(id: timer, action: .start))) }
      store.send(.group(id: group, action: .alone(.start)))
    }
    await clock.tick(6)
    store.send(.group(id: "a", action: .remove(1)))
    #expect(clock.sleeperCount == 5)
    store.send(.group(id: "b", action: .timer(id: 2, action: .stop)))
    #expect(clock.sleeperCount == 4)
    store.send(.group(id: "a", action: .clear))
    #expect(clock.sleeperCount == 3)
    await clock.tick(3)
    #expect(store.groups[id: "a"]?.timers.map(\.ticks) == [2])
    #expect(store.groups[id: "b"]?.timers.map(\.ticks) == [2, 1])
    #expect(store.groups[id: "b"]?.alone?.ticks == 2)
    store.send(.remove("b"))
    #expect(clock.sleeperCount == 1)
    store.send(.remove("a"))
    #expect(clock.sleeperCount == 0)
    #expect(store.hasEmptyRegistry)
  }
}
