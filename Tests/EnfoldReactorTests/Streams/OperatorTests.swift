// Operators that combine streams or cut them.
import EnfoldReactor
@testable import EnfoldTesting
import Testing

@Suite("Operators of streams") struct OperatorTests {
  let stage = Stage()

  // MARK: merge

  @Test("merge takes arrays, several streams, and publishers of several types") func merge() {
    #expect(values(of: Observable.merge([.from([1, 2]), .from([3, 4])])) == [1, 3, 2, 4])
    #expect(valuesOneByOne(of: Observable.merge([.from([1, 2]), .from([3, 4])])) == [1, 3, 2, 4])
    #expect(values(of: Observable<Int>.merge([Just(1), Just(2)])) == [1, 2])
    #expect(values(of: Observable<Int>.merge(Just(1), [2].publisher, Observable.just(3), Just(4))) == [1, 2, 3, 4])
    #expect(values(of: Just(1).merge(with: Observable.just(2))) == [1, 2])
    #expect(values(of: Observable.merge([Observable<Int>]())) == [])
  }

  @Test("merge ends when all have ended, and cancels all") func mergeEnds() {
    let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
    let subscription = stage.subscribe(to: Observable<Int>.merge([a, b]))
    a.onNext(1)
    a.onCompleted()
    b.onNext(2)
    #expect(stage.new == ["1@0", "2@0"])
    b.onCompleted()
    #expect(stage.new == ["|@0"])
    let other = stage.subscribe(to: a.merge(with: PublishSubject<Int>()).merge(with: b))
    other.cancel()
    withExtendedLifetime(subscription) {}
    let (c, d) = (PublishSubject<Int>(), PublishSubject<Int>())
    let third = stage.subscribe(to: c.merge(with: d))
    #expect((c.observerCount, d.observerCount) == (1, 1))
    third.cancel()
    #expect((c.observerCount, d.observerCount) == (0, 0))
  }

  @Test("merge asks only for what is wanted") func mergeIsLazy() {
    nonisolated(unsafe) var made: [Int] = []
    let stream = Observable.merge((1...3).map { number in Observable.of(number, number + 10).do { made.append($0) } })
    let subscriber = OneByOne<Int>()
    stream.receive(subscriber: subscriber)
    #expect(made == [])
    for wanted in [1, 2, 3, 11, 12, 13] {
      subscriber.ask()
      #expect(made == subscriber.values)
      #expect(made.last == wanted)
    }
    #expect(subscriber.hasEnded)
  }

  @Test("A failure ends merge and cancels the others") func mergeFails() {
    struct Failure: Error {}
    let (a, b) = (PassthroughSubject<Int, Failure>(), PublishSubject<Int>())
    let subscription = stage.subscribe(to: a.merge(with: b.setFailureType(to: Failure.self)))
    b.onNext(1)
    a.send(completion: .failure(Failure()))
    b.onNext(2)
    #expect(stage.new == ["1@0", "x@0"])
    #expect(b.observerCount == 0)
    withExtendedLifetime(subscription) {}
  }

  // MARK: flatMap

  @Test("flatMap runs its streams side by side, and makes the next when it is wanted") func flatMap() {
    nonisolated(unsafe) var made: [Int] = []
    let stream = Observable.from([1, 2, 3]).flatMap { number -> Observable<Int> in
      made.append(number)
      return .just(number * 10)
    }
    #expect(values(of: stream) == [10, 20, 30])
    made = []
    let subscriber = OneByOne<Int>()
    stream.receive(subscriber: subscriber)
    for number in 1...3 {
      subscriber.ask()
      #expect(subscriber.values.last == number * 10)
      #expect(made == Array(1...number))
    }
    let (source, inner) = (PublishSubject<Int>(), [PublishSubject<String>(), PublishSubject<String>()])
    let subscription = stage.subscribe(to: source.flatMap { inner[$0] })
    source.onNext(0)
    source.onNext(1)
    source.onCompleted()
    inner[0].onNext("a")
    inner[1].onNext("b")
    inner[0].onNext("c")
    inner[0].onCompleted()
    #expect(stage.new == ["a@0", "b@0", "c@0"])
    inner[1].onCompleted()
    #expect(stage.new == ["|@0"])
    withExtendedLifetime(subscription) {}
  }

