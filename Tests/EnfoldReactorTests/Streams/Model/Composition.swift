// Composition: a description of a stream, which a test plays and a model predicts.
@testable import Enfold
import EnfoldReactor
import EnfoldTesting

/// A value, and how long after the one before it comes.
struct Beat: Sendable, CustomStringConvertible {
  let gap: Int
  let value: Int

  var description: String { gap == 0 ? "\(value)" : "+\(gap): \(value)" }
}

/// A stream of numbers. Times are milliseconds.
indirect enum Composition: Sendable {
  case just(Int)
  case of([Int])
  case empty
  case never
  case create([Beat], ends: Bool)
  case run([Beat])
  case async(Beat)
  case interval(Int)
  case timer(Int)
  case ticks(Int, period: Int)
  case subject(Int)
  case one(Operator, Composition)
  case two(Pairing, Composition, Composition)
  case many(Joining, [Composition])

  /// Operators with one stream.
  enum Operator: Sendable {
    case map(Int)
    case filter(Int)
    case compactMap(Int)
    case withIndex
    case distinct
    case skip(Int)
    case take(Int)
    case delay(Int)
    case debounce(Int)
    case throttle(Int, ThrottleKeeps)
    case startWith([Int])
    case does
    case debug
    case deferred
    case catches(Int)
  }

  /// Operators with two streams.
  enum Pairing: String, Sendable, CaseIterable {
    case mergeWith, combineLatest, zip, withLatestFrom, takeUntil, flatMap, flatMapLatest
  }

  /// Operators with several streams.
  enum Joining: String, Sendable, CaseIterable { case concat, merge, combineLatest }

  /// A number made of two, to see which values a result comes from.
  static func mix(_ a: Int, _ b: Int) -> Int { (a * 7 + b * 13 + 1) % 997 }

  /// Whether a task in it may have something at once. What tasks send comes at its time, but in no order with what comes at
  /// the same time from elsewhere.
  var hasWorkAtOnce: Bool {
    switch self {
    case .run(let beats): (beats.first?.gap ?? 0) == 0
    case .async(let beat): beat.gap == 0
    case .just, .of, .empty, .never, .create, .interval, .timer, .ticks, .subject: false
    case .one(_, let source): source.hasWorkAtOnce
    case .two(_, let a, let b): a.hasWorkAtOnce || b.hasWorkAtOnce
    case .many(_, let sources): sources.contains(where: \.hasWorkAtOnce)
    }
  }

  /// The names of all operators in it.
  var names: [String] {
    switch self {
    case .just, .of, .empty, .never, .create, .run, .async, .interval, .timer, .ticks, .subject:
      [String("\(self)".prefix { $0 != "(" })]
    case .one(let name, let source): [String("\(name)".prefix { $0 != "(" })] + source.names
    case .two(let name, let a, let b): [name.rawValue] + a.names + b.names
    case .many(let name, let sources): [name.rawValue] + sources.flatMap(\.names)
    }
  }
}

/// What the streams of a composition need while they are played.
final class Scene: Sendable {
  struct Failure: Error {}

  /// A subject, and what it is fed: values with their times, and the time of its end.
  struct Feed: Sendable {
    let subject: PublishSubject<Int>
    /// The value that a subscriber gets at once.
    let first: Int?
    let values: [(time: Int, value: Int)]
    let end: Int?
  }

  let clock = TestClock()
  let feeds: [Feed]

  init(_ feeds: [Feed]) { self.feeds = feeds }

  var now: Int { Int(clock.now.offset / .milliseconds(1)) }

  /// Feeds the subjects with the values of a time.
  func feed(at time: Int) {
    for feed in feeds {
      for value in feed.values where value.time == time { feed.subject.onNext(value.value) }
      if feed.end == time { feed.subject.onCompleted() }
    }
  }

