// PublisherPull: asks a publisher for one value at a time, for an effect. Operators of streams have Inlet.
import Enfold
import OpenCombine

/// A subscriber that takes the first value, and later forwards all others.
final class PublisherPull<Output>: Subscriber, @unchecked Sendable {
  // Unchecked: everything that changes is guarded by the lock. No code of others runs under it.
  typealias Failure = any Error
  typealias End = (Result<Void, any Error>) -> Void

  private struct Content {
    var state = PullState.keeping(.expected(isAsked: false), waiting: 0)
    var subscription: (any OpenCombine.Subscription)?
    /// Those that wait, by `state`.
    var values: ArraySlice<Output> = []
    /// The first error of a part of the stream, for which the stream has no place.
    var noted: (any Error)?
    /// How it has ended, first of all.
    var result: Result<Void, any Error>?
    var forward: ((Output) -> Void)?
    var ended: End?

    /// Takes out the function to call at the end.
    mutating func takeEnd() -> (() -> Void)? {
      guard let ended, let result else { return nil }
      self.ended = nil
      forward = nil
      return { ended(result) }
    }
  }

  private let lock = Lock()
  private var content = Content()

  // MARK: For the publisher

  func receive(subscription: any OpenCombine.Subscription) {
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

  func receive(_ input: Output) -> Subscribers.Demand {
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

  func receive(completion: Subscribers.Completion<any Error>) {
    let (past, end) = lock.withLock {
      let past = content.subscription.take()
      let result: Result<Void, any Error> =
        switch completion {
        case .finished: content.noted.map { .failure($0) } ?? .success(())
        case .failure(let error): .failure(error)
        }
      content.result = content.result ?? result
      return (past, content.state.end() ? content.takeEnd() : nil)
    }
    withExtendedLifetime(past) {}  // without the lock: its end may run anything
    end?()
  }

  /// A part of the stream has failed. When the stream ends, this is how it has ended.
  func note(_ error: any Error) { lock.withLock { content.noted = content.noted ?? error } }

  // MARK: For the effect

  /// Asks for the first value. `value` is nil if it does not come at once; `hasEnded` says that nothing follows.
  func first() -> (value: Output?, hasEnded: Bool) {
    ask()
    return lock.withLock {
      let value = content.state.take() ? content.values.popFirst() : nil
      if case .success = content.result { return (value, content.state.isEmpty) }
      return (value, false)
    }
  }

  /// Asks for a value, unless one was asked for that has not come.
  private func ask() {
    let subscription = lock.withLock { content.state.ask() ? content.subscription : nil }
    subscription?.request(.max(1))
  }

  /// Calls `body` with each further value, and `ended` once, when there are no more or when it is cancelled.
  func forward(_ body: @escaping (Output) -> Void, ended: @escaping End) {
    // Values that have come meanwhile are first.
    while true {
      let (next, value) = lock.withLock { () -> (PullState.Next, Output?) in
        let next = content.state.forward()
        if next == .take { return (next, content.values.popFirst()) }
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
      content.values = []
      content.subscription = nil
      content.result = content.result ?? .failure(CancellationError())
      return (past, content.state.cancel() ? content.takeEnd() : nil)
    }
    past.0?.cancel()
    withExtendedLifetime(past) {}  // without the lock: its end may run anything
    end?()
  }
}
