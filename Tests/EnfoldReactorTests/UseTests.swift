// A reactor used by itself: action, state, pulse, and its end.
import EnfoldReactor
@testable import EnfoldTesting
import Testing

@Reactor private final class Counter: Reactor, ObservableEvent {
  enum Action: Sendable, Equatable { case increase, nothing, twice, later, start, stop }
  enum Mutation: Sendable { case increase }
  struct State: Sendable, Equatable { var count = 0 }

  let initialState: State
  private let clock: TestClock

  init(from count: Int = 0, clock: TestClock = TestClock()) {
    initialState = State(count: count)
    self.clock = clock
  }

  func mutate(action: Action) -> AnyMutations<Mutation> {
    switch action {
    case .increase: return AnyMutations(Effect.send(.increase))
    case .nothing, .stop: return AnyMutations(Effect.none)
    case .twice: return AnyMutations(Observable.from([Mutation.increase, .increase]))
    case .later:
      return AnyMutations(
        Effect.run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.increase)
        })
    case .start:
      let ticks = Effect<Mutation>.publisher { [clock] in
        Observable<Int>.interval(.seconds(1), clock: clock).take(until: self.action.filter { $0 == .stop }).map { _ in
          Mutation.increase
        }
      }
      return AnyMutations(ticks)
    }
  }
  func reduce(state: inout State, mutation: Mutation) { state.count += 1 }
}

@Suite("A reactor by itself") struct UseTests {
  // 4
  @Test("The state replays the last one") func replay() {
    let reactor = Counter()
    let first = reactor.state.bind { _ in }
    reactor.action(.increase)
    reactor.action.onNext(.increase)
    first.cancel()
    let seen = Locked<[Int]>([])
    let second = reactor.state.bind { state in seen.withLock { $0.append(state.count) } }
    #expect(seen.withLock { $0 } == [2])
    withExtendedLifetime(second) {}
  }

