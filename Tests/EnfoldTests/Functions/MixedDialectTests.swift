// All kinds of reducers in one tree.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Mixed dialects") struct MixedDialectTests {
  struct State: Equatable, Sendable {
    var function = 0
    var effectful = 0
    var ticker = Ticker.State()
    var optional: Ticker.State? = Ticker.State(id: 9)
    var rows: IdentifiedArrayOf<Ticker.State> = [Ticker.State(id: 1)]
    var log: [String] = []
  }

  @Action enum Action: Equatable, Sendable {
    case function(Int)
    case effectful(Int)
    case ticker(Ticker.Action)
    case optional(Ticker.Action)
    case row(id: Int, action: Ticker.Action)
    case clear
  }

  static func add(state: inout Int, number: Int) { state += number }

  static func addTwice(state: inout Int, number: Int) -> Effect<Int> {
    state += number
    return number > 1 ? .send(1) : .none
  }

  static func note(state: inout State, action: Action) { state.log.append(action.caseName) }

  /// A tree of everything.
  struct App: Reducer {
    typealias State = MixedDialectTests.State
    typealias Action = MixedDialectTests.Action

    let clock: TestClock
    var body: some ReducerOf<Self> {
      Reduce.withoutEffects(note)
      Reduce.withoutEffects(pullback(add, value: \.function, action: \.function))
      Reduce(
        combine(
          pullback(addTwice, value: \.effectful, action: \.effectful),
          pullback(Ticker(clock: clock).reduce, value: \.ticker, action: \.ticker)))
      Reduce { state, action in
        if action == .clear {
          state.optional = nil
          state.rows = []
          return .cancel(id: "timer")
        }
        return .none
      }
      .ifLet(\.optional, action: \.optional) { Reduce(Ticker(clock: clock).reduce) }
      .forEach(\.rows, action: \.row) { Ticker(clock: clock) }
    }
  }

  @Test("Structs, closures, functions with and without effects, and pullbacks make one tree")
  func oneTree() async {
    let clock = TestClock()
    let store = Store(initialState: State(), reducer: App(clock: clock))
    store.send(.function(5))
    store.send(.effectful(5))
    #expect(store.function == 5)
    #expect(store.effectful == 6)
    store.send(.ticker(.start))
    store.send(.optional(.start))
    store.send(.row(id: 1, action: .start))
    await clock.tick(3)
    #expect([store.ticker.ticks, store.optional?.ticks, store.rows[id: 1]?.ticks] == [1, 1, 1])
    store.send(.clear)
    #expect(clock.sleeperCount == 0)
    #expect(store.hasEmptyRegistry)
    #expect(store.log.prefix(3) == ["function", "effectful", "effectful"])
  }

  @Test("A reducer's method is a function like any other, and its children are cancelled there, too")
  func methodAsFunction() async {
    let clock = TestClock()
    let store = Store(initialValue: State(), reducer: logging(App(clock: clock).reduce) { _ in })
    store.send(.optional(.start))
    store.send(.row(id: 1, action: .start))
    await clock.tick(2)
    store.send(.clear)
    #expect(clock.sleeperCount == 0)
    #expect(store.hasEmptyRegistry)
  }

  @Test("Stores are made from functions and reducers, also of observable states") func stores() {
    #expect(Store(initialValue: 0, reducer: Self.add).state == 0)
    let plain = Store(initialValue: 1, reducer: Self.addTwice)
    plain.send(5)
    #expect(plain.state == 7)
    let reducer = Store(initialValue: 1, reducer: Reduce(Self.addTwice))
    reducer.send(5)
    #expect(reducer.state == 7)
    let observed = Store(initialValue: Noisy()) { (state: inout Noisy, action: Int) -> Void in state.value = action }
    let log = Log<Int>()
    let subscription = observed.observe(\.value) { log.append($0) }
    observed.send(1)
    observed.send(1)
    #expect(log.all == [0, 1, 1])
    subscription.cancel()
  }

  @ObservableState struct Noisy: Equatable { @ViewState(ignoreEquality: true) var value = 0 }

  @Test("view looks at a store of functions") func view() {
    let store = Store(initialValue: State()) { (state: inout State, action: Action) -> Void in
      if case .function(let number) = action { state.function = number }
    }
    let view = store.view(value: { $0.function * 10 }, action: { .function($0) })
    view.send(4)
    #expect(view.state == 40)
  }
}
