// PublisherPull: asks a publisher for one value at a time.
import Enfold
import OpenCombine

/// A subscriber that takes the first value, and later forwards all others.
final class PublisherPull<Output>: Subscriber, @unchecked Sendable {
  // Unchecked: everything that changes is guarded by the lock. No code of others runs under it.
  typealias Failure = any Error
  typealias End = (Result<Void, any Error>) -> Void

  private struct Content {
    var subscription: (any OpenCombine.Subscription)?
    /// Whether a value was asked for that has not come.
    var isAsked = false
    /// Values that came when nobody forwarded them yet.
    var values: ArraySlice<Output> = []
    /// The first error of a part of the stream, for which the stream has no place.
    var noted: (any Error)?
    var result: Result<Void, any Error>?
    var isCancelled = false
    var forward: ((Output) -> Void)?
    var ended: End?

    /// Takes out the function to call at the end, if the end has come.
    mutating func takeEnd() -> (End, Result<Void, any Error>)? {
      guard let result, let ended, values.isEmpty else { return nil }
      self.ended = nil
      forward = nil
      return (ended, result)
    }
  }

  private let lock = Lock()
  private var content = Content()

  // MARK: For the publisher

  func receive(subscription: any OpenCombine.Subscription) {
    let (isCancelled, isAsked) = lock.withLock {
      if !content.isCancelled { content.subscription = subscription }
      return (content.isCancelled, content.isAsked)
    }
    // A publisher may make its subscription late, when a value was asked for already.
    if isCancelled { subscription.cancel() } else if isAsked { subscription.request(.max(1)) }
  }

  func receive(_ input: Output) -> Subscribers.Demand {
    let forward = lock.withLock {
      if content.forward == nil, !content.isCancelled {
        content.isAsked = false
        content.values.append(input)
      }
      return content.forward
    }
    guard let forward else { return .none }
    forward(input)
    return lock.withLock { content.isCancelled } ? .none : .max(1)
  }

  func receive(completion: Subscribers.Completion<any Error>) {
    let end = lock.withLock {
      content.subscription = nil
      content.result =
        switch completion {
        case .finished: content.noted.map { .failure($0) } ?? .success(())
        case .failure(let error): .failure(error)
        }
      return content.takeEnd()
    }
    if let (ended, result) = end { ended(result) }
  }

  /// A part of the stream has failed. When the stream ends, this is how it has ended.
  func note(_ error: any Error) { lock.withLock { content.noted = content.noted ?? error } }

  // MARK: For the effect

  /// Asks for the first value. `value` is nil if it does not come at once; `hasEnded` says that nothing follows.
  func first() -> (value: Output?, hasEnded: Bool) {
    ask()
    return lock.withLock {
      let value = content.values.popFirst()
      if case .success = content.result { return (value, content.values.isEmpty) }
      return (value, false)
    }
  }

  /// Asks for a value, unless one was asked for that has not come.
  private func ask() {
    let subscription = lock.withLock {
      defer { content.isAsked = true }
      return content.isAsked ? nil : content.subscription
    }
    subscription?.request(.max(1))
  }

  /// Calls `body` with each further value, and `ended` once, when there are no more or when it is cancelled.
  func forward(_ body: @escaping (Output) -> Void, ended: @escaping End) {
    // Values that have come meanwhile are first.
    while let value = next(orForward: body, ended: ended) { body(value) }
    if let (ended, result) = lock.withLock({ content.takeEnd() }) { ended(result) } else { ask() }
  }

  /// Takes out a value that has come. If there is none, all values are forwarded from now on.
  private func next(orForward body: @escaping (Output) -> Void, ended: @escaping End) -> Output? {
    lock.withLock {
      if let value = content.values.popFirst() { return value }
      content.forward = body
      content.ended = ended
      return nil
    }
  }

  /// Ends the subscription. A value that another thread forwards right now may still come; the store drops it.
  func cancel() {
    let (past, end) = lock.withLock {
      let past = (content.subscription, content.values)
      content.isCancelled = true
      content.values = []
      content.subscription = nil
      content.result = content.result ?? .failure(CancellationError())
      return (past, content.takeEnd())
    }
    past.0?.cancel()
    withExtendedLifetime(past) {}  // without the lock: its end may run anything
    if let (ended, result) = end { ended(result) }
  }
}
