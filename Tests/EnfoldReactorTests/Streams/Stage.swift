// What the tests of streams share: a clock with all that waits on it, and subscribers.
import Dispatch
@testable import Enfold
import EnfoldReactor
@testable import EnfoldTesting

/// Streams on a clock of their own. What they do is written down, with the second in which it happened.
final class Stage: Sendable {
  let clock = TestClock()
  let dependencies: DependencyValues
  private let events = Locked<[String]>([])

  init() {
    let executor = EffectExecutor(on: DispatchQueue(label: "streams"))
    dependencies = DependencyValues(.test) { [clock] in
      $0.clock = clock
      $0.effectExecutor = executor
    }
    clock.attach(ObjectIdentifier(executor)) { while !executor.isQuiet { await Task.yield() } }
  }

  /// Subscribes to a stream, with the stage's dependencies: "7@3" is the value 7 in the third second, "|@3" the end.
  func subscribe<Stream: Publisher>(to stream: Stream) -> AnyCancellable {
    withDependencies(dependencies) {
      stream.subscribe(
        onNext: { [self] in note("\($0)") }, onError: { [self] _ in note("x") }, onCompleted: { [self] in note("|") })
    }
  }

  func note(_ event: String) {
    let time = clock.now.offset
    let text = time.components.attoseconds == 0 ? "\(time.components.seconds)" : "\(time / .seconds(1))"
    events.withLock { $0.append("\(event)@\(text)") }
  }

  /// What has happened since this was asked last.
  var new: [String] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }

  nonisolated(nonsending) func advance(by seconds: Double) async { await clock.advance(by: .seconds(seconds)) }
}

/// Asks for one value at a time, when it is told to.
final class OneByOne<Input>: Subscriber {
  typealias Failure = Never
  private(set) var values: [Input] = []
  private(set) var hasEnded = false
  private var subscription: (any OpenCombine.Subscription)?

  func ask() { subscription?.request(.max(1)) }
  func cancel() { subscription?.cancel() }
  func receive(subscription: any OpenCombine.Subscription) { self.subscription = subscription }
  func receive(_ input: Input) -> Subscribers.Demand {
    values.append(input)
    return .none
  }
  func receive(completion: Subscribers.Completion<Never>) { hasEnded = true }
}

/// The values that a stream has at hand.
func values<P: Publisher>(of stream: P) -> [P.Output] {
  nonisolated(unsafe) var values: [P.Output] = []
  let subscription = stream.bind { values.append($0) }
  withExtendedLifetime(subscription) {}
  return values
}

/// The values that a stream has at hand for somebody who asks for one at a time.
func valuesOneByOne<P: Publisher>(of stream: P, most: Int = 100) -> [P.Output] where P.Failure == Never {
  let subscriber = OneByOne<P.Output>()
  stream.receive(subscriber: subscriber)
  for _ in 0..<most where !subscriber.hasEnded { subscriber.ask() }
  return subscriber.values
}

/// Lets 8 threads call a body at once, 1,000 times each, with the numbers from 0 to 7,999.
func fromEightThreads(_ body: @escaping @Sendable (Int) -> Void) {
  DispatchQueue.concurrentPerform(iterations: 8) { thread in
    for number in 0..<1_000 { body(thread * 1_000 + number) }
  }
}
