// The rows of docs/coming-from.md for people who know ReactorKit, as they stand there.
import EnfoldReactor
@testable import EnfoldTesting
import Testing

@Reactor private final class Counter: Reactor {
  enum Action {
    case tap
    case alert(String)
    case work
  }

  enum Mutation {
    case add(Int)
    case setAlert(String)
  }

  struct State {
    var count = 0
    @Pulse var alertMessage: String?
  }

  let initialState = State()
  let event = PublishSubject<Int>()

  func transform(action: Observable<Action>) -> Observable<Action> {
    return action
  }

  func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
    let eventMutation =
      event
      .flatMap { number -> Observable<Mutation> in
        return Observable<Mutation>.just(.add(number))
      }
    return Observable<Mutation>.merge(mutation, eventMutation)
  }

  func transform(state: Observable<State>) -> Observable<State> {
    return state
  }

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .tap:
      return Observable.of(Mutation.add(1)).asObservable()
    case let .alert(message):
      return Observable.deferred { Observable.just(.setAlert(message)) }
    case .work:
      return Observable.create { observer in
        observer.onNext(.add(10))
        observer.onCompleted()
        return Disposables.create()
      }
    }
  }

  func reduce(state: State, mutation: Mutation) -> State {
    var newState = state
    switch mutation {
    case let .add(number):
      newState.count += number
    case let .setAlert(message):
      newState.alertMessage = message
    }
    return newState
  }
}

/// What a view shows.
private final class Shown<Value: Sendable>: Sendable {
  private let content = Locked<[Value]>([])
  var values: [Value] { content.withLock { $0 } }
  func show(_ value: Value) { content.withLock { $0.append(value) } }
}

private final class CounterView: View {
  typealias Reactor = Counter

  let taps = PublishSubject<Int>()
  let counts = Shown<Int>()
  let alerts = Shown<String>()

  var disposeBag = DisposeBag()

  func bind(reactor: Counter) {
    taps
      .map { _ in Reactor.Action.tap }
      .bind(to: reactor.action)
      .disposed(by: disposeBag)

    reactor.state.map { $0.count }
      .distinctUntilChanged()
      .subscribe(onNext: { [counts] in counts.show($0) })
      .disposed(by: disposeBag)

    reactor.pulse(\.$alertMessage)
      .compactMap { $0 }
      .bind(with: self) { owner, value in
        owner.alerts.show(value)
      }
      .disposed(by: disposeBag)
  }
}

@Suite("Rows of ReactorKit") struct ReactorRowTests {
  @Test("A reactor and its view") func view() {
    let view = CounterView()
    let reactor = Counter()
    view.reactor = reactor
    view.taps.onNext(1)
    reactor.action.onNext(.tap)
    reactor.action.onNext(.work)
    reactor.event.onNext(100)
    for _ in 1...2 { reactor.action.onNext(.alert("no digits")) }
    #expect(view.counts.values == [0, 1, 2, 12, 112])
    #expect(view.alerts.values == ["no digits", "no digits"])
  }

  @Test("A pulse counts its assignments") func pulse() {
    let reactor = Counter()
    let state = reactor.state
    let alerts = Shown<String?>()
    let subscription = state.map(\.$alertMessage).distinctUntilChanged(\.valueUpdatedCount)
      .bind { alerts.show($0.wrappedValue) }
    for _ in 1...2 { reactor.action.onNext(.alert("a")) }
    reactor.action.onNext(.tap)
    #expect(alerts.values == [nil, "a", "a"])
    withExtendedLifetime(subscription) {}
  }

  @Test("Operators with their original names") func operators() {
    let heard = Shown<Int>()
    let (numbers, stop) = (PublishSubject<Int>(), PublishSubject<Int>())
    let disposeBag = DisposeBag()
    numbers.asObservable()
      .do(onNext: { heard.show(-$0) })
      .takeUntil(stop)
      .subscribe(onNext: { heard.show($0) })
      .disposed(by: disposeBag)
    numbers.onNext(1)
    stop.onNext(0)
    numbers.onNext(2)
    #expect(heard.values == [-1, 1])
    let last = BehaviorSubject(value: 5)
    last.bind { heard.show($0) }.disposed(by: disposeBag)
    last.onNext(6)
    Observable.merge([Observable.just(7), Observable.of(8, 9)]).bind { heard.show($0) }.disposed(by: disposeBag)
    #expect(heard.values == [-1, 1, 5, 6, 7, 8, 9])
  }

  struct Feature: Reducer {
    @ObservableState struct State: Equatable { var numbers: [Int] = [] }
    enum Action: Equatable { case load, received(Int) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .load:
        return .publisher {
          Publishers.Sequence<[Int], Never>(sequence: [1, 2]).map { .received($0) }
        }
      case let .received(number):
        state.numbers.append(number)
        return .none
      }
    }
  }

  @Test("An effect of a publisher, as in the Composable Architecture") func publisher() async {
    let store = Store(initialState: Feature.State()) { Feature() }
    await store.send(.load).finish()
    #expect(store.numbers == [1, 2])
  }
}
