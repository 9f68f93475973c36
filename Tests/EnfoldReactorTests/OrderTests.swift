// In which order actions and mutations are committed and told.
@testable import Enfold
import EnfoldReactor
@testable import EnfoldTesting
import Testing

/// What `mutate` may return.
enum Kind: String, CaseIterable, Sendable { case effect, publisher, stream }

/// Appends texts to its state, one for each mutation.
@Reactor final class Appender: Reactor {
  @CasePathable enum Action: Sendable, Equatable { case append([String]) }
  enum Mutation: Sendable, Equatable { case add(String) }
  struct State: Sendable, Equatable, Identifiable {
    var id = 0
    var log: [String] = []
  }

  let initialState = State()
  let kind: Kind
  /// Called in `reduce` with each text.
  let whenReducing: @Sendable (String) -> Void

  init(_ kind: Kind, whenReducing: @escaping @Sendable (String) -> Void = { _ in }) {
    self.kind = kind
    self.whenReducing = whenReducing
  }

  func mutate(action: Action) -> AnyMutations<Mutation> {
    guard case .append(let texts) = action else { return AnyMutations(Effect.none) }
    let mutations = texts.map { Mutation.add($0) }
    switch kind {
    case .effect: return AnyMutations(Effect.concatenate(mutations.map { .send($0) }))
    case .publisher: return AnyMutations(mutations.publisher.eraseToAnyPublisher())
    case .stream:
      return AnyMutations(
        AsyncStream {
          for mutation in mutations { $0.yield(mutation) }
          $0.finish()
        })
    }
  }

  func reduce(state: inout State, mutation: Mutation) {
    guard case .add(let text) = mutation else { return }
    state.log.append(text)
    whenReducing(text)
  }
}

@Suite("The order of mutations") struct OrderTests {
  @Test("A step of a held store takes an action with the mutations that are at hand", arguments: Kind.allCases)
  func aStepTakesTheMutationsAtHand(_ kind: Kind) {
    let store = Store(Appender(kind))
    store.hold()
    store.send(.append(["a", "b"]))
    store.send(.append(["c"]))
    #expect(store.log == [])
    #expect(store.step())
    #expect(store.log == ["a", "b"])
    #expect(store.step())
    #expect(store.log == ["a", "b", "c"])
    #expect(!store.step())
  }

  @Test("An action's mutations are committed before the next action, one by one", arguments: Kind.allCases)
  func oneByOne(_ kind: Kind) {
    let reactor = Appender(kind)
    let store = Store(reactor)
    let seen = Locked<[[String]]>([])
    let subscription = store.observe(\.log) { log in seen.withLock { $0.append(log) } }
    store.send(.append(["a", "b"]))
    store.send(.append(["c"]))
    #expect(store.log == ["a", "b", "c"])
    #expect(seen.withLock { $0 }.last == ["a", "b", "c"])
    #expect(seen.withLock { $0 }.contains(["a"]))
    #expect(seen.withLock { $0 }.contains(["a", "b"]))
    withExtendedLifetime(subscription) {}
  }

  @Test("The first mutation that is at hand is a part of the action's commit", arguments: [Kind.effect, .publisher])
  func firstIsPartOfTheCommit(_ kind: Kind) {
    let reactor = Appender(kind)
    let store = Store(reactor)
    store.send(.append(["a"]))
    #expect(store.revision == 1)
    store.send(.append(["b", "c"]))
    #expect(store.revision == 3)
    store.send(.append([]))
    #expect(store.revision == 4)
    #expect(store.log == ["a", "b", "c"])
  }

  @Test(
    "Observers of actions are told when all mutations have been told, with their last commit", arguments: Kind.allCases)
  func actionsAreToldLast(_ kind: Kind) {
    let reactor = Appender(kind)
    let store = Store(reactor)
    let told = Locked<[String]>([])
    let values = store.observe(\.log) { log in told.withLock { $0.append("\(log.count)") } }
    let actions = store.observeActions { _, _, state in told.withLock { $0.append("action \(state.log.count)") } }
    store.send(.append(["a", "b", "c"]))
    #expect(told.withLock { $0 } == ["0", "1", "2", "3", "action 3"])
    withExtendedLifetime((values, actions)) {}
  }
}