  // 4
  @Test("The states are an asynchronous sequence, too, which begins with the last one") func values() async {
    let reactor = Counter()
    reactor.action(.increase)
    var states = reactor.state.values.makeAsyncIterator()
    #expect(await states.next()?.count == 1)
    reactor.action(.twice)
    reactor.action(.increase)
    for count in 2...4 { #expect(await states.next()?.count == count) }
  }

  @Test("Each mutation emits the state, and an action without one is silent") func silent() {
    let reactor = Counter()
    let seen = Locked<[Int]>([])
    let subscription = reactor.state.bind { state in seen.withLock { $0.append(state.count) } }
    reactor.action(.twice)
    reactor.action(.nothing)
    reactor.action(.increase)
    #expect(seen.withLock { $0 } == [0, 1, 2, 3])
    withExtendedLifetime(subscription) {}
  }

  @Test("Inside a subscriber currentState is the state that it was given") func current() {
    let reactor = Counter()
    let pairs = Locked<[[Int]]>([])
    let subscription = reactor.state.bind { state in
      pairs.withLock { $0.append([state.count, reactor.currentState.count]) }
    }
    reactor.action(.twice)
    #expect(pairs.withLock { $0 } == [[0, 0], [1, 1], [2, 2]])
    subscription.cancel()
  }

  // 5, 8
  @Test("An action that a subscriber sends follows") func reentrant() {
    let reactor = Counter()
    let seen = Locked<[Int]>([])
    let subscription = reactor.state.bind { [weak reactor] state in
      seen.withLock { $0.append(state.count) }
      if state.count == 1 { reactor?.action(.increase) }
    }
    reactor.action(.twice)
    #expect(seen.withLock { $0 } == [0, 1, 2, 3])
    withExtendedLifetime(subscription) {}
  }

  // 23
  @Test("Any thread may send") func threads() async {
    let reactor = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<100 { reactor.action(.increase) } } }
    }
    #expect(reactor.currentState.count == 800)
  }

  // 30
  @Test("Subscribing and cancelling leaves nothing behind") func observerCount() {
    let reactor = Counter()
    let action = reactor.action
    #expect(action === reactor.action)
    let one = action.bind { _ in }
    let two = action.bind { _ in }
    #expect(action.observerCount == 2)
    one.cancel()
    #expect(action.observerCount == 1)
    two.cancel()
    #expect(action.observerCount == 0)
  }

  // 26, 28, 29
  @Test("What is bound to the actions may fail and end") func boundStreams() {
    struct Failure: Error {}
    let reactor = Counter()
    let bag = DisposeBag()
    let failing = PassthroughSubject<Counter.Action, Failure>()
    let ending = PublishSubject<Counter.Action>()
    failing.bind(to: reactor.action).disposed(by: bag)
    ending.bind(to: reactor.action).disposed(by: bag)
    failing.send(.increase)
    failing.send(completion: .failure(Failure()))
    ending.onNext(.increase)
    ending.onCompleted()
    reactor.action.onError(Failure())
    reactor.action.onCompleted()
    reactor.action.onNext(.increase)
    #expect(reactor.currentState.count == 3)
  }

  // 31
  @Test("A source ends with an action: take(until: action)") func takeUntil() async {
    let clock = TestClock()
    let reactor = Counter(clock: clock)
    reactor.action(.start)
    for _ in 0..<3 { await clock.advance(by: .seconds(1)) }
    await expect(reactor, count: 3)
    reactor.action(.stop)
    for _ in 0..<3 { await clock.advance(by: .seconds(1)) }
    #expect(reactor.currentState.count == 3)
    reactor.action(.start)
    for _ in 0..<2 { await clock.advance(by: .seconds(1)) }
    await expect(reactor, count: 5)
    reactor.action(.stop)
  }

  private func expect(_ reactor: Counter, count: Int) async {
    while reactor.currentState.count < count { await Task.yield() }
    #expect(reactor.currentState.count == count)
  }

  // 32
  @Test("A reactor that is dropped is gone, and its stream ends") func dropped() {
    weak var reactor: Counter?
    weak var action: ActionSubject<Counter.Action>?
    let hasEnded = Locked(false)
    var subscription: AnyCancellable?
    do {
      let kept = Counter()
      (reactor, action) = (kept, kept.action)
      subscription = kept.state.sink { _ in
        hasEnded.withLock { $0 = true }
      } receiveValue: { _ in
      }
      kept.action(.increase)
      kept.action(.later)
    }
    #expect(reactor == nil)
    #expect(action == nil)
    #expect(hasEnded.withLock { $0 })
    withExtendedLifetime(subscription) {}
  }

  @Test("An action without a mutation is silent in its own store only") func silences() {
    let reactor = Counter()
    do {
      let store = Store(reactor)
      store.send(.nothing)
    }
    let store = Store(reactor)
    let seen = Locked<[Int]>([])
    let bag = DisposeBag()
    reactor.state.bind { state in seen.withLock { $0.append(state.count) } }.disposed(by: bag)
    store.send(.increase)
    #expect(seen.withLock { $0 } == [0, 1])
    let stubbed = Counter()
    stubbed.action(.nothing)
    stubbed.isStubEnabled = true
    stubbed.state.bind { state in seen.withLock { $0.append(state.count) } }.disposed(by: bag)
    stubbed.stub.state.value = Counter.State(count: 9)
    #expect(seen.withLock { $0 } == [0, 1, 0, 9])
  }

  @Test("The states end if the store closes before the subscription has its turn") func closedMeanwhile() {
    let reactor = Counter()
    let store = Store(reactor)
    let hasEnded = Locked(false)
    let bag = DisposeBag()
    let subscription = store.observe(\.count, initial: false) { [unowned store] _ in
      elsewhere {
        nonisolated(unsafe) let bag = bag
        reactor.state.subscribe { _ in
        } onCompleted: {
          hasEnded.withLock { $0 = true }
        }
        .disposed(by: bag)
      }
      store.close()
    }
    store.send(.increase)
    #expect(hasEnded.withLock { $0 })
    subscription.cancel()
  }

  @Test("The events of a reactor that has gone are not those of another at its address") func addresses() {
    let heard = Locked(0)
    let bag = DisposeBag()
    for _ in 0..<200 {
      Counter().observe().bind { _ in heard.withLock { $0 += 1 } }.disposed(by: bag)
      let other = Counter()
      other.action(.increase)
    }
    #expect(heard.withLock { $0 } == 0)
  }

  // 172
  @Test("A thousand reactors leave nothing behind") func manyDropped() {
    let weakly = (0..<1000).map { number in
      let reactor = Counter(from: number)
      reactor.action(.increase)
      #expect(reactor.currentState.count == number + 1)
      return Weak(reactor)
    }
    #expect(weakly.allSatisfy { $0.object == nil })
  }

  private struct Weak {
    weak var object: Counter?
    init(_ object: Counter) { self.object = object }
  }

  // 33
  @Test("A subclass of a generic reactor has one action subject") func subclass() {
    let reactor = Special()
    let action = reactor.action
    _ = reactor.state
    #expect(action === reactor.action)
    action(.increase)
    #expect(reactor.currentState.count == 1)
  }

  // 134
  @Test("asyncAction returns the state when all has ended") func asyncAction() async {
    let clock = TestClock()
    let reactor = Counter(clock: clock)
    #expect(await reactor.asyncAction(.twice).count == 2)
    async let later = reactor.asyncAction(.later)
    while clock.sleeperCount == 0 { await Task.yield() }
    await clock.advance(by: .seconds(1))
    #expect(await later.count == 3)
    let store = Store(Counter(from: 5))
    #expect(await store.asyncAction(.increase).count == 6)
  }

  @Test("A reactor that lives in a store sends to that store") func inStore() {
    let reactor = Counter()
    let store = Store(reactor)
    reactor.action(.increase)
    #expect(store.count == 1)
    let seen = Locked<[Int]>([])
    let subscription = reactor.state.bind { state in seen.withLock { $0.append(state.count) } }
    store.send(.increase)
    #expect(seen.withLock { $0 } == [1, 2])
    withExtendedLifetime(subscription) {}
  }

  @Test("An instance has one store at a time") func oneStore() async {
    let reactor = Counter()
    do {
      let store = Store(reactor)
      store.send(.increase)
      #expect(store.count == 1)
    }
    let store = Store(reactor)
    #expect(store.count == 0)
    await #expect(processExitsWith: .failure) {
      let reactor = Counter()
      let first = Store(reactor)
      let second = Store(reactor)
      withExtendedLifetime((first, second)) {}
    }
  }
}

