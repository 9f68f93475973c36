// PublisherPull: asks a publisher for one value at a time, for an effect. Operators of streams have Inlet.
import Enfold
import OpenCombine

/// A subscription to a publisher: first its first value, later all others. Whoever has it cancels it in the end, because the
/// subscription keeps it alive.
///
/// The publisher's code is compiled for any types, and looks up what it must know of a type whenever it uses it. So it
/// gets a ``PullSubscriber``, which only calls closures; all else is here, compiled for the type of the values.
@usableFromInline final class PublisherPull<Output>: @unchecked Sendable {
  // Unchecked: everything that changes is guarded by the lock. No code of others runs under it.
  @usableFromInline typealias End = (Result<Void, any Error>) -> Void

  @usableFromInline struct Content {
    @usableFromInline var state = PullState.keeping(.expected(isAsked: false), waiting: 0)
    @usableFromInline var subscription: (any OpenCombine.Subscription)?
    /// Those that wait, by `state`, behind those that were taken.
    @usableFromInline var values: [Output?] = []
    @usableFromInline var takenCount = 0
    /// How it has ended, first of all.
    @usableFromInline var result: Result<Void, any Error>?
    @usableFromInline var forward: ((Output) -> Void)?
    @usableFromInline var ended: End?

    @inlinable init() {}

    /// Takes the value that has waited longest.
    @inlinable mutating func takeValue() -> Output? {
      // The array keeps no reference to it. Otherwise the value could be freed here, under the lock.
      let value = values[takenCount].take()
      takenCount += 1
      if takenCount == values.count { (values, takenCount) = ([], 0) }
      return value
    }

    /// Takes out the function to call at the end.
    @usableFromInline mutating func takeEnd() -> (() -> Void)? {
      guard let ended, let result else { return nil }
      self.ended = nil
      forward = nil
      return { ended(result) }
    }
  }

  @usableFromInline let lock = Lock()
  @exclusivity(unchecked) @usableFromInline var content = Content()
  /// Where parts of the stream leave their errors.
  @usableFromInline let reporter = Surroundings.Reporter()

  /// Subscribes to a publisher.
  @inlinable init<P: Publisher>(_ publisher: P) where P.Output == Output {
    let subscriber = PullSubscriber<Output, P.Failure> {
      self.receive(subscription: $0)
    } take: {
      self.receive($0)
    } ended: {
      switch $0 {
      case .finished: self.receive(.success(()))
      case .failure(let error): self.receive(.failure(error))
      }
    }
    reporter.listen { publisher.receive(subscriber: subscriber) }
  }

  // MARK: For the publisher

  @inlinable func receive(subscription: any OpenCombine.Subscription) {
    let welcome = lock.withLock {
      let welcome = content.state.subscribe()
      if welcome != .cancel { content.subscription = subscription }
      return welcome
    }
    switch welcome {
    case .keep: break
    // A publisher may make its subscription late, when a value was asked for already.
    case .ask: subscription.request(.max(1))
    case .cancel: subscription.cancel()
    }
  }

  @inlinable func receive(_ input: Output) -> Subscribers.Demand {
    let forward = lock.withLock { () -> ((Output) -> Void)? in
      switch content.state.receive() {
      case .keep: content.values.append(input)
      case .forward: return content.forward
      case .drop: break
      }
      return nil
    }
    guard let forward else { return .none }
    forward(input)
    return lock.withLock { content.state.isEmpty } ? .none : .max(1)
  }

  @inlinable func receive(_ completion: Result<Void, any Error>) {
    let noted = reporter.error
    let (past, end) = lock.withLock {
      let past = content.subscription.take()
      var result = completion
      if case .success = completion, let noted { result = .failure(noted) }
      content.result = content.result ?? result
      return (past, content.state.end() ? content.takeEnd() : nil)
    }
    withExtendedLifetime(past) {}  // without the lock: its end may run anything
    end?()
  }

  // MARK: For the effect

  /// Asks for the first value. `first` is nil if it does not come at once; `rest` is nil if that was all.
  @inlinable func begin() -> (first: Output?, rest: HeldPull<Output>?) {
    let (value, hasEnded) = first()
    return (value, hasEnded ? nil : HeldPull(self))
  }

  /// Asks for the first value. `value` is nil if it does not come at once; `hasEnded` says that nothing follows.
  @inlinable func first() -> (value: Output?, hasEnded: Bool) {
    ask()
    return lock.withLock {
      let value = content.state.take() ? content.takeValue() : nil
      if case .success = content.result { return (value, content.state.isEmpty) }
      return (value, false)
    }
  }

  /// Asks for a value, unless one was asked for that has not come.
  @inlinable func ask() {
    let subscription = lock.withLock { content.state.ask() ? content.subscription : nil }
    subscription?.request(.max(1))
  }

  /// Calls `body` with each further value, and `ended` once, when there are no more or when it is cancelled.
  func forward(_ body: @escaping (Output) -> Void, ended: @escaping End) {
    // Values that have come meanwhile are first.
    while true {
      let (next, value) = lock.withLock { () -> (PullState.Next, Output?) in
        let next = content.state.forward()
        if next == .take { return (next, content.takeValue()) }
        content.forward = body
        content.ended = ended
        return (next, nil)
      }
      switch next {
      case .take: if let value { body(value) }
      case .forward: return ask()
      case .end: return lock.withLock { content.takeEnd() }?() ?? ()
      }
    }
  }

  /// Ends the subscription. A value that another thread forwards right now may still come; the store drops it.
  func cancel() {
    let (past, end) = lock.withLock {
      let past = (content.subscription, content.values)
      (content.values, content.takenCount) = ([], 0)
      content.subscription = nil
      content.result = content.result ?? .failure(CancellationError())
      return (past, content.state.cancel() ? content.takeEnd() : nil)
    }
    past.0?.cancel()
    withExtendedLifetime(past) {}  // without the lock: its end may run anything
    end?()
  }
}

/// Ends a subscription when nobody has it any more.
@usableFromInline final class HeldPull<Output>: Sendable {
  let pull: PublisherPull<Output>

  @usableFromInline init(_ pull: PublisherPull<Output>) { self.pull = pull }
  deinit { pull.cancel() }
}

/// What the publisher sees of a ``PublisherPull``.
@usableFromInline final class PullSubscriber<Input, Failure: Error>: Subscriber {
  private let welcome: (any OpenCombine.Subscription) -> Void
  private let take: (Input) -> Subscribers.Demand
  private let ended: (Subscribers.Completion<Failure>) -> Void

  @usableFromInline init(
    welcome: @escaping (any OpenCombine.Subscription) -> Void, take: @escaping (Input) -> Subscribers.Demand,
    ended: @escaping (Subscribers.Completion<Failure>) -> Void
  ) { (self.welcome, self.take, self.ended) = (welcome, take, ended) }

  @usableFromInline func receive(subscription: any OpenCombine.Subscription) { welcome(subscription) }
  @usableFromInline func receive(_ input: Input) -> Subscribers.Demand { take(input) }
  @usableFromInline func receive(completion: Subscribers.Completion<Failure>) { ended(completion) }
}
