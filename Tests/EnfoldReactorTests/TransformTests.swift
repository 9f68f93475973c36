// The three transforms of a reactor, and transformAction.
import EnfoldReactor
@testable import EnfoldTesting
import Testing

/// Notes at each station that an action has passed it, as ReactorKit's own test does.
@Reactor private final class Stations: Reactor {
  typealias Action = [String]
  typealias Mutation = [String]
  struct State: Sendable, Equatable { var log: [String] = [] }

  let initialState = State()
  let calls = Locked<[String]>([])

  func transform(action: Observable<Action>) -> Observable<Action> {
    calls.withLock { $0.append("action") }
    return action.map { $0 + ["transformedAction"] }.eraseToAnyPublisher()
  }
  func mutate(action: Action) -> Observable<Mutation> { .just(action + ["mutation"]) }
  func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
    calls.withLock { $0.append("mutation") }
    return mutation.map { $0 + ["transformedMutation"] }.eraseToAnyPublisher()
  }
  func reduce(state: inout State, mutation: Mutation) { state.log += mutation + ["reduce"] }
  func transform(state: Observable<State>) -> Observable<State> {
    calls.withLock { $0.append("state") }
    return state.map { State(log: $0.log + ["transformedState"]) }.eraseToAnyPublisher()
  }
}

/// What one action leaves behind.
private let passed = [
  "action", "transformedAction", "mutation", "transformedMutation", "reduce", "transformedState",
]

@Suite("The transforms of reactors") struct TransformTests {
  // 1
  @Test("Each method is called, in its order") func stations() {
    let reactor = Stations()
    let seen = Locked<[[String]]>([])
    let bag = DisposeBag()
    reactor.state.bind { state in seen.withLock { $0.append(state.log) } }.disposed(by: bag)
    reactor.action.onNext(["action"])
    #expect(seen.withLock { $0 } == [["transformedState"], passed])
    #expect(reactor.calls.withLock { $0.sorted() } == ["action", "mutation", "state"])
  }

  // 2
  @Test("The state is there without a subscriber", arguments: [true, false]) func hot(touchesState: Bool) {
    let reactor = Stations()
    if touchesState { _ = reactor.state }
    reactor.action.onNext(["action"])
    #expect(reactor.currentState.log == passed)
  }

  @Test("A store's observers see the state as it was reduced") func observersSeeTheReducedState() {
    let reactor = Stations()
    let store = Store(reactor)
    store.send(["action"])
    #expect(store.log == Array(passed.dropLast()))
    #expect(reactor.currentState.log == passed)
    #expect(store.revision == 1)
  }

