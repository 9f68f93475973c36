// Streams and subjects with the names of RxSwift.
import EnfoldReactor
@testable import EnfoldTesting
import Testing

@Suite("Observables") struct ObservableTests {
  @Test("Streams are made from values") func making() {
    #expect(values(of: Observable.just(1)) == [1])
    #expect(values(of: Observable<Int>.empty()) == [])
    #expect(values(of: Observable<Int>.never()) == [])
    #expect(values(of: Observable.from([1, 2, 3])) == [1, 2, 3])
    #expect(values(of: Observable.concat(.just(1), .empty(), .from([2, 3]))) == [1, 2, 3])
    #expect(values(of: Observable.concat([Observable<Int>]())) == [])
    #expect(values(of: Observable.merge([.just(1), .from([2, 3])])) == [1, 2, 3])
    #expect(values(of: Observable<Int>.merge(Just(1), [2, 3].publisher)) == [1, 2, 3])
  }

  @Test("A stream of a concatenation begins when its value is asked for") func concatIsLazy() {
    var begun: [Int] = []
    let streams = (1...3).map { number in
      Deferred { () -> Just<Int> in
        begun.append(number)
        return Just(number)
      }
      .eraseToAnyPublisher()
    }
    let subscriber = OneByOne<Int>()
    Observable.concat(streams).receive(subscriber: subscriber)
    #expect(begun == [])
    for number in 1...3 {
      subscriber.ask()
      #expect(begun == Array(1...number))
      #expect(subscriber.values == Array(1...number))
    }
    #expect(subscriber.hasEnded)
  }

  @Test("A concatenation of 100,000 streams does not grow the stack") func longConcat() {
    let stream = Observable.concat((0..<100_000).map { Observable.just($0) })
    #expect(values(of: stream).count == 100_000)
  }

  @Test("distinctUntilChanged, skip and take(until:)") func operators() {
    #expect(values(of: Observable.from([1, 1, 2, 1]).distinctUntilChanged()) == [1, 2, 1])
    #expect(values(of: Observable.from([1, 3, 2]).distinctUntilChanged { $0 % 2 }) == [1, 2])
    #expect(values(of: Observable.from([1, 2, 3]).skip(1)) == [2, 3])
    let (source, stop) = (PublishSubject<Int>(), PublishSubject<Void>())
    nonisolated(unsafe) var told: [Int] = []
    let subscription = source.take(until: stop).bind { told.append($0) }
    source.onNext(1)
    stop.onNext(())
    source.onNext(2)
    #expect(told == [1])
    withExtendedLifetime(subscription) {}
  }
}

@Suite("Subjects") struct SubjectTests {
  // 29
  @Test("What ends a bound stream, also an error, does not end the subject") func errors() {
    struct Failure: Error {}
    let (subject, source) = (PublishSubject<Int>(), PassthroughSubject<Int, any Error>())
    nonisolated(unsafe) var told: [Int] = []
    let subscription = subject.bind { told.append($0) }
    let bound = source.bind(to: subject)
    source.send(1)
    source.send(completion: .failure(Failure()))
    subject.onNext(3)
    #expect(told == [1, 3])
    withExtendedLifetime((subscription, bound)) {}
  }

  // 30
  @Test("A subject knows who has subscribed") func observerCount() {
    let subject = PublishSubject<Int>()
    #expect(subject.observerCount == 0)
    let first = subject.bind { _ in }
    let bag = DisposeBag()
    do {
      let second = DisposeBag()
      subject.bind { _ in }.disposed(by: second)
      #expect(subject.observerCount == 2)
    }
    #expect(subject.observerCount == 1)
    first.cancel()
    #expect(subject.observerCount == 0)
    withExtendedLifetime(bag) {}
  }

  @Test("Who subscribes to a BehaviorSubject gets its value at once, and then what comes") func behaviour() {
    let subject = BehaviorSubject(value: 1)
    subject.onNext(2)
    nonisolated(unsafe) var told: [Int] = []
    let subscription = subject.bind { told.append($0) }
    subject.onNext(3)
    #expect(told == [2, 3])
    #expect(subject.value == 3)
    withExtendedLifetime(subscription) {}
  }

  // 156
  @Test("A BehaviorSubject that is released does not end its stream") func released() {
    var subject: BehaviorSubject? = BehaviorSubject(value: 1)
    nonisolated(unsafe) var told: [String] = []
    let subscription = subject!.subscribe {
      told.append("\($0)")
    } onCompleted: {
      told.append("|")
    }
    subject!.onNext(2)
    weak let kept = subject
    subject = nil
    #expect(kept == nil)
    #expect(told == ["1", "2"])
    withExtendedLifetime(subscription) {}
  }

  // 165
  @Test("8 threads feed a BehaviorSubject: every value comes once") func behaviorThreads() async {
    let subject = BehaviorSubject(value: 8_000)
    let told = Locked<[Int]>([])
    let subscription = subject.bind { value in told.withLock { $0.append(value) } }
    fromEightThreads { subject.onNext($0) }
    while told.withLock({ $0.count }) < 8_001 { await Task.yield() }
    let isComplete = told.withLock { $0.sorted() } == Array(0...8_000)
    #expect(isComplete)
    #expect(told.withLock { $0.last } == subject.value)
    withExtendedLifetime(subscription) {}
  }

  @Test("What a subscriber has not asked for waits for it") func nothingIsLost() {
    let subject = PublishSubject<Int>()
    let subscriber = OneByOne<Int>()
    subject.receive(subscriber: subscriber)
    for value in 1...3 { subject.onNext(value) }
    subject.onCompleted()
    #expect(subscriber.values == [])
    for _ in 1...3 { subscriber.ask() }
    #expect(subscriber.values == [1, 2, 3])
    #expect(subscriber.hasEnded)
  }

  @Test("A value that a subscriber sends comes after the one it was told of") func reentrancy() {
    let subject = PublishSubject<Int>()
    nonisolated(unsafe) var told: [Int] = []
    let subscription = subject.bind { value in
      if value == 1 { subject.onNext(2) }
      told.append(value)
    }
    subject.onNext(1)
    #expect(told == [1, 2])
    withExtendedLifetime(subscription) {}
  }

  @Test("8 threads send 1,000 values each: every one comes once, one at a time") func threads() async {
    let subject = PublishSubject<Int>()
    let told = Locked<[Int]>([])
    let inside = Locked(0)
    let subscription = subject.bind { value in
      #expect(
        inside.withLock {
          $0 += 1; return $0
        } == 1)
      told.withLock { $0.append(value) }
      inside.withLock { $0 -= 1 }
    }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask { for number in 0..<1_000 { subject.onNext(thread * 1_000 + number) } }
      }
    }
    while told.withLock({ $0.count }) < 8_000 { await Task.yield() }
    #expect(told.withLock { $0.sorted() } == Array(0..<8_000))
    withExtendedLifetime(subscription) {}
  }
}
