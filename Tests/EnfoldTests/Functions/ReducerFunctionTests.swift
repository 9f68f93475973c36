// combine and pullback: reducers as functions.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Reducer functions") struct ReducerFunctionTests {
  struct AppState: Sendable {
    var count = 0
    var favorites: [Int] = []
    var untouched = "untouched"
    let accesses = Log<String>()
    /// A projection of two properties.
    var modal: ModalState {
      get {
        accesses.append("get")
        return ModalState(count: count, favorites: favorites)
      }
      set {
        accesses.append("set")
        (count, favorites) = (newValue.count, newValue.favorites)
      }
    }
  }

  struct ModalState: Equatable, Sendable {
    var count: Int
    var favorites: [Int]
  }

  @Action enum CounterAction: Equatable { case increment, decrement }
  @Action enum ModalAction: Equatable { case save, remove }

  enum AppAction: Sendable {
    case counter(CounterAction)
    case modal(ModalAction)

    var counter: CounterAction? {
      get { if case .counter(let action) = self { action } else { nil } }
      set { if let newValue, counter != nil { self = .counter(newValue) } }
    }
    var modal: ModalAction? {
      get { if case .modal(let action) = self { action } else { nil } }
      set { if let newValue, modal != nil { self = .modal(newValue) } }
    }
  }

  @Action enum Cases: Equatable { case counter(CounterAction), modal(ModalAction) }

  static func counterReducer(state: inout Int, action: CounterAction) {
    switch action {
    case .increment: state += 1
    case .decrement: state -= 1
    }
  }

  static func modalReducer(state: inout ModalState, action: ModalAction) {
    switch action {
    case .save: state.favorites.append(state.count)
    case .remove: state.favorites.removeAll { [count = state.count] in $0 == count }
    }
  }

  static var appReducer: (inout AppState, AppAction) -> Void {
    combine(
      pullback(counterReducer, value: \.count, action: \.counter),
      pullback(modalReducer, value: \.modal, action: \.modal))
  }

  @Test("Counting up and down through pullback and combine")  // 77
  func counting() {
    var state = AppState(count: 2)
    for (action, count) in [(CounterAction.increment, 3), (.increment, 4), (.decrement, 3)] {
      Self.appReducer(&state, .counter(action))
      #expect(state.count == count)
    }
    #expect(state.favorites == [])
    #expect(state.untouched == "untouched")
  }

  @Test("A projection is read once and written once, and what is not in it stays")  // 78
  func projection() {
    var state = AppState(count: 2, favorites: [3, 5])
    Self.appReducer(&state, .modal(.save))
    #expect(state.favorites == [3, 5, 2])
    Self.appReducer(&state, .modal(.remove))
    #expect(state.favorites == [3, 5])
    #expect(state.accesses.all == ["get", "set", "get", "set"])
    #expect(state.untouched == "untouched")
  }

  @Test("An action of another part neither reads nor writes the value")  // 80
  func notMatching() {
    var state = AppState(count: 2, favorites: [3, 5])
    Self.appReducer(&state, .counter(.increment))
    #expect(state.accesses.all == [])
  }

  @Test("A case of an @Action enum does as well as a property, and so does the other spelling") func cases() {
    let reducers: [(inout AppState, Cases) -> Void] = [
      pullback(Self.counterReducer, value: \.count, action: \.counter),
      pullBack(Self.counterReducer, value: \.count, action: \.counter),
    ]
    for reducer in reducers {
      var state = AppState(count: 2)
      reducer(&state, .counter(.increment))
      reducer(&state, .modal(.save))
      #expect(state.count == 3)
      #expect(state.accesses.all == [])
    }
  }

  @Test("Every reducer gets every action, and sees what the ones before have changed")  // ET4
  func combineInOrder() {
    func append(_ number: Int) -> (inout [Int], Int) -> Void {
      { state, action in state += [number, action, state.count] }
    }
    var state: [Int] = []
    combine(append(1), append(2))(&state, 9)
    #expect(state == [1, 9, 0, 2, 9, 3])
    combine()(&state, 9) as Void
    #expect(state.count == 6)
  }

  // MARK: Effects

  static func doubling(state: inout Int, action: CounterAction) -> Effect<CounterAction> {
    counterReducer(state: &state, action: action)
    return state == 1 ? .send(.increment) : .none
  }

  @Test("The effects of parts come back as their actions, whatever the action is") func embeddedEffects() async {
    let byProperty = Store(
      initialValue: AppState(), reducer: pullback(Self.doubling, value: \.count, action: \AppAction.counter))
    byProperty.send(.counter(.increment))
    #expect(byProperty.count == 2)
    let byCase = Store(
      initialValue: AppState(), reducer: pullback(Self.doubling, value: \.count, action: \Cases.AllCasePaths.counter))
    byCase.send(.counter(.increment))
    #expect(byCase.count == 2)
    let spelled = Store(
      initialValue: AppState(), reducer: pullBack(Self.doubling, value: \.count, action: \AppAction.counter))
    spelled.send(.counter(.increment))
    #expect(spelled.count == 2)
  }

  @Test("The effects of combined reducers begin in order, and without effects there are none") func combinedEffects() {
    func send(_ number: Int) -> (inout [Int], Int) -> Effect<Int> {
      { _, action in action == 0 ? .send(number) : .none }
    }
    func keep(state: inout [Int], action: Int) -> Effect<Int> {
      state.append(action)
      return .none
    }
    let store = Store(initialValue: [], reducer: combine(send(1), keep, send(2)))
    store.send(0)
    #expect(store.state == [0, 1, 2])
    var state: [Int] = []
    #expect(combine(keep, keep)(&state, 5) == .none)
  }

  @Test("A synchronous effect computes its action when it begins, and is embedded like every other")  // ET12, ET13
  func sync() {
    let log = Log<String>()
    func reducer(state: inout Int, action: CounterAction) -> Effect<CounterAction> {
      state += action == .increment ? 1 : -10
      log.append("reduced \(state)")
      if action == .decrement { return .none }
      return .sync {
        log.append("worked")
        return .decrement
      }
    }
    let store = Store(
      initialValue: AppState(), reducer: pullback(reducer, value: \.count, action: \AppAction.counter))
    #expect(store.send(.counter(.increment)).result?.isFinished == true)
    #expect(store.count == -9)
    #expect(log.all == ["reduced 1", "worked", "reduced -9"])
  }

  @Test("The same part twice: the ids of its effects are two") func isolation() async {
    struct State: Sendable {
      var left = Ticker.State()
      var right = Ticker.State()
    }
    @Sendable func action(_ left: Ticker.Action) -> Sides { .left(left) }
    let clock = TestClock()
    let ticker = Ticker(clock: clock).reduce
    let store = Store(
      initialValue: State(),
      reducer: combine(
        pullback(ticker, value: \.left, action: \Sides.AllCasePaths.left),
        pullback(ticker, value: \.right, action: \Sides.AllCasePaths.right)))
    store.send(.left(.start))
    store.send(.right(.start))
    await clock.waitForSleepers(2)
    store.send(.left(.stop))
    #expect(clock.sleeperCount == 1)
    await clock.tick(1)
    #expect(store.right.ticks == 1)
    store.send(.right(.stop))
    #expect(store.hasEmptyRegistry)
  }

  @Action enum Sides { case left(Ticker.Action), right(Ticker.Action) }

  // MARK: Environments

  struct World: Sendable {
    var step: Int
    var name: String
  }

  @Test("A reducer with an environment gets that of its part, and only for its actions")  // ET16
  func environment() {
    let asked = Log<Int>()
    func counter(state: inout Int, action: CounterAction, step: Int) -> Effect<CounterAction> {
      state += step
      return state < 10 ? .send(action) : .none
    }
    func nothing(state: inout AppState, action: AppAction, world: World) -> Effect<AppAction> {
      state.favorites.append(world.name.count)
      return .none
    }
    let reducer: (inout AppState, AppAction, World) -> Effect<AppAction> = combine(
      pullback(
        counter, value: \.count, action: \.counter,
        environment: { (world: World) in
          asked.append(world.step)
          return world.step
        }),
      nothing)
    let store = Store(
      initialValue: AppState(), reducer: Reduce(reducer, environment: World(step: 4, name: "Earth")))
    store.send(.counter(.increment))
    store.send(.modal(.save))
    #expect(store.count == 12)
    #expect(store.favorites == [5, 5, 5, 5])
    #expect(asked.all == [4, 4, 4])
    let byCase = pullback(
      counter, value: \AppState.count, action: \Cases.AllCasePaths.counter, environment: { (step: Int) in step })
    var state = AppState(count: 20)
    #expect(byCase(&state, .counter(.increment), 3) == .none)
    #expect(state.count == 23)
  }
}
