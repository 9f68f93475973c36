// Binding streams to stores and subjects, and streams in reactors.
@testable import Enfold
import EnfoldReactor
@testable import EnfoldTesting
import Testing

/// Counts what is bound to it, and what its stopwatch ticks.
@Reactor private final class Stopwatch: Reactor {
  enum Action: Sendable { case tap, start, stop }
  enum Mutation: Sendable, Equatable { case count }
  struct State: Sendable, Equatable { var count = 0 }

  let initialState = State()
  let stop = PublishSubject<Void>()

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .tap: return .just(.count)
    case .start: return Observable<Int>.interval(.seconds(1)).take(until: stop).map { _ in .count }
    case .stop:
      stop.onNext(())
      return .empty()
    }
  }

  func reduce(state: inout State, mutation: Mutation) { state.count += 1 }
}

@Suite("Binding") struct BindTests {
  struct Failure: Error {}

  let stage = Stage()

  // 26 and 28
  @Test("What ends a bound stream, also an error, ends neither the store nor the other streams") func ends() {
    let store = Store(Stopwatch())
    let (failing, ending) = (PassthroughSubject<Stopwatch.Action, Failure>(), PublishSubject<Stopwatch.Action>())
    let bag = DisposeBag()
    failing.bind(to: store).disposed(by: bag)
    ending.bind(to: store).disposed(by: bag)
    failing.send(.tap)
    ending.onNext(.tap)
    failing.send(completion: .failure(Failure()))
    failing.send(.tap)
    ending.onNext(.tap)
    #expect(store.count == 3)
    ending.onCompleted()
    store.send(.tap)
    #expect(store.count == 4)
  }

  @Test("A throttle that is bound to a store has the store's clock") func producers() async {
    let store = Store(Stopwatch(), dependencies: stage.dependencies)
    let button = PublishSubject<Void>()
    let bound = button.throttle(.milliseconds(300)).map { Stopwatch.Action.tap }.bind(to: store)
    for _ in 1...5 { button.onNext(()) }
    #expect(store.count == 1)
    await stage.advance(by: 0.299)
    #expect(store.count == 1)
    await stage.advance(by: 0.001)
    #expect(store.count == 2)
    await stage.advance(by: 1)
    button.onNext(())
    #expect(store.count == 3)
    bound.cancel()
    button.onNext(())
    await stage.advance(by: 1)
    #expect(store.count == 3)
  }

  @Test("A derived store has the dependencies of its root") func derived() {
    let store = Store(Stopwatch(), dependencies: stage.dependencies)
    #expect(store.view(value: { $0.count }, action: { (action: Stopwatch.Action) in action }).dependencies != nil)
    #expect(Store(Stopwatch()).dependencies == nil)
  }

  @Test("bind(with:) does not keep its object") func owner() {
    final class Label { var text = "" }
    let subject = PublishSubject<String>()
    var label: Label? = Label()
    weak let kept = label
    let bound = subject.bind(with: label!) { label, text in label.text = text }
    subject.onNext("a")
    #expect(kept?.text == "a")
    label = nil
    #expect(kept == nil)
    subject.onNext("b")
    withExtendedLifetime(bound) {}
  }

  @Test("subscribe tells values and what ends them") func subscribe() {
    nonisolated(unsafe) var told: [String] = []
    let failing = [1].publisher.setFailureType(to: Failure.self).append(Fail(error: Failure()))
    let subscriptions = [
      failing.subscribe(onNext: { told.append("\($0)") }, onError: { _ in told.append("x") }),
      Observable.just(2).subscribe(onNext: { told.append("\($0)") }, onCompleted: { told.append("|") }),
    ]
    #expect(told == ["1", "x", "2", "|"])
    withExtendedLifetime(subscriptions) {}
  }

  // 31
  @Test("An interval in mutate ticks on the store's clock until a stream stops it") func interval() async {
    let store = TestStore(Stopwatch())
    await store.advance(by: .seconds(1))
    for (ticks, expected) in [(3, 3), (2, 5)] {
      let task = await store.send(.start)
      for number in (expected - ticks + 1)...expected {
        await store.advance(by: .seconds(1))
        await store.receive(mutation: Stopwatch.Mutation.count) { $0.count = number }
      }
      await store.advance(by: .milliseconds(999))
      await store.send(.stop)
      await task.finish()
      await store.advance(by: .seconds(5))
    }
    #expect(store.state.count == 5)
  }

  @Test("One advance of a test store lets an interval tick often") func longAdvance() async {
    let store = TestStore(Stopwatch())
    await store.send(.start)
    await store.advance(by: .seconds(3))
    for number in 1...3 { await store.receive(mutation: Stopwatch.Mutation.count) { $0.count = number } }
    await store.send(.stop)
    await store.finish()
  }

  @Test("A reactor gets what run sends, in order, and the task of the action ends with it") func run() async {
    let reactor = Worker { send in
      for text in ["a", "b", "c"] { await send(text) }
    }
    let store = Store(reactor)
    guard case .finished = await store.send(.start).finish() else { return _ = Issue.record("not finished") }
    #expect(store.log == ["a", "b", "c"])
    // The first one is a part of the action's commit.
    #expect(store.revision == 3)
  }
}
