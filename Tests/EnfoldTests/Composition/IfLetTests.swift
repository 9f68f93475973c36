// ifLet and ifCaseLet: children that come and go.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Children that may be absent") struct IfLetTests {
  /// A screen with a timer that may have another one inside.
  struct Screen: Reducer {
    @ObservableState struct State: Equatable {
      var timer = Ticker.State()
      var inner: Ticker.State?
      var last = ""
    }
    @Action enum Action: Equatable { case timer(Ticker.Action), inner(Ticker.Action), close }

    let clock: TestClock
    var body: some ReducerOf<Self> {
      Scope(state: \.timer, action: \.timer) { Ticker(clock: clock) }
      Reduce { state, action in
        if action == .close { state.last = "closed" }
        return action == .close ? .send(.timer(.tick)) : .none
      }
      .ifLet(\.inner, action: \.inner) { Ticker(clock: clock) }
    }
  }

  struct App: Reducer {
    @ObservableState struct State: Equatable {
      var screen: Screen.State?
      var last: String?
      var presses = 0
    }
    @Action enum Action: Equatable { case open, dismiss, press, screen(Screen.Action) }

    let clock: TestClock
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .open:
          state.screen = Screen.State(inner: Ticker.State(id: 1))
          return .none
        case .screen(.close):
          state.last = state.screen?.last
          state.screen = nil
          return .none
        case .dismiss:
          state.screen = nil
          return .none
        case .press, .screen:
          state.presses += 1
          return .none
        }
      }
      .ifLet(\.screen, action: \.screen) { Screen(clock: clock) }
    }
  }

  static func makeStore(_ clock: TestClock) -> Store<App.State, App.Action> {
    Store(initialState: App.State(), reducer: App(clock: clock))
  }

  @Test("A child that is toggled is there, and is not")  // 90
  func toggling() {
    let store = Self.makeStore(TestClock())
    let log = Log<Int?>()
    let subscription = store.observe(\.screen?.timer.ticks) { log.append($0) }
    for _ in 0..<3 {
      store.send(.open)
      store.send(.screen(.timer(.tick)))
      store.send(.dismiss)
    }
    #expect(log.all == [nil, 0, 1, nil, 0, 1, nil, 0, 1, nil])
    subscription.cancel()
  }

  @Test("Setting a child to nil cancels its timer and that of its own child")  // 95
  func cancellation() async {
    let clock = TestClock()
    let store = Self.makeStore(clock)
    store.send(.open)
    let task = store.send(.screen(.timer(.start)))
    store.send(.screen(.inner(.start)))
    await clock.tick(2)
    await clock.tick(2)
    #expect(store.screen?.timer.ticks == 2)
    #expect(store.screen?.inner?.ticks == 2)
    store.send(.dismiss)
    #expect(clock.sleeperCount == 0)
    #expect(await task.finish().isFinished)
    #expect(store.runningEffects == 0)
    #expect(store.hasEmptyRegistry)
  }

  @Test("A grandchild that goes alone takes nothing else along")  // 95
  func grandchild() async {
    let clock = TestClock()
    let store = Store(
      initialState: App.State(screen: Screen.State(inner: Ticker.State())),
      reducer: body(App.State.self, App.Action.self) {
        App(clock: clock)
        Reduce { state, action in
          if action == .press { state.screen?.inner = nil }
          return .none
        }
      })
    store.send(.screen(.timer(.start)))
    store.send(.screen(.inner(.start)))
    await clock.tick(2)
    store.send(.press)
    // The parent's action went past the screen, which looks when it gets one of its own.
    store.send(.screen(.timer(.tick)))
    #expect(clock.sleeperCount == 1)
    store.send(.dismiss)
    #expect(store.hasEmptyRegistry)
  }

  @Test("The child gets its last action before the parent takes it away, and its answer is dropped")
  func childRunsFirst() async {
    let store = Self.makeStore(TestClock())
    store.send(.open)
    let messages = await messages(of: store) {
      #expect(await store.send(.screen(.close)).finish().isFinished)
      #expect(store.last == "closed")
      #expect(store.screen == nil)
    }
    #expect(messages == [])
  }

  @Test("An action that a timer has sent before its child went is dropped, and nobody complains")
  func lateAction() async {
    let store = Store(initialState: App.State(screen: Screen.State()), reducer: Stepping())
    let messages = await messages(of: store) {
      await store.send(.screen(.timer(.start))).finish()
      #expect(store.screen == nil)
      #expect(store.presses == 2)
    }
    #expect(messages == [])
  }

  /// A child whose effect sends two actions at once; its parent takes it away after the first one.
  struct Stepping: Reducer {
    typealias State = App.State
    typealias Action = App.Action
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.presses += 1
        if action == .screen(.timer(.tick)) { state.screen = nil }
        return .none
      }
      .ifLet(\.screen, action: \.screen) {
        Reduce { _, action in action == .timer(.start) ? .merge(.send(.timer(.tick)), .send(.timer(.tick))) : .none }
      }
    }
  }

  @Test("Nothing is looked at as long as no child has effects, and nothing is left when they have ended")
  func endedEffects() async {
    let clock = TestClock()
    let store = Self.makeStore(clock)
    for _ in 0..<3 {
      store.send(.open)
      store.send(.screen(.timer(.start)))
      store.send(.screen(.timer(.stop)))
      store.send(.dismiss)
    }
    #expect(clock.sleeperCount == 0)
    #expect(store.hasEmptyRegistry)
  }

  // MARK: Other ways to go

  struct Person: Reducer {
    struct State: Equatable, Sendable { var person: Ticker.State? }
    @Action enum Action: Equatable { case show(Int), person(Ticker.Action) }
    let clock: TestClock
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .show(let id) = action { state.person = Ticker.State(id: id, ticks: 100) }
        return .none
      }
      .ifLet(\.person, action: \.person) { Ticker(clock: clock) }
    }
  }

  @Test("A child with another id is another child; one with the same id is the same")
  func identity() async {
    let clock = TestClock()
    let store = Store(initialState: Person.State(), reducer: Person(clock: clock))
    store.send(.show(1))
    store.send(.person(.start))
    await clock.tick(1)
    store.send(.show(1))
    await clock.tick(1)
    #expect(store.person?.ticks == 101)
    store.send(.show(2))
    #expect(clock.sleeperCount == 0)
    #expect(store.hasEmptyRegistry)
  }

  @Test("A child that is taken away by nobody's action is noticed at once", .issueReports(.testStoresOnly))
  func setFromOutside() async {
    let clock = TestClock()
    let store = Store(initialState: Person.State(person: Ticker.State(id: 1)), reducer: Person(clock: clock))
    store.send(.person(.start))
    await clock.waitForSleepers(1)
    store.set(\.person, to: nil)
    #expect(clock.sleeperCount == 0)
    #expect(store.send(.person(.stop)).missingChild != nil)
    #expect(store.hasEmptyRegistry)
  }
}
