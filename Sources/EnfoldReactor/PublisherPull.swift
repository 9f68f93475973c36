// PublisherPull: asks a publisher for one value at a time.
import Enfold
import OpenCombine

/// A subscriber that takes the first value, and later forwards all others.
final class PublisherPull<Output>: Subscriber, @unchecked Sendable {
  // Unchecked: everything that changes is guarded by the lock. No code of others runs under it.
  typealias Failure = any Error

  /// Takes the values after the first one, and the end.
  private struct Receiver {
    let take: (Output) -> Void
    let end: ((any Error)?) -> Void
  }

  private let lock = Lock()
  private var state = PullState<any OpenCombine.Subscription, Output, Receiver>
    .open(.early(isAsked: false), .none([]), failed: nil)

  // MARK: For the publisher

  func receive(subscription: any OpenCombine.Subscription) {
    switch lock.withLock({ state.subscribe(subscription) }) {
    case .keep: break
    case .ask: subscription.request(.max(1))
    case .cancel: subscription.cancel()
    }
  }

  func receive(_ input: Output) -> Subscribers.Demand {
    guard let receiver = lock.withLock({ state.receive(input) }) else { return .none }
    receiver.take(input)
    return lock.withLock { state.isForwarding } ? .max(1) : .none
  }

  func receive(completion: Subscribers.Completion<any Error>) {
    let error: (any Error)? = if case .failure(let error) = completion { error } else { nil }
    if let end = lock.withLock({ state.end(error) }) { end.receiver.end(end.error) }
  }

  /// A part of the stream has failed. When the stream ends, this is how it has ended.
  func note(_ error: any Error) { lock.withLock { state.note(error) } }

  // MARK: For the effect

  /// Asks for the first value. `value` is nil if it does not come at once; `hasEnded` says that nothing follows.
  func first() -> (value: Output?, hasEnded: Bool) {
    lock.withLock { state.ask() }?.request(.max(1))
    return lock.withLock { state.take() }
  }

  /// Calls `take` with each further value, and `ended` once, with the error if there is one: when there are no more, or when
  /// it is cancelled.
  func forward(_ take: @escaping (Output) -> Void, ended: @escaping ((any Error)?) -> Void) {
    let receiver = Receiver(take: take, end: ended)
    while true {
      switch lock.withLock({ state.forward(to: receiver) }) {
      case .give(let value): take(value)
      case .ask(let subscription): return subscription?.request(.max(1)) ?? ()
      case .end(let error): return ended(error)
      }
    }
  }

  /// Ends the subscription. A value that another thread forwards right now may still come; the store drops it.
  func cancel() {
    let past = lock.withLock { state.cancel() }
    past.subscription?.cancel()
    past.receiver?.end(CancellationError())
  }
}
