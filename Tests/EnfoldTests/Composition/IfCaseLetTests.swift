// ifCaseLet: children in the cases of an enum.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Children in cases") struct IfCaseLetTests {
  struct App: Reducer {
    @Action enum State: Equatable, Sendable {
      case loggedOut(Ticker.State)
      case loggedIn(Ticker.State)
      case blocked
    }
    @Action enum Action: Equatable { case logIn, renew, out(Ticker.Action), inside(Ticker.Action) }

    let clock: TestClock
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .logIn: state = .loggedIn(Ticker.State(id: 2))
        case .renew: state = .loggedOut(Ticker.State(id: 3))
        case .out, .inside: break
        }
        return .none
      }
      .ifCaseLet(\.loggedOut, action: \.out) { Ticker(clock: clock) }
      .ifCaseLet(\.loggedIn, action: \.inside) { Ticker(clock: clock) }
    }
  }

  @Test("A child in a case changes in its case; when the case is another, its timer has stopped")
  func switching() async {
    let clock = TestClock()
    let store = Store(initialState: App.State.loggedOut(Ticker.State(id: 1)), reducer: App(clock: clock))
    store.send(.out(.start))
    await clock.tick(1)
    #expect(store.state == .loggedOut(Ticker.State(id: 1, ticks: 1)))
    store.send(.logIn)
    #expect(clock.sleeperCount == 0)
    store.send(.inside(.start))
    await clock.tick(1)
    #expect(store.state == .loggedIn(Ticker.State(id: 2, ticks: 1)))
    store.send(.logIn)
    #expect(clock.sleeperCount == 1)  // the same one, again
    store.send(.renew)
    #expect(store.hasEmptyRegistry)
  }

  @Test("Another child of the same case is another child") func anotherID() async {
    let clock = TestClock()
    let store = Store(initialState: App.State.loggedOut(Ticker.State(id: 1)), reducer: App(clock: clock))
    store.send(.out(.start))
    await clock.waitForSleepers(1)
    store.send(.renew)
    #expect(clock.sleeperCount == 0)
    #expect(store.state == .loggedOut(Ticker.State(id: 3)))
  }

  // MARK: Optional enums

  struct Navigation: Reducer {
    @Action enum Destination: Equatable, Sendable { case a(Ticker.State), b(Ticker.State) }
    @Action enum Action: Equatable { case go(to: String), destination(DestinationAction) }
    @Action enum DestinationAction: Equatable { case a(Ticker.Action), b(Ticker.Action) }
    struct State: Equatable, Sendable { var destination: Destination? }

    let clock: TestClock
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .go(let name) = action {
          state.destination = ["a": .a(Ticker.State()), "b": .b(Ticker.State())][name]
        }
        return .none
      }
      .ifLet(\.destination, action: \.destination) {
        Scope(case: \.a, action: \.a) { Ticker(clock: clock) }
        Scope(case: \.b, action: \.b) { Ticker(clock: clock) }
      }
    }
  }

  @Test("An optional enum whose case is another is another child") func destinations() async {
    let clock = TestClock()
    let store = Store(initialState: Navigation.State(), reducer: Navigation(clock: clock))
    let messages = await messages(of: store) {
      store.send(.go(to: "a"))
      store.send(.destination(.a(.start)))
      await clock.tick(1)
      store.send(.go(to: "b"))
      #expect(clock.sleeperCount == 0)
      store.send(.destination(.b(.start)))
      await clock.tick(1)
      #expect(store.destination == .b(Ticker.State(ticks: 1)))
      store.send(.go(to: "nowhere"))
      #expect(clock.sleeperCount == 0)
      #expect(store.hasEmptyRegistry)
    }
    #expect(messages == [])
  }

  @Test("Scope on a case cancels its child's effects when another reducer changes the case") func scopeOnACase() async {
    let clock = TestClock()
    let store = Store(
      initialState: Navigation.Destination.a(Ticker.State()),
      reducer: body(Navigation.Destination.self, Navigation.DestinationAction.self) {
        Scope(case: \.a, action: \.a) { Ticker(clock: clock) }
        Reduce { state, action in
          if action == .b(.stop) { state = .b(Ticker.State()) }
          return .none
        }
      })
    store.send(.a(.start))
    await clock.waitForSleepers(1)
    store.send(.b(.stop))
    #expect(clock.sleeperCount == 0)
  }
}
