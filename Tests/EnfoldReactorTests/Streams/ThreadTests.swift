// Streams whose values come from 8 threads at once.
import EnfoldReactor
@testable import EnfoldTesting
import Testing

@Suite("Streams from several threads") struct ThreadTests {
  /// Subscribes, lets 8 threads feed, and expects every value once, one at a time, and the end after them.
  private func expectAll<Stream: Publisher>(
    _ stream: Stream, feed: @escaping @Sendable (Int) -> Void, end: () -> Void
  ) async where Stream.Output == Int, Stream.Failure == Never {
    let told = Locked<[Int]>([])
    let inside = Locked(0)
    let hasEnded = Locked(false)
    let subscription = stream.subscribe { value in
      #expect(
        inside.withLock {
          $0 += 1
          return $0
        } == 1)
      #expect(!hasEnded.withLock { $0 })
      told.withLock { $0.append(value) }
      inside.withLock { $0 -= 1 }
    } onCompleted: {
      hasEnded.withLock { $0 = true }
    }
    fromEightThreads(feed)
    end()
    while !hasEnded.withLock({ $0 }) { await Task.yield() }
    let isComplete = told.withLock { $0.sorted() } == Array(0..<8_000)
    #expect(isComplete)
    withExtendedLifetime(subscription) {}
  }

  /// Eight streams, one for each thread.
  private func subjects() -> [PublishSubject<Int>] { (0..<8).map { _ in PublishSubject<Int>() } }

  @Test("merge") func merge() async {
    let subjects = subjects()
    await expectAll(Observable<Int>.merge(subjects)) {
      subjects[$0 / 1_000].onNext($0)
    } end: {
      for subject in subjects { subject.onCompleted() }
    }
  }

  @Test("flatMap") func flatMap() async {
    let subjects = subjects()
    await expectAll(Observable.from(0..<8).flatMap { subjects[$0] }) {
      subjects[$0 / 1_000].onNext($0)
    } end: {
      for subject in subjects { subject.onCompleted() }
    }
  }

  @Test("flatMap of a stream that is fed") func flatMapOfSubject() async {
    let subject = PublishSubject<Int>()
    await expectAll(subject.flatMap { Observable.just($0) }) {
      subject.onNext($0)
    } end: {
      subject.onCompleted()
    }
  }

  @Test("create") func create() async {
    let observer = Locked<StreamObserver<Int>?>(nil)
    let stream = Observable<Int>.create { made in
      observer.withLock { $0 = made }
      return Disposables.create()
    }
    await expectAll(stream) { value in
      observer.withLock { $0 }?.onNext(value)
    } end: {
      observer.withLock { $0 }?.onCompleted()
    }
  }

  @Test("run") func run() async {
    let stream = Observable<Int>.run { send in
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<8 {
          group.addTask { for number in 0..<1_000 { await send(thread * 1_000 + number) } }
        }
      }
    }
    await expectAll(stream) { _ in
    } end: {
    }
  }

  @Test("delay") func delay() async {
    let (subject, clock) = (PublishSubject<Int>(), ImmediateClock())
    await expectAll(subject.delay(for: .seconds(1), clock: clock)) {
      subject.onNext($0)
    } end: {
      subject.onCompleted()
    }
  }

  @Test("throttle and debounce give values in order, and the last one") func throttleAndDebounce() async {
    for kind in 0..<2 {
      let (subject, clock) = (PublishSubject<Int>(), ImmediateClock())
      let told = Locked<[Int]>([])
      let hasEnded = Locked(false)
      let stream = kind == 0 ? subject.throttle(.seconds(1), clock: clock) : subject.debounce(.seconds(1), clock: clock)
      let subscription = stream.subscribe { value in
        told.withLock { $0.append(value) }
      } onCompleted: {
        hasEnded.withLock { $0 = true }
      }
      let next = Locked(0)
      // Under the lock, so that the subject gets them in order.
      fromEightThreads { _ in
        next.withLock {
          subject.onNext($0)
          $0 += 1
        }
      }
      subject.onCompleted()
      while !hasEnded.withLock({ $0 }) { await Task.yield() }
      let values = told.withLock { $0 }
      #expect(values.last == 7_999)
      let isRising = zip(values, values.dropFirst()).allSatisfy { $0 < $1 }
      #expect(isRising)
      withExtendedLifetime(subscription) {}
    }
  }

  @Test("combineLatest and withLatestFrom") func latest() async {
    let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
    let (pairs, latest) = (Locked<[(Int, Int)]>([]), Locked<[Int]>([]))
    let subscriptions = [
      Observable.combineLatest(a, b).bind { pair in pairs.withLock { $0.append(pair) } },
      a.withLatestFrom(b).bind { value in latest.withLock { $0.append(value) } },
    ]
    a.onNext(-1)
    b.onNext(-1)
    fromEightThreads { if $0 < 4_000 { a.onNext($0) } else { b.onNext($0) } }
    while pairs.withLock({ $0.count }) < 8_001 { await Task.yield() }
    while latest.withLock({ $0.count }) < 4_000 { await Task.yield() }
    #expect(pairs.withLock { $0.count } == 8_001)
    #expect(latest.withLock { $0.count } == 4_000)
    withExtendedLifetime(subscriptions) {}
  }

  @Test("take ends once, whoever comes last") func take() async {
    for _ in 0..<50 {
      let (subject, stop) = (PublishSubject<Int>(), PublishSubject<Int>())
      let (count, ends) = (Locked(0), Locked(0))
      let subscription = subject.take(100).take(until: stop).subscribe { _ in
        #expect(ends.withLock { $0 } == 0)
        count.withLock { $0 += 1 }
      } onCompleted: {
        ends.withLock { $0 += 1 }
      }
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<8 {
          group.addTask { for number in 0..<30 { if thread == 7 { stop.onNext(1) } else { subject.onNext(number) } } }
        }
      }
      while ends.withLock({ $0 }) == 0 { await Task.yield() }
      #expect(ends.withLock { $0 } == 1)
      #expect(count.withLock { $0 } <= 100)
      withExtendedLifetime(subscription) {}
    }
  }

  @Test("flatMapLatest tells nothing of a stream behind a value of the next one") func latest() {
    let (outer, inner) = (PublishSubject<Int>(), (0..<2_000).map { _ in PublishSubject<Int>() })
    let (told, current) = (Locked<[Int]>([]), Locked(0))
    let subscription = outer.flatMapLatest { inner[$0] }.bind { value in told.withLock { $0.append(value) } }
    fromEightThreads { value in
      if value < 1_000 {  // one of the threads
        for number in [2 * value, 2 * value + 1] {
          outer.onNext(number)
          current.withLock { $0 = number }
          inner[number].onNext(number)
        }
      } else {
        let number = current.withLock { $0 }
        inner[number].onNext(number)
      }
    }
    let values = told.withLock { $0 }
    #expect(values == values.sorted())
    withExtendedLifetime(subscription) {}
  }

  @Test("A stream that is cancelled while it is fed tells nothing more") func cancelling() async {
    let subjects = subjects()
    let told = Locked(0)
    let subscription = Observable<Int>.merge(subjects).flatMap { Observable.just($0) }.bind { _ in
      told.withLock { $0 += 1 }
    }
    nonisolated(unsafe) let cancellable = subscription  // any thread may cancel
    fromEightThreads { value in
      if value == 4_500 { cancellable.cancel() }
      subjects[value / 1_000].onNext(value)
    }
    let count = told.withLock { $0 }
    for subject in subjects { subject.onNext(0) }
    #expect(told.withLock { $0 } == count)
    #expect(subjects.allSatisfy { $0.observerCount == 0 })
  }
}
