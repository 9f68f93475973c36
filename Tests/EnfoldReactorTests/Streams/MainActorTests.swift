// Closures that are written in code of the main actor, and called on other threads.
@testable import Enfold
import EnfoldReactor
import Synchronization
import Testing

@Suite("Closures in code of the main actor") struct MainActorTests {
  @Test("bind, subscribe and sink call them on other threads") func subscriptions() async {
    await #expect(processExitsWith: .success) {
      let (subject, log) = (PublishSubject<Int>(), LineLog())
      let bag = await subscribe(to: subject, log)
      elsewhere {
        subject.onNext(1)
        subject.onCompleted()
      }
      let lines = log.lines.withLock { $0.sorted() }
      guard lines == ["1", "1", "1", "1", "1", "1", "1", "|", "|"] else { fatalError("\(lines)") }
      withExtendedLifetime(bag) {}
    }
  }

  @Test("Operators call them on other threads") func operators() async {
    await #expect(processExitsWith: .success) {
      let (subject, log) = (PublishSubject<Int>(), LineLog())
      let bag = await transform(subject, log)
      elsewhere { subject.onNext(1) }
      let lines = log.lines.withLock { $0.sorted() }
      guard
        lines == [
          "combineLatest", "compactMap", "create", "deferred", "distinct", "do", "filter", "flatMap", "flatMapLatest",
          "map", "withLatestFrom",
        ]
      else { fatalError("\(lines)") }
      withExtendedLifetime(bag) {}
    }
  }

  @Test("The state, the pulses and the events of a reactor call them on other threads") func reactor() async {
    await #expect(processExitsWith: .success) {
      let (reactor, log) = (Bell(), LineLog())
      let bag = await observe(reactor, log)
      elsewhere { reactor.action(.ring("a")) }
      let lines = log.lines.withLock { $0.sorted() }
      guard lines == ["action", "event", "pulse", "pulse", "state", "state"] else { fatalError("\(lines)") }
      withExtendedLifetime(bag) {}
    }
  }

  @Test("A view that lives on the main actor goes there itself") func view() async {
    let subject = PublishSubject<Int>()
    let view = await MainView(subject)
    elsewhere { subject.onNext(7) }
    while await view.text != "7" { await Task.yield() }
  }
}

/// Lines from any thread.
private final class LineLog: Sendable { let lines = Mutex<[String]>([]) }

// The inner closures are what asks whether the main actor runs them.

@MainActor private func subscribe(to subject: PublishSubject<Int>, _ log: LineLog) -> DisposeBag {
  final class Owner: Sendable {}
  let (bag, owner, stream) = (DisposeBag(), Owner(), subject.asObservable())
  subject.bind { value in log.lines.withLock { $0.append("\(value)") } }.disposed(by: bag)
  subject.bind(with: owner) { _, value in log.lines.withLock { $0.append("\(value)") } }.disposed(by: bag)
  subject.sink { value in log.lines.withLock { $0.append("\(value)") } }.disposed(by: bag)
  stream.sink { value in log.lines.withLock { $0.append("\(value)") } }.disposed(by: bag)
  stream.removeDuplicates().sink { value in log.lines.withLock { $0.append("\(value)") } }.disposed(by: bag)
  stream.sink { _ in
    log.lines.withLock { $0.append("|") }
  } receiveValue: { value in
    log.lines.withLock { $0.append("\(value)") }
  }
  .disposed(by: bag)
  stream.subscribe { value in
    log.lines.withLock { $0.append("\(value)") }
  } onCompleted: {
    log.lines.withLock { $0.append("|") }
  }
  .disposed(by: bag)
  subject.bind { _ in withExtendedLifetime(owner) {} }.disposed(by: bag)
  return bag
}

@MainActor private func transform(_ subject: PublishSubject<Int>, _ log: LineLog) -> DisposeBag {
  let bag = DisposeBag()
  let streams: [Observable<Int>] = [
    subject.map { value in
      log.lines.withLock { $0.append("map") }
      return value
    },
    subject.filter { _ in
      log.lines.withLock { $0.append("filter") }
      return true
    },
    subject.compactMap { value in
      log.lines.withLock { $0.append("compactMap") }
      return value
    },
    subject.startWith(0).distinctUntilChanged { value in
      if value == 1 { log.lines.withLock { $0.append("distinct") } }
      return value
    },
    subject.do(onNext: { _ in log.lines.withLock { $0.append("do") } }),
    subject.flatMap { value in
      log.lines.withLock { $0.append("flatMap") }
      return Observable.just(value)
    },
    subject.flatMapLatest { value in
      log.lines.withLock { $0.append("flatMapLatest") }
      return Observable.just(value)
    },
    subject.flatMap { _ in
      Observable<Int>.create { _ in
        log.lines.withLock { $0.append("create") }
        return Disposables.create()
      }
    },
    subject.flatMap { _ in
      Observable<Int>.deferred {
        log.lines.withLock { $0.append("deferred") }
        return Observable.just(1)
      }
    },
    .combineLatest(subject, Observable.just(1)) { value, _ in
      log.lines.withLock { $0.append("combineLatest") }
      return value
    },
    subject.withLatestFrom(Observable.just(1)) { value, _ in
      log.lines.withLock { $0.append("withLatestFrom") }
      return value
    },
  ]
  for stream in streams { stream.bind { _ in }.disposed(by: bag) }
  return bag
}

@MainActor private func observe(_ reactor: Bell, _ log: LineLog) -> DisposeBag {
  let bag = DisposeBag()
  reactor.state.bind { _ in log.lines.withLock { $0.append("state") } }.disposed(by: bag)
  reactor.action.sink { _ in log.lines.withLock { $0.append("action") } }.disposed(by: bag)
  reactor.observe().bind { _ in log.lines.withLock { $0.append("event") } }.disposed(by: bag)
  reactor.pulse { state in
    log.lines.withLock { $0.append("pulse") }
    return state.$sound
  }
  .bind { _ in }.disposed(by: bag)
  return bag
}

@Reactor private final class Bell: Reactor, ObservableEvent {
  enum Action: Sendable { case ring(String) }
  struct State: Sendable { @Pulse var sound: String? }
  let initialState = State()
  func reduce(state: inout State, mutation: Action) {
    if case .ring(let sound) = mutation { state.sound = sound }
  }
}

@MainActor private final class MainView {
  var text = ""
  private let bag = DisposeBag()

  init(_ subject: PublishSubject<Int>) {
    subject.bind { [weak self] value in Task { @MainActor in self?.text = "\(value)" } }.disposed(by: bag)
  }
}