  @Test("flatMap of 100,000 values does not grow the stack") func longFlatMap() {
    #expect(values(of: Observable.from(0..<100_000).flatMap { Observable.just($0) }) == Array(0..<100_000))
  }

  @Test("flatMapLatest cancels the stream of the value before") func flatMapLatest() {
    let (source, inner) = (PublishSubject<Int>(), [PublishSubject<String>(), PublishSubject<String>()])
    let subscription = stage.subscribe(to: source.flatMapLatest { inner[$0] })
    source.onNext(0)
    inner[0].onNext("a")
    source.onNext(1)
    #expect(inner[0].observerCount == 0)
    inner[0].onNext("b")
    inner[1].onNext("c")
    source.onCompleted()
    inner[1].onNext("d")
    #expect(stage.new == ["a@0", "c@0", "d@0"])
    inner[1].onCompleted()
    #expect(stage.new == ["|@0"])
    withExtendedLifetime(subscription) {}
    let all = Observable.from([1, 2]).flatMapLatest { Observable.of($0, $0 * 10) }
    #expect(values(of: all) == [1, 10, 2, 20])
    #expect(valuesOneByOne(of: all) == [1, 10, 2, 20])
  }

  // MARK: combineLatest and withLatestFrom

  @Test("combineLatest gives the latest values of two to four streams") func combineLatest() {
    let (a, b) = (PublishSubject<Int>(), PublishSubject<String>())
    let subscription = stage.subscribe(to: Observable.combineLatest(a, b) { "\($0)\($1)" })
    a.onNext(1)
    a.onNext(2)
    b.onNext("x")
    b.onNext("y")
    a.onNext(3)
    a.onCompleted()
    b.onNext("z")
    #expect(stage.new == ["2x@0", "2y@0", "3y@0", "3z@0"])
    b.onCompleted()
    #expect(stage.new == ["|@0"])
    withExtendedLifetime(subscription) {}
    let two = Observable.combineLatest(Just(1), Just("b"))
    #expect(values(of: two).map { "\($0.0)\($0.1)" } == ["1b"])
    let three = Observable.combineLatest(Just(1), Just("b"), Just(3))
    #expect(values(of: three).map { "\($0.0)\($0.1)\($0.2)" } == ["1b3"])
    let four = Observable.combineLatest(Just(1), Just(2), Just(3), Just("d"))
    #expect(values(of: four).map { "\($0.0)\($0.1)\($0.2)\($0.3)" } == ["123d"])
    let selected = Observable.combineLatest(Just(1), Just(2), Just("c")) { "\($0)\($1)\($2)" }
    #expect(values(of: selected) == ["12c"])
    let selectedOfFour = Observable.combineLatest(Just(1), Just(2), Just("c"), Just(4)) { "\($0)\($1)\($2)\($3)" }
    #expect(values(of: selectedOfFour) == ["12c4"])
    let pairs = Observable.combineLatest(Observable.from([1, 2]), Observable.from([10, 20])) { $0 + $1 }
    #expect(values(of: pairs) == [11, 12, 22])
    #expect(valuesOneByOne(of: pairs) == [11, 12, 22])
  }

  @Test("withLatestFrom gives the latest value of another stream") func withLatestFrom() {
    let (taps, text) = (PublishSubject<Int>(), PublishSubject<String>())
    let subscription = stage.subscribe(to: taps.withLatestFrom(text) { "\($0)\($1)" })
    taps.onNext(1)
    text.onNext("a")
    text.onNext("b")
    taps.onNext(2)
    text.onCompleted()
    taps.onNext(3)
    #expect(stage.new == ["2b@0", "3b@0"])
    taps.onCompleted()
    #expect(stage.new == ["|@0"])
    withExtendedLifetime(subscription) {}
    #expect(valuesOneByOne(of: Observable.of(1, 2).withLatestFrom(Observable.of("a", "b"))) == ["b", "b"])
    let (source, other) = (PublishSubject<Int>(), PublishSubject<Int>())
    stage.subscribe(to: source.withLatestFrom(other)).cancel()
    #expect((source.observerCount, other.observerCount) == (0, 0))
    let ending = stage.subscribe(to: source.withLatestFrom(other))
    source.onCompleted()
    #expect(stage.new == ["|@0"])
    #expect(other.observerCount == 0)
    withExtendedLifetime(ending) {}
  }

