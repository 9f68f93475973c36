// Streams that need time, on a clock that the test moves.
import EnfoldReactor
import EnfoldTesting
import Testing

@Suite("Streams that need time") struct TimeTests {
  let stage = Stage()

  // MARK: interval and timer

  @Test("An interval counts, and stops when it is cancelled") func interval() async {
    let subscription = stage.subscribe(to: Observable.interval(.seconds(2)))
    #expect(stage.new == [])
    await stage.advance(by: 7)
    #expect(stage.new == ["0@2", "1@4", "2@6"])
    #expect(stage.clock.sleeperCount == 1)
    subscription.cancel()
    #expect(stage.clock.sleeperCount == 0)
    await stage.advance(by: 7)
    #expect(stage.new == [])
  }

  @Test("timer(interval:) is an interval; a timer with one time ticks once") func timer() async {
    let subscriptions = [
      stage.subscribe(to: Observable<Int>.timer(interval: .seconds(2)).take(2)),
      stage.subscribe(to: Observable<Int>.timer(.seconds(1)).map { _ in "once" }),
      stage.subscribe(to: Observable<Int>.timer(.seconds(3), period: .seconds(10)).map { "first \($0)" }),
    ]
    await stage.advance(by: 15)
    #expect(stage.new == ["once@1", "|@1", "0@2", "first 0@3", "1@4", "|@4", "first 1@13"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("Ticks that are asked for late come at once, none is left out, and none drifts") func lateTicks() async {
    let subscriber = OneByOne<Int>()
    withDependencies(stage.dependencies) { Observable.interval(.seconds(1)).receive(subscriber: subscriber) }
    await stage.advance(by: 10)
    #expect(subscriber.values == [])
    for tick in 0..<3 {
      subscriber.ask()
      await stage.advance(by: 0)
      #expect(subscriber.values == Array(0...tick))
    }
    // The eleventh tick is due in the eleventh second, however late the ten before it were.
    for _ in 3..<11 {
      subscriber.ask()
      await stage.advance(by: 0)
    }
    #expect(subscriber.values.count == 10)
    await stage.advance(by: 1)
    #expect(subscriber.values.count == 11)
    subscriber.cancel()
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test("A clock that is given counts, not that of the dependencies") func ownClock() async {
    let clock = TestClock()
    let subscription = stage.subscribe(to: Observable.interval(.seconds(1), clock: clock))
    await stage.advance(by: 3)
    #expect(stage.new == [])
    #expect(clock.sleeperCount == 1)
    subscription.cancel()
    #expect(clock.sleeperCount == 0)
  }

  // MARK: delay

  @Test("delay gives values and the end later, in order") func delay() async {
    let subject = PublishSubject<Int>()
    let subscription = stage.subscribe(to: subject.delay(for: .seconds(5)))
    subject.onNext(1)
    subject.onNext(2)
    await stage.advance(by: 3)
    subject.onNext(3)
    subject.onCompleted()
    await stage.advance(by: 10)
    #expect(stage.new == ["1@5", "2@5", "3@8", "|@8"])
    withExtendedLifetime(subscription) {}
  }

  @Test("delay keeps what was not asked for, and ends its waiting when it is cancelled") func delayOneByOne() async {
    let subscriber = OneByOne<Int>()
    withDependencies(stage.dependencies) {
      Observable.from([1, 2, 3]).delay(.seconds(1)).receive(subscriber: subscriber)
    }
    await stage.advance(by: 2)
    #expect(subscriber.values == [])
    subscriber.ask()
    #expect(subscriber.values == [1])
    #expect(!subscriber.hasEnded)
    subscriber.ask()
    subscriber.ask()
    #expect(subscriber.values == [1, 2, 3])
    #expect(subscriber.hasEnded)
    let subscription = stage.subscribe(to: Observable.just(1).delay(.seconds(1)))
    #expect(stage.clock.sleeperCount == 1)
    subscription.cancel()
    await stage.advance(by: 2)
    #expect(stage.new == [])
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test("delay delays a failure, too") func delayedFailure() async {
    struct Failure: Error {}
    let subject = PassthroughSubject<Int, Failure>()
    let subscription = stage.subscribe(to: subject.delay(for: .seconds(2)))
    subject.send(1)
    subject.send(completion: .failure(Failure()))
    await stage.advance(by: 3)
    #expect(stage.new == ["1@2", "x@2"])
    withExtendedLifetime(subscription) {}
  }

  // MARK: debounce

  @Test("debounce gives a value when it has been quiet") func debounce() async {
    let subject = PublishSubject<Int>()
    let subscription = stage.subscribe(to: subject.debounce(.seconds(3)))
    for value in 1...3 {
      subject.onNext(value)
      await stage.advance(by: 2)
    }
    await stage.advance(by: 5)
    #expect(stage.new == ["3@7"])
    subject.onNext(4)
    subject.onCompleted()
    #expect(stage.new == ["4@11", "|@11"])
    #expect(stage.clock.sleeperCount == 0)
    withExtendedLifetime(subscription) {}
  }

  @Test("debounce that is cancelled gives nothing") func debounceCancelled() async {
    let subject = PublishSubject<Int>()
    let subscription = stage.subscribe(to: subject.debounce(for: .seconds(3)))
    subject.onNext(1)
    subscription.cancel()
    #expect(subject.observerCount == 0)
    await stage.advance(by: 5)
    #expect(stage.new == [])
  }

  // MARK: throttle

  /// Sends 1, 2, 3 in the seconds 0, 1, 2, and 4 in the second 9, through a throttle of 5 seconds.
  private func throttled(_ throttle: (PublishSubject<Int>) -> Observable<Int>) async -> [String] {
    let subject = PublishSubject<Int>()
    let subscription = stage.subscribe(to: throttle(subject))
    for value in 1...3 {
      subject.onNext(value)
      await stage.advance(by: 1)
    }
    await stage.advance(by: 6)
    subject.onNext(4)
    await stage.advance(by: 20)
    subscription.cancel()
    return stage.new
  }

  @Test("throttle gives a value at once, and the latest one when the interval is over") func throttle() async {
    let latest = await throttled { $0.throttle(for: .seconds(5)) }
    #expect(latest == ["1@0", "3@5", "4@10"])
  }

  @Test("throttle keeps the first value, as in Combine") func throttleFirst() async {
    let first = await throttled { $0.throttle(for: .seconds(5), latest: false) }
    #expect(first == ["1@0", "2@5", "4@10"])
  }

  @Test("throttle keeps none, as in RxSwift") func throttleNone() async {
    let none = await throttled { $0.throttle(.seconds(5), latest: false) }
    #expect(none == ["1@0", "4@9"])
  }

  @Test("throttle gives the value that waits before it ends") func throttleEnds() async {
    let subject = PublishSubject<Int>()
    let subscription = stage.subscribe(to: subject.throttle(.seconds(5)))
    subject.onNext(1)
    subject.onNext(2)
    subject.onCompleted()
    #expect(stage.new == ["1@0"])
    await stage.advance(by: 6)
    #expect(stage.new == ["2@5", "|@5"])
    #expect(stage.clock.sleeperCount == 0)
    withExtendedLifetime(subscription) {}
    let ended = stage.subscribe(to: Observable.just(1).throttle(.seconds(5)))
    #expect(stage.new == ["1@6", "|@6"])
    #expect(stage.clock.sleeperCount == 0)
    withExtendedLifetime(ended) {}
  }

  @Test("throttle that is cancelled waits no more") func throttleCancelled() async {
    let subject = PublishSubject<Int>()
    let subscription = stage.subscribe(to: subject.throttle(.seconds(5)))
    subject.onNext(1)
    subject.onNext(2)
    subscription.cancel()
    #expect(stage.clock.sleeperCount == 0)
    await stage.advance(by: 6)
    #expect(stage.new == ["1@0"])
  }

  @Test("Streams that are subscribed to later have the clock of the subscription") func innerClock() async {
    let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
    let stream = Observable.merge(
      first.flatMap { Observable.just($0).delay(for: .seconds(1)) },
      first.flatMapLatest { Observable.just($0 * 10).delay(for: .seconds(2)) },
      .concat(second.take(1).asObservable(), Observable.just(100).delay(for: .seconds(3))))
    let subscription = stage.subscribe(to: stream)
    first.onNext(1)  // with no dependencies bound
    second.onNext(2)
    await stage.advance(by: 4)
    #expect(stage.new == ["2@0", "1@1", "10@2", "100@3"])
    withExtendedLifetime(subscription) {}
  }
}
