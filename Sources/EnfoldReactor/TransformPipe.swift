// TransformPipe: one of a reactor's transforms at work.
import Enfold
import OpenCombine

/// Runs values through a stream that a reactor's transform has made, once. A value that the stream emits while another
/// one is put in comes out together with that one. A value that it emits at another time, because a stream is merged
/// into it, comes late.
final class TransformPipe<Value>: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock. No code of others runs under it.
  private let lock = Lock()
  private let input = PublishSubject<Value>()
  private var subscription: (any OpenCombine.Subscription)?
  private var hasEnded = false
  /// Whether a value is being put in, and the values that have come out so far.
  private var isPushing = false
  private var outputs: [Value] = []
  private let late: @Sendable (Value) -> Void

  /// Nil if the transform leaves the stream as it is.
  ///
  /// - Parameter late: called on any thread with a value that comes late. The stream is still handing it over.
  init?(
    _ transform: (Observable<Value>) -> Observable<Value>,
    late: @escaping @Sendable (Value) -> Void
  ) {
    self.late = late
    let door = Door(input)
    let sink = Sink(self)
    transform(door.eraseToAnyPublisher()).receive(subscriber: sink)
    if door.isUntouched(sink) { return nil }
  }

  /// Puts a value in. Returns the values that come out.
  func push(_ value: Value) -> [Value] {
    lock.withLock { isPushing = true }
    HandOver.push { input.onNext(value) }
    return lock.withLock {
      defer { outputs = [] }
      isPushing = false
      return outputs
    }
  }

  /// Ends the stream.
  func end() {
    let subscription = lock.withLock {
      defer { self.subscription = nil }
      hasEnded = true
      return self.subscription
    }
    subscription?.cancel()
  }

  private func begin(_ subscription: any OpenCombine.Subscription) {
    let hasEnded = lock.withLock {
      if !self.hasEnded { self.subscription = subscription }
      return self.hasEnded
    }
    if hasEnded { subscription.cancel() } else { subscription.request(.unlimited) }
  }

  private func take(_ value: Value) {
    let isLate = lock.withLock {
      if hasEnded { return false }
      if isPushing { outputs.append(value) }
      return !isPushing
    }
    if isLate { late(value) }
  }

  /// Where the stream begins. This sees whether the transform has put anything between this and the sink.
  private struct Door: Publisher {
    typealias Output = Value
    typealias Failure = Never

    private final class First { var subscriber: CombineIdentifier? }

    private let input: PublishSubject<Value>
    private let first = First()

    init(_ input: PublishSubject<Value>) { self.input = input }

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Value, Downstream.Failure == Never {
      if first.subscriber == nil { first.subscriber = subscriber.combineIdentifier }
      input.receive(subscriber: subscriber)
    }

    func isUntouched(_ sink: Sink) -> Bool { first.subscriber == sink.combineIdentifier }
  }

  private final class Sink: Subscriber {
    private weak var pipe: TransformPipe?

    init(_ pipe: TransformPipe) { self.pipe = pipe }

    func receive(subscription: any OpenCombine.Subscription) { pipe?.begin(subscription) }

    func receive(_ input: Value) -> Subscribers.Demand {
      pipe?.take(input)
      return .unlimited
    }

    func receive(completion: Subscribers.Completion<Never>) {}
  }
}