  // MARK: take

  @Test("take ends with the last value, and cancels then") func take() {
    let subject = PublishSubject<Int>()
    let subscription = stage.subscribe(to: subject.take(2))
    subject.onNext(1)
    subject.onNext(2)
    #expect(stage.new == ["1@0", "2@0", "|@0"])
    #expect(subject.observerCount == 0)
    #expect(values(of: Observable.of(1, 2).take(0)) == [])
    #expect(valuesOneByOne(of: Observable.of(1, 2, 3).take(2)) == [1, 2])
    #expect(values(of: Observable.of(1, 2).take(5)) == [1, 2])
    withExtendedLifetime(subscription) {}
  }

  @Test("take(until:) ends when the other stream has a value, not when it ends") func takeUntil() {
    let (subject, stop) = (PublishSubject<Int>(), PublishSubject<Void>())
    let subscription = stage.subscribe(to: subject.take(until: stop))
    subject.onNext(1)
    stop.onNext(())
    subject.onNext(2)
    #expect(stage.new == ["1@0", "|@0"])
    #expect((subject.observerCount, stop.observerCount) == (0, 0))
    #expect(values(of: Observable.of(1, 2).takeUntil(Observable<Int>.empty())) == [1, 2])
    #expect(values(of: Observable.of(1, 2).takeUntil(Observable.just(1))) == [])
    let ended = stage.subscribe(to: Observable<Int>.never().take(until: Observable.just(1)))
    #expect(stage.new == ["|@0"])
    withExtendedLifetime((subscription, ended)) {}
  }

  // MARK: Others

  @Test("startWith, do, withIndex, deferred, of") func small() {
    #expect(values(of: Observable.just(3).startWith(1, 2)) == [1, 2, 3])
    #expect(valuesOneByOne(of: Observable.just(3).startWith(1, 2)) == [1, 2, 3])
    nonisolated(unsafe) var done: [String] = []
    let stream = Observable.of("a", "b").do(
      onNext: { done.append($0) }, onCompleted: { done.append("|") }, onSubscribe: { done.append("(") })
    #expect(done == [])
    #expect(values(of: stream) == ["a", "b"])
    #expect(done == ["(", "a", "b", "|"])
    let numbered = Observable.of("a", "b").withIndex()
    for _ in 1...2 { #expect(values(of: numbered).map { "\($0.index)\($0.element)" } == ["0a", "1b"]) }
    nonisolated(unsafe) var count = 0
    let deferred = Observable<Int>.deferred { () -> Observable<Int> in
      count += 1
      return .just(count)
    }
    #expect(count == 0)
    #expect(values(of: deferred) + values(of: deferred) == [1, 2])
  }

  @Test("map, filter and compactMap give observables, so that a body may return them") func observables() {
    func body(_ subject: PublishSubject<Int>) -> Observable<String> {
      subject.filter { $0 > 0 }.map { "\($0)" }.distinctUntilChanged().skip(1).compactMap { $0 == "9" ? nil : $0 }
    }
    let subject = PublishSubject<Int>()
    let subscription = stage.subscribe(to: body(subject))
    for value in [-1, 1, 2, 2, 9, 3] { subject.onNext(value) }
    #expect(stage.new == ["2@0", "3@0"])
    withExtendedLifetime(subscription) {}
  }

  @Test("An error becomes a value") func errors() {
    struct Failure: Error {}
    let failing = [1, 2].publisher.setFailureType(to: Failure.self).append(Fail(error: Failure()))
    #expect(values(of: failing.catchAndReturn(0)) == [1, 2, 0])
    #expect(valuesOneByOne(of: failing.catchErrorJustReturn(0)) == [1, 2, 0])
  }

  @Test("debug prints what happens") func debug() {
    final class Paper: TextOutputStream {
      var text = ""
      func write(_ string: String) { text += string }
    }
    let paper = Paper()
    #expect(values(of: Observable.just(7).debug("seven", to: paper)) == [7])
    #expect(paper.text.contains("seven: receive value: (7)"))
    #expect(paper.text.contains("seven: receive finished"))
  }
}