  // 22
  @Test("The first uses from many threads make one stream") func once() async {
    let reactor = Stations()
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<100 {
        group.addTask {
          if index.isMultiple(of: 2) { _ = reactor.state.bind { _ in } } else { reactor.action.onNext([]) }
        }
      }
    }
    #expect(reactor.calls.withLock { $0.sorted() } == ["action", "mutation", "state"])
    #expect(reactor.currentState.log.filter { $0 == "reduce" }.count == 50)
    #expect(reactor.currentState.log.filter { $0 == "transformedAction" }.count == 50)
  }

  @Test("An action may be dropped or doubled") func filter() {
    let reactor = Filter()
    let store = Store(reactor)
    store.send(.add(1))
    store.send(.add(0))  // dropped
    #expect(store.numbers == [1])
    #expect(store.revision == 2)
    store.send(.add(10))  // becomes 10 and 11
    #expect(store.numbers == [1, 10, 11])
    store.send(.add(2))
    #expect(store.numbers == [1, 10, 11, 2])
  }

  @Test("What another stream merges into the mutations is a commit of its own") func merged() {
    let user = BehaviorSubject(value: "nobody")
    let reactor = Profile(user)
    let store = Store(reactor)
    #expect(store.user == "nobody")
    #expect(store.revision == 1)
    user.onNext("Ann")
    #expect(store.user == "Ann")
    store.send(.greet)
    #expect(store.greeting == "Hello Ann")
    #expect(store.revision == 3)
    #expect(user.observerCount == 1)
    store.close()
    #expect(user.observerCount == 0)
  }

  @Test("An action that an observer of a merged mutation sends has its own mutation") func mergedObserver() {
    let numbers = PublishSubject<Int>()
    let store = Store(Adder(numbers))
    let commits = Locked<[String]>([])
    let actions = store.observeActions { action, revision, state in
      commits.withLock { $0.append("\(action) #\(revision) \(state.sum)") }
    }
    let subscription = store.observe(\.sum) { [unowned store] sum in
      if sum == 100 { [5, 6].forEach { store.send(.add($0)) } }
    }
    numbers.onNext(100)
    #expect(store.sum == 111)
    #expect(commits.withLock { $0 } == ["add(5) #2 105", "add(6) #3 111"])
    withExtendedLifetime((actions, subscription)) {}
  }

  @Test("An action has its mutation, however many another thread merges") func mergedByAnotherThread() async {
    let numbers = PublishSubject<Int>()
    let store = Store(Adder(numbers))
    let isOver = Locked(false)
    async let feeding: Void = feed(numbers, until: isOver)
    for number in 1...500 {
      await store.send(.add(1)).finish()
      #expect(store.sum == number)
    }
    isOver.withLock { $0 = true }
    await feeding
  }

  @concurrent private func feed(_ numbers: PublishSubject<Int>, until isOver: Locked<Bool>) async {
    while !isOver.withLock({ $0 }) { numbers.onNext(0) }
  }

  @Test("A transform may drop very many mutations") func dropped() {
    let store = Store(Adder(PublishSubject<Int>()))
    store.send(.many(20_000))
    #expect(store.sum == 7)
    #expect(store.revision == 1)
  }

  @Test("What is merged while an action is mutated follows it") func mergedMeanwhile() {
    let user = BehaviorSubject(value: "nobody")
    let reactor = Profile(user)
    let store = Store(reactor)
    let users = Locked<[String]>([])
    let subscription = store.observe(\.user) { user in users.withLock { $0.append(user) } }
    store.send(.rename("Bob"))
    #expect(users.withLock { $0 } == ["nobody", "renaming", "Bob"])
    withExtendedLifetime(subscription) {}
  }

  @Test("What another stream merges into the actions is an action of its own, which is not transformed again")
  func mergedActions() {
    let outer = PublishSubject<Merger.Action>()
    let reactor = Merger(outer)
    let store = Store(reactor)
    let actions = Locked<[String]>([])
    let subscription = store.observeActions { action, _, _ in actions.withLock { $0.append("\(action)") } }
    store.send(.add(1))
    outer.onNext(.add(2))
    #expect(store.total == 11 + 12)
    #expect(actions.withLock { $0 } == ["add(1)", "add(12)"])
    withExtendedLifetime(subscription) {}
  }

  @Test("transformAction begins with the store and ends with it") func outerActions() {
    let ticks = PublishSubject<Void>()
    let reactor = Ticker(ticks)
    let store = Store(reactor)
    ticks.onNext(())
    ticks.onNext(())
    store.send(.tick)
    #expect(store.count == 3)
    store.close()
    ticks.onNext(())
    #expect(ticks.observerCount == 0)
  }

  @Test("initialize begins transformAction in a reactor without a store") func initialize() {
    let ticks = PublishSubject<Void>()
    let reactor = Ticker(ticks)
    ticks.onNext(())
    #expect(reactor.currentState.count == 0)
    reactor.initialize()
    ticks.onNext(())
    #expect(reactor.currentState.count == 1)
  }

  // 22
  @Test("Whoever comes while a reactor's own store is made finds its transforms", arguments: 0..<200)
  func firstUses(_ number: Int) async {
    let reactor = Stations()
    let seen = Locked<[String]>([])
    await withTaskGroup(of: Void.self) { group in
      group.addTask { reactor.initialize() }
      group.addTask { reactor.action.onNext([]) }
      group.addTask {
        let bag = DisposeBag()
        reactor.state.bind { state in seen.withLock { $0.append(state.log.last ?? "") } }.disposed(by: bag)
      }
    }
    #expect(reactor.currentState.log.first == "transformedAction")
    #expect(seen.withLock { $0 }.allSatisfy { $0 == "transformedState" })
  }

  @Test("transform(state:) may read currentState") func stateOfState() {
    let reactor = Reader()
    let store = Store(reactor)
    store.send(.increment)
    #expect(reactor.currentState.count == 101)
    #expect(store.count == 1)
  }

  @Test("Without its store a reactor with transform(state:) shows its initial state, and a stub that of the stub")
  func otherStates() {
    let reactor = Even()
    do {
      let store = Store(reactor)
      for _ in 0..<2 { store.send(.increment) }
      #expect(reactor.currentState.count == 2)
      reactor.isStubEnabled = true
      reactor.stub.state.value = Even.State(count: 7)
      #expect(reactor.currentState.count == 7)
      reactor.isStubEnabled = false
    }
    #expect(reactor.currentState.count == 0)
  }

  @Test("transform(state:) may leave states out") func states() {
    let reactor = Even()
    let store = Store(reactor)
    let seen = Locked<[Int]>([])
    let bag = DisposeBag()
    reactor.state.bind { state in seen.withLock { $0.append(state.count) } }.disposed(by: bag)
    for _ in 0..<4 { store.send(.increment) }
    #expect(seen.withLock { $0 } == [0, 2, 4])
    store.send(.increment)
    #expect(reactor.currentState.count == 4)
    #expect(store.count == 5)
  }
}