@Reactor private class Generic<Value: Sendable>: Reactor, @unchecked Sendable {
  enum Action: Sendable { case increase }
  struct State: Sendable {
    var count = 0
    var value: Value?
  }
  let initialState = State()
  func reduce(state: inout State, mutation: Action) { state.count += 1 }
}

private final class Special: Generic<Int>, @unchecked Sendable {}

@Suite("Pulses, events and stubs of reactors") struct FaceTests {
  // 103
  @Test("A pulse tells assignments, also of equal values") func pulse() {
    let reactor = Alerts()
    let seen = Locked<[String]>([])
    let bag = DisposeBag()
    reactor.pulse(\.$alert).compactMap { $0 }.bind { text in seen.withLock { $0.append(text) } }.disposed(by: bag)
    for action: Alerts.Action in [
      .show("1"), .increase, .show(nil), .show("2"), .show(nil), .increase, .show(nil), .show("3"), .show("3"),
    ] { reactor.action(action) }
    #expect(seen.withLock { $0 } == ["1", "2", "3", "3"])
    #expect(reactor.currentState.count == 2)
  }

  @Test("Events carry the action and the state after its mutations") func events() {
    let (one, two) = (Counter(), Counter(from: 10))
    let all = Locked<[String]>([])
    let bag = DisposeBag()
    Counter.observe().bind { event in
      guard event.sourceId == ObjectIdentifier(one) || event.sourceId == ObjectIdentifier(two) else { return }
      all.withLock { $0.append("\(event.action) \(event.state.count)") }
    }.disposed(by: bag)
    let ones = Locked<[Int]>([])
    one.observe().bind { event in ones.withLock { $0.append(event.state.count) } }.disposed(by: bag)
    one.action(.twice)
    two.action(.increase)
    #expect(all.withLock { $0 } == ["twice 2", "increase 11"])
    #expect(ones.withLock { $0 } == [2])
  }

  /// The events of a reactor, each with the count that it carries.
  private func heard(_ reactor: Counter, _ phase: ActionPhase, _ log: Locked<[String]>) -> AnyCancellable {
    reactor.observe(phase).bind { event in log.withLock { $0.append("\(event.action) \(event.state.count)") } }
  }

  @Test("Events of finished actions carry the state at the end, once each") func finishedEvents() async {
    let (clock, log, early) = (TestClock(), Locked<[String]>([]), Locked<[String]>([]))
    let reactor = Counter(clock: clock)
    let subscriptions = [heard(reactor, .finished, log), heard(reactor, .reduced, early)]
    reactor.action(.nothing)
    reactor.action(.increase)
    reactor.action(.twice)
    #expect(log.withLock { $0 } == ["nothing 0", "increase 1", "twice 3"])
    #expect(early.withLock { $0 } == ["nothing 0", "increase 1", "twice 3"])
    reactor.action(.later)
    #expect(early.withLock { $0 }.last == "later 3")
    #expect(log.withLock { $0.count } == 3)
    while clock.sleeperCount == 0 { await Task.yield() }
    reactor.action(.increase)
    #expect(log.withLock { $0 }.last == "increase 4")
    clock.advanceNow(by: .seconds(1))
    while log.withLock({ $0.count }) < 5 { await Task.yield() }
    #expect(log.withLock { $0 } == ["nothing 0", "increase 1", "twice 3", "increase 4", "later 5"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("A finished event comes before the actions that wait") func finishedBeforeOthers() {
    let (reactor, log) = (Counter(), Locked<[String]>([]))
    let subscription = heard(reactor, .finished, log)
    let states = reactor.state.bind { [unowned reactor] state in if state.count == 1 { reactor.action(.increase) } }
    reactor.action(.twice)
    #expect(log.withLock { $0 } == ["twice 2", "increase 3"])
    withExtendedLifetime((subscription, states)) {}
  }

