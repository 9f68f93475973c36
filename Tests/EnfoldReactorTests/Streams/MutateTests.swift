// Streams in mutate and in effects that go on after something in them has ended, and whose values come on any task.
@testable import Enfold
import EnfoldReactor
@testable import EnfoldTesting
import Testing

@Suite("Streams whose parts end") struct MutateTests {
  let stage = Stage()

  /// Sends an action to a store and lets ten seconds pass. Returns what was reduced, and how the task has ended.
  private func play(_ action: Loader.Action) async -> (log: [String], result: TaskResult?) {
    let store = Store(Loader(), dependencies: stage.dependencies)
    let task = store.send(action)
    await stage.advance(by: 10)
    let log = store.log
    return (log, await task.finish())
  }

  @Test("Everything behind a stream that has ended in its time is reduced", arguments: Loader.Action.allCases)
  private func allIsReduced(_ action: Loader.Action) async {
    let (log, result) = await play(action)
    #expect(log == action.expected)
    guard case .finished = result else { return _ = Issue.record("\(String(describing: result))") }
  }

  @Test("A TestStore receives it, too", arguments: Loader.Action.allCases)
  private func testStore(_ action: Loader.Action) async {
    let store = TestStore(Loader())
    store.exhaustivity = .off
    await store.send(action)
    await store.advance(by: .seconds(10))
    await store.finish()
    #expect(store.state.log == action.expected)
  }

  @Test("A subject that a cancelled task feeds does not end the stream of a reactor or of an effect")
  func cancelledFeeder() async {
    let subject = PublishSubject<String>()
    let reactor = Store(Listening(subject))
    let reducer = Store(initialState: [String](), reducer: Publishing(subject: subject))
    let tasks = [reactor.send(.listen), reducer.send(.listen)]
    for text in ["a", "b"] {
      await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        subject.onNext(text)
      }.value
    }
    subject.onNext("c")
    #expect(reactor.log == ["a", "b", "c"])
    #expect(reducer.state == ["a", "b", "c"])
    for task in tasks { task.cancel() }
    for task in tasks { guard case .cancelled = await task.finish() else { return _ = Issue.record("not cancelled") } }
    #expect(subject.observerCount == 0)
  }

  @Test("The end of a store ends its streams, which another task feeds") func closing() async {
    let subject = PublishSubject<String>()
    let stores = (Store(Listening(subject)), Store(initialState: [String](), reducer: Publishing(subject: subject)))
    let tasks = [stores.0.send(.listen), stores.1.send(.listen)]
    subject.onNext("a")
    stores.0.close()
    stores.1.close()
    for task in tasks { _ = await task.finish() }
    #expect(subject.observerCount == 0)
  }

  @Test("A value that cancels its own effect is the last one") func ownCancellation() async {
    let subject = PublishSubject<String>()
    let store = Store(initialState: [String](), reducer: Publishing(subject: subject))
    let task = store.send(.listen)
    for text in ["a", "stop", "b"] { subject.onNext(text) }
    #expect(store.state == ["a", "stop"])
    _ = await task.finish()
    #expect(subject.observerCount == 0)
  }

  @Test("A BehaviorSubject that has ended gives nothing, as in Rx") func endedSubject() {
    let subject = BehaviorSubject(value: 1)
    subject.onCompleted()
    let subscription = stage.subscribe(to: subject)
    #expect(stage.new == ["|@0"])
    withExtendedLifetime(subscription) {}
  }
}

/// Has a stream for each action of which something waits, ends, and is followed by something.
@Reactor private final class Loader: Reactor {
  enum Action: Sendable, CaseIterable {
    case delay, merge, countdown, flatMap, take, debounce, throttle, takeUntil, run, create, latest

    var expected: [String] {
      switch self {
      case .delay: ["waiting", "a", "b", "end"]
      case .merge, .flatMap, .run, .create, .latest: ["1", "2", "end"]
      case .countdown: ["0", "1", "2", "end"]
      case .take: ["0", "a", "b", "end"]
      case .debounce: ["b", "end"]
      case .throttle: ["a", "c", "end"]
      case .takeUntil: ["0", "1", "end"]
      }
    }
  }
  struct State: Sendable, Equatable { var log: [String] = [] }

  let initialState = State()

  func mutate(action: Action) -> Observable<String> { .concat(stream(action), .just("end")) }

  private func stream(_ action: Action) -> Observable<String> {
    let seconds = Observable<Int>.interval(.seconds(1)).map { "\($0)" }
    let letters = Observable.of("a", "b", "c")
    switch action {
    case .delay: return .concat(.just("waiting"), Observable.of("a", "b").delay(.seconds(1)))
    case .merge: return .merge(Observable.just("1").delay(.seconds(1)), Observable.just("2").delay(.seconds(2)))
    case .countdown: return seconds.take(3)
    case .flatMap:
      return seconds.take(1).flatMap { _ in
        Observable.merge(.just("1"), Observable.just("2").delay(.seconds(1)))
      }
    case .take: return .concat(seconds.take(1), Observable.of("a", "b").delay(.seconds(1)))
    case .debounce: return Observable.of("a", "b").delay(.seconds(1)).debounce(.seconds(1))
    case .throttle: return letters.delay(.seconds(1)).throttle(.seconds(1))
    case .takeUntil: return seconds.take(until: Observable<Int>.timer(.milliseconds(2_500)))
    case .run: return .run { send in for text in ["1", "2"] { await send(text) } }
    case .create:
      return .create { observer in
        let timer = Observable<Int>.timer(.seconds(1)).bind { _ in
          observer.onNext("1")
          observer.onNext("2")
          observer.onCompleted()
        }
        return timer
      }
    case .latest: return Observable.of("0", "1").flatMapLatest { Observable.of($0, "2").delay(.seconds(1)) }
    }
  }

  func reduce(state: inout State, mutation: String) { state.log.append(mutation) }
}

/// Reduces what a subject has.
@Reactor private final class Listening: Reactor {
  enum Action: Sendable { case listen }
  struct State: Sendable { var log: [String] = [] }

  let initialState = State()
  private let subject: PublishSubject<String>

  init(_ subject: PublishSubject<String>) { self.subject = subject }

  func mutate(action: Action) -> Observable<String> { subject.asObservable() }
  func reduce(state: inout State, mutation: String) { state.log.append(mutation) }
}

/// The same as a reducer. The text "stop" cancels the effect.
private struct Publishing: Reducer {
  typealias State = [String]
  enum Action: Sendable { case listen, got(String) }
  enum ID { case listening }

  let subject: PublishSubject<String>

  func reduce(into state: inout [String], action: Action) -> Effect<Action> {
    switch action {
    case .listen: return .publisher(subject.map { Action.got($0) }).cancellable(id: ID.listening)
    case .got(let text):
      state.append(text)
      return text == "stop" ? .cancel(id: ID.listening) : .none
    }
  }
}