/// Drops 0, and makes two actions of 10.
@Reactor private final class Filter: Reactor {
  enum Action: Sendable { case add(Int) }
  struct State: Sendable { var numbers: [Int] = [] }
  let initialState = State()

  func transform(action: Observable<Action>) -> Observable<Action> {
    action.flatMap { action -> Observable<Action> in
      guard case .add(let number) = action else { return .empty() }
      if number == 0 { return .empty() }
      return number == 10 ? .from([.add(10), .add(11)]) : .just(action)
    }
    .eraseToAnyPublisher()
  }
  func reduce(state: inout State, mutation: Action) {
    if case .add(let number) = mutation { state.numbers.append(number) }
  }
}

@Reactor private final class Profile: Reactor {
  enum Action: Sendable { case greet, rename(String) }
  enum Mutation: Sendable { case setUser(String), setGreeting(String) }
  @ObservableState struct State {
    var user = ""
    var greeting = ""
  }
  let initialState = State()
  private let user: BehaviorSubject<String>

  init(_ user: BehaviorSubject<String>) { self.user = user }

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .greet: return .just(.setGreeting("Hello \(currentState.user)"))
    case .rename(let name):
      user.onNext(name)
      return .just(.setUser("renaming"))
    }
  }
  func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
    .merge(mutation, user.map { Mutation.setUser($0) })
  }
  func reduce(state: inout State, mutation: Mutation) {
    switch mutation {
    case .setUser(let user): state.user = user
    case .setGreeting(let greeting): state.greeting = greeting
    }
  }
}

/// Adds numbers, its own and others, but for negative ones.
@Reactor private final class Adder: Reactor {
  enum Action: Sendable { case add(Int), many(Int) }
  struct State: Sendable { var sum = 0 }
  let initialState = State()
  private let numbers: PublishSubject<Int>

  init(_ numbers: PublishSubject<Int>) { self.numbers = numbers }

  func mutate(action: Action) -> Effect<Int> {
    switch action {
    case .add(let number): .send(number)
    case .many(let count): .concatenate((0..<count).map { _ in .send(-1) } + [.send(7)])
    }
  }
  func transform(mutation: Observable<Int>) -> Observable<Int> {
    Observable<Int>.merge(mutation, numbers.asObservable()).filter { $0 >= 0 }.eraseToAnyPublisher()
  }
  func reduce(state: inout State, mutation: Int) { state.sum += mutation }
}

/// Adds 10 to each number.
@Reactor private final class Merger: Reactor {
  enum Action: Sendable { case add(Int) }
  struct State: Sendable { var total = 0 }
  let initialState = State()
  private let outer: PublishSubject<Action>

  init(_ outer: PublishSubject<Action>) { self.outer = outer }

  func transform(action: Observable<Action>) -> Observable<Action> {
    Observable<Action>.merge(action, outer.asObservable())
      .map { action in if case .add(let number) = action { .add(number + 10) } else { action } }
      .eraseToAnyPublisher()
  }
  func reduce(state: inout State, mutation: Action) {
    if case .add(let number) = mutation { state.total += number }
  }
}

@Reactor private final class Ticker: Reactor {
  enum Action: Sendable { case tick }
  struct State: Sendable { var count = 0 }
  let initialState = State()
  private let ticks: PublishSubject<Void>

  init(_ ticks: PublishSubject<Void>) { self.ticks = ticks }

  func transformAction() -> Observable<Action> { ticks.map { Action.tick }.eraseToAnyPublisher() }
  func reduce(state: inout State, mutation: Action) { state.count += 1 }
}

/// Shows 100 more; its transform reads the state.
@Reactor private final class Reader: Reactor {
  enum Action: Sendable { case increment }
  struct State: Sendable { var count = 0 }
  let initialState = State()

  func transform(state: Observable<State>) -> Observable<State> {
    state.map { [unowned self] in
      _ = currentState
      return State(count: $0.count + 100)
    }
    .eraseToAnyPublisher()
  }
  func reduce(state: inout State, mutation: Action) { state.count += 1 }
}

@Reactor private final class Even: Reactor {
  enum Action: Sendable { case increment }
  struct State: Sendable { var count = 0 }
  let initialState = State()

  func transform(state: Observable<State>) -> Observable<State> {
    state.filter { $0.count.isMultiple(of: 2) }.eraseToAnyPublisher()
  }
  func reduce(state: inout State, mutation: Action) { state.count += 1 }
}