  @Test(
    "An action that fails or is cancelled is finished, too, once", .issueReports(.testStoresOnly),
    arguments: [Failing.Action.fail, .wait])
  private func unhappyEvents(_ action: Failing.Action) async {
    let (reactor, log) = (Failing(), Locked<[String]>([]))
    let store = Store(reactor)
    let subscription = Failing.observe(.finished).bind { event in
      if event.sourceId == ObjectIdentifier(reactor) {
        log.withLock { $0.append("\(event.action) \(event.state.count)") }
      }
    }
    let task = store.send(action)
    if action == .wait {
      #expect(log.withLock { $0 } == [])
      task.cancel()
    }
    _ = await task.finish()
    while log.withLock({ $0.isEmpty }) { await Task.yield() }
    store.send(.fail)
    while log.withLock({ $0.count }) < 2 { await Task.yield() }
    #expect(log.withLock { $0 } == ["\(action) 1", "fail 2"])
    withExtendedLifetime(subscription) {}
  }

  @Test("A parent hears the finished events of the child that is there") func finishedChild() {
    let (child, log) = (Counter(), Locked<[Int]>([]))
    let parent = Parent()
    let store = Store(parent)
    let subscription = parent.child(\.child).observe(.finished).bind { event in
      log.withLock { $0.append(event.state.count) }
    }
    store.send(.setChild(child))
    child.action(.twice)
    #expect(log.withLock { $0 } == [2])
    withExtendedLifetime(subscription) {}
  }

  @Test("A parent follows the events of the child that is there") func childEvents() {
    let parent = Parent()
    let store = Store(parent)
    let (first, second) = (Counter(), Counter(from: 10))
    store.send(.setChild(first))
    first.action(.increase)
    #expect(store.last == 1)
    store.send(.setChild(second))
    first.action(.increase)
    #expect(store.last == 1)
    second.action(.increase)
    #expect(store.last == 11)
  }

  // 155
  @Test("A stub records actions and shows the state that a test sets") func stub() {
    let reactor = Counter()
    reactor.isStubEnabled = true
    #expect(reactor.action === reactor.stub.action)
    for action in [Counter.Action.start, .start, .stop] { reactor.action.onNext(action) }
    #expect(reactor.stub.actions == [.start, .start, .stop])
    #expect(reactor.currentState.count == 0)
    let seen = Locked<[Int]>([])
    let subscription = reactor.state.bind { state in seen.withLock { $0.append(state.count) } }
    for count in [1, -10, 30] {
      reactor.stub.state.value = Counter.State(count: count)
      #expect(reactor.currentState.count == count)
    }
    #expect(seen.withLock { $0 } == [0, 1, -10, 30])
    withExtendedLifetime(subscription) {}
  }

  // 154
  @Test("Stub(reactor) mutates and reduces in a store of its own") func stubRuns() async {
    let stub = Stub(Counter())
    stub.setState(Counter.State(count: 1))
    #expect(await stub.action(.increase).count == 2)
    #expect(await stub.action(.increase).count == 3)
    stub.setState(Counter.State(count: 7))
    #expect(stub.currentState.count == 7)
    #expect(await stub.action(.twice).count == 9)
  }
}

/// Has an action that fails and one that waits for ever, each behind a mutation.
@Reactor private final class Failing: Reactor, ObservableEvent {
  struct Failure: Error {}
  enum Action: Sendable, Equatable { case fail, wait }
  struct State: Sendable { var count = 0 }
  let initialState = State()

  func mutate(action: Action) -> Observable<Int> {
    switch action {
    case .fail:
      .run { send in
        await send(1)
        throw Failure()
      }
    case .wait: .concat(.just(1), .never())
    }
  }
  func reduce(state: inout State, mutation: Int) { state.count += mutation }
}

@Reactor private final class Alerts: Reactor {
  enum Action: Sendable { case show(String?), increase }
  @ObservableState struct State {
    @Pulse var alert: String?
    var count = 0
  }
  let initialState = State()
  func reduce(state: inout State, mutation: Action) {
    switch mutation {
    case .show(let text): state.alert = text
    case .increase: state.count += 1
    }
  }
}

/// Has a child in its state, and notes what that has counted.
@Reactor private final class Parent: Reactor {
  enum Action: Sendable { case setChild(Counter?), childCounted(Int) }
  struct State: Sendable {
    var child: Counter?
    var last = 0
  }
  let initialState = State()

  func transformAction() -> Observable<Action> {
    child(\.child).observe().map { Action.childCounted($0.state.count) }.eraseToAnyPublisher()
  }
  func reduce(state: inout State, mutation: Action) {
    switch mutation {
    case .setChild(let child): state.child = child
    case .childCounted(let count): state.last = count
    }
  }
}