extension OrderTests {
  @Test("The mutations of an action in a batch are committed before the next action of the batch")
  func batch() {
    let reactor = Appender(.effect)
    let store = Store(reactor)
    if case .root(let engine, _) = store.origin { _ = engine.sendBatch([.append(["a", "b"]), .append(["c", "d"])]) }
    #expect(store.log == ["a", "b", "c", "d"])
  }

  // 3
  @Test("A source reads the state that the mutation before it has left") func deferred() {
    let reactor = Reader()
    let store = Store(reactor)
    store.send(.append(["a", "b"]))
    store.send(.append(["c"]))
    store.send(.append(["d", "e", "f"]))
    #expect(store.text == "abcdef")
  }

  @Test(
    "A store that is closed at a mutation reduces no other one, also of a source without an end",
    arguments: Endless.Kind.allCases)
  private func closing(_ kind: Endless.Kind) async {
    let store = Store(Endless())
    let calls = Locked(0)
    let subscription = store.observe(\.count, initial: false) { [unowned store] count in
      calls.withLock { $0 += 1 }
      if count == 3 { store.close() }
    }
    _ = await store.send(.go(kind)).finish()
    #expect(calls.withLock { $0 } == 3)
    subscription.cancel()
  }

  @Test(
    "A task that is cancelled at a mutation ends, also that of a source without an end",
    arguments: Endless.Kind.allCases)
  private func cancelling(_ kind: Endless.Kind) async {
    let store = Store(Endless())
    let task = Locked<StoreTask?>(nil)
    let subscription = store.observe(\.count, initial: false) { [unowned store] count in
      if count == 1 { task.withLock { $0 = store.send(.go(kind)) } }
      if count == 5 { task.withLock { $0 }?.cancel() }
    }
    store.send(.one)
    _ = await task.withLock { $0 }?.finish()
    #expect(store.count == 5)
    store.send(.one)
    #expect(store.count == 6)
    subscription.cancel()
  }

  @Test("A later mutation of another effect waits its turn") func otherEffect() {
    let reactor = Listener()
    let store = Store(reactor)
    let subscription = store.observe(\.log) { [unowned store] log in
      if log == ["y1"] { store.send(.add("b")) }
    }
    store.send(.listen)
    store.send(.feed)
    #expect(store.log == ["y1", "y2", "b", "late"])
    subscription.cancel()
    reactor.subject.onCompleted()
  }

  @Test("The first mutation of an effect that was mapped is at hand, too") func mapped() {
    let numbers = Effect<Int>.publisher([1, 2].publisher)
    let (first, rest) = numbers.map { "\($0)" }.first()
    #expect(first == "1")
    #expect(!rest.isNone)
  }

  @Test("Mutations of an effect can be sent as something else") func transformed() {
    let store = Store<[String], [String]>(initialState: []) { state, action in
      if action == ["go"] { return Effect<Int>.send(1).effect { ["\($0 + 1)"] } }
      state += action
      return .none
    }
    store.send(["go"])
    #expect(store.state == ["2"])
  }

  // 27, 28
  @Test("A source that fails or ends does not end the store", .issueReports(.testStoresOnly)) func failing() {
    let reactor = Failing()
    let store = Store(reactor)
    for _ in 0..<5 { store.send(.increment) }
    #expect(store.count == 5)
  }

  @Test("reduce may return the state") func returnedState() {
    let reactor = Returning()
    let store = Store(reactor)
    store.send(.increment)
    store.send(.increment)
    #expect(store.count == 2)
    #expect(reactor.currentState.count == 2)
  }

  @Test("Mutations are their actions, if a reactor has no mutations of its own") func mutationIsAction() {
    let reactor = Plain()
    let store = Store(reactor)
    store.send(.increment)
    #expect(store.count == 1)
    #expect(store.revision == 1)
  }
}