  func stream(of composition: Composition) -> Observable<Int> {
    switch composition {
    case .just(let value): .just(value)
    case .of(let values): .from(values)
    case .empty: .empty()
    case .never: .never()
    case .create(let beats, let ends): create(beats, ends)
    case .run(let beats):
      .run { [clock] send in
        for beat in beats {
          if beat.gap > 0 { try await clock.sleep(for: .milliseconds(beat.gap)) }
          await send(beat.value)
        }
      }
    case .async(let beat):
      .async { [clock] in
        if beat.gap > 0 { try await clock.sleep(for: .milliseconds(beat.gap)) }
        return beat.value
      }
    case .interval(let period): .interval(.milliseconds(period))
    case .timer(let first): .timer(.milliseconds(first))
    case .ticks(let first, let period): .timer(.milliseconds(first), period: .milliseconds(period))
    case .subject(let index): feeds[index].subject.asObservable()
    case .one(let name, let source): apply(name, to: stream(of: source))
    case .two(let name, let a, let b): pair(name, a, b)
    case .many(let name, let sources): join(name, sources.map(stream))
    }
  }

  /// A stream that a task feeds, which ends with the stream.
  private func create(_ beats: [Beat], _ ends: Bool) -> Observable<Int> {
    .create { [clock] observer in
      let task = Task.immediate(executorPreference: DependencyValues.current?.effectExecutor) {
        for beat in beats {
          if beat.gap > 0 { guard (try? await clock.sleep(for: .milliseconds(beat.gap))) != nil else { return } }
          observer.onNext(beat.value)
        }
        if ends { observer.onCompleted() }
      }
      return Disposables.create { task.cancel() }
    }
  }

  private func apply(_ name: Composition.Operator, to source: Observable<Int>) -> Observable<Int> {
    switch name {
    case .map(let number): source.map { Composition.mix($0, number) }
    case .filter(let number): source.filter { $0 % 4 != number % 4 }
    case .compactMap(let number): source.compactMap { $0 % 3 == number % 3 ? nil : $0 + 1 }
    case .withIndex: source.withIndex().map { Composition.mix($0.index, $0.element) }
    case .distinct: source.distinctUntilChanged { $0 % 2 }
    case .skip(let count): source.skip(count)
    case .take(let count): source.take(count)
    case .delay(let time): source.delay(.milliseconds(time))
    case .debounce(let time): source.debounce(.milliseconds(time))
    case .throttle(let time, let keeps): source.throttle(for: .milliseconds(time), keeping: keeps)
    case .startWith(let values): .concat(.from(values), source.startWith(0))
    case .does: source.do(onNext: { _ in }, onCompleted: {})
    case .debug: source.debug(to: Silence())
    case .deferred: deferred(source)
    case .catches(let value):
      source.setFailureType(to: Failure.self).append(Fail<Int, Failure>(error: Failure())).catchAndReturn(value)
    }
  }

  private func deferred(_ source: Observable<Int>) -> Observable<Int> {
    nonisolated(unsafe) let source = source  // one thread at a time subscribes
    return .deferred { source }
  }

  private func pair(_ name: Composition.Pairing, _ a: Composition, _ b: Composition) -> Observable<Int> {
    let source = stream(of: a)
    switch name {
    case .mergeWith: return source.merge(with: stream(of: b))
    case .combineLatest: return .combineLatest(source, stream(of: b)) { Composition.mix($0, $1) }
    case .zip: return .zip(source, stream(of: b)) { Composition.mix($0, $1) }
    case .withLatestFrom: return source.withLatestFrom(stream(of: b)) { Composition.mix($0, $1) }
    case .takeUntil: return source.take(until: stream(of: b))
    case .flatMap: return source.flatMap { value in self.stream(of: b).map { Composition.mix(value, $0) } }
    case .flatMapLatest: return source.flatMapLatest { value in self.stream(of: b).map { Composition.mix(value, $0) } }
    }
  }

  private func join(_ name: Composition.Joining, _ sources: [Observable<Int>]) -> Observable<Int> {
    switch name {
    case .concat: .concat(sources)
    case .merge: .merge(sources)
    case .combineLatest:
      sources.count == 3
        ? .combineLatest(sources[0], sources[1], sources[2]) { Composition.mix(Composition.mix($0, $1), $2) }
        : .combineLatest(sources[0], sources[1], sources[2], sources[3]) {
          Composition.mix(Composition.mix($0, $1), Composition.mix($2, $3))
        }
    }
  }

  private final class Silence: TextOutputStream { func write(_ string: String) {} }
}