/// Each source reads the state that the one before it has left.
@Reactor private final class Reader: Reactor {
  enum Action: Sendable { case append([String]) }
  enum Mutation: Sendable { case set(String) }
  struct State: Sendable { var text = "" }

  let initialState = State()

  func mutate(action: Action) -> AnyMutations<Mutation> {
    guard case .append(let texts) = action else { return AnyMutations(Effect.none) }
    let sources = texts.map { text in
      Effect<Mutation>.publisher { [self] in Just(Mutation.set(currentState.text + text)) }
    }
    return AnyMutations(Effect.concatenate(sources))
  }

  func reduce(state: inout State, mutation: Mutation) {
    if case .set(let text) = mutation { state.text = text }
  }
}

/// Has mutations at hand for ever.
@Reactor private final class Endless: Reactor {
  enum Kind: String, CaseIterable, Sendable { case publisher, run, send }
  enum Action: Sendable { case go(Kind), one }
  enum Mutation: Sendable { case add }
  struct State: Sendable { var count = 0 }

  let initialState = State()

  func mutate(action: Action) -> AnyMutations<Mutation> {
    switch action {
    case .one: AnyMutations(Effect.send(.add))
    case .go(.publisher): AnyMutations((0..<Int.max).lazy.map { _ in Mutation.add }.publisher.eraseToAnyPublisher())
    case .go(.run):
      AnyMutations(
        Observable<Mutation>.run { send in
          while !Task.isCancelled { await send(.add) }
        })
    case .go(.send):
      AnyMutations(
        Effect<Mutation>.run { send in
          while !Task.isCancelled { await send(.add) }
        })
    }
  }

  func reduce(state: inout State, mutation: Mutation) { state.count += 1 }
}

/// Feeds a stream that another one of its effects listens to.
@Reactor private final class Listener: Reactor {
  enum Action: Sendable { case listen, feed, add(String) }
  enum Mutation: Sendable { case add(String) }
  struct State: Sendable { var log: [String] = [] }

  let initialState = State()
  let subject = PublishSubject<String>()

  func mutate(action: Action) -> Effect<Mutation> {
    switch action {
    case .listen: return .publisher { [subject] in subject.map { Mutation.add($0) } }
    case .add(let text): return .send(.add(text))
    case .feed:
      let second = Effect<Mutation>.publisher { [subject] in
        subject.onNext("late")
        return Just(Mutation.add("y2"))
      }
      return .concatenate(.send(.add("y1")), second)
    }
  }

  func reduce(state: inout State, mutation: Mutation) { if case .add(let text) = mutation { state.log.append(text) } }
}

/// Its reduce returns a state, as in ReactorKit.
@Reactor private final class Returning: Reactor {
  enum Action: Sendable { case increment }
  enum Mutation: Sendable { case setCount(Int) }
  struct State: Sendable { var count = 0 }

  let initialState = State()

  func mutate(action: Action) -> Effect<Mutation> { .send(.setCount(currentState.count + 1)) }

  func reduce(state: State, mutation: Mutation) -> State {
    var state = state
    switch mutation {
    case .setCount(let count): state.count = count
    }
    return state
  }
}

/// The third action's source fails after its mutation.
@Reactor private final class Failing: Reactor {
  enum Action: Sendable { case increment }
  enum Mutation: Sendable { case increment }
  struct State: Sendable { var count = 0 }
  struct Failure: Error {}

  let initialState = State()

  func mutate(action: Action) -> AnyPublisher<Mutation, any Error> {
    let one = Just(Mutation.increment).setFailureType(to: (any Error).self)
    if currentState.count != 2 { return one.eraseToAnyPublisher() }
    return one.append(Fail(error: Failure() as any Error)).eraseToAnyPublisher()
  }

  func reduce(state: inout State, mutation: Mutation) { state.count += 1 }
}

private final class Plain: Reactor {
  enum Action: Sendable { case increment }
  struct State: Sendable { var count = 0 }

  let initialState = State()

  func reduce(state: inout State, mutation: Action) { state.count += 1 }
}
