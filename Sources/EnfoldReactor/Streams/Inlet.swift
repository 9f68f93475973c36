// Inlet: one stream that an operator listens to.
import Enfold
import OpenCombine

/// Subscribes to a stream for an operator, and asks it for values when it is told to.
final class Inlet<Input, Failure: Error>: Subscriber, @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock. No code of others runs under it.

  /// The functions that it calls. Forgotten at the end.
  private struct Listener {
    let receive: (Inlet, Input) -> Void
    let ended: (Inlet, Subscribers.Completion<Failure>) -> Void
  }

  private struct Content {
    var state = InletState.over
    var listener: Listener?
    var subscription: (any OpenCombine.Subscription)?
  }

  private let lock = Lock()
  private var content: Content

  init(
    receive: @escaping (Inlet, Input) -> Void, ended: @escaping (Inlet, Subscribers.Completion<Failure>) -> Void
  ) { content = Content(state: .expecting(.none), listener: Listener(receive: receive, ended: ended)) }

  // MARK: For the operator

  func ask(_ demand: Subscribers.Demand) {
    let subscription = lock.withLock { content.state.ask(demand) ? content.subscription : nil }
    subscription?.request(demand)
  }

  /// Neither values nor the end are told from now on.
  func cancel() {
    let past = lock.withLock {
      defer { content = Content() }
      return content
    }
    past.subscription?.cancel()
  }

  // MARK: For the stream

  func receive(subscription: any OpenCombine.Subscription) {
    let early = lock.withLock {
      let early = content.state.subscribe()
      if early != nil { content.subscription = subscription }
      return early
    }
    guard let early else { return subscription.cancel() }
    if early > .none { subscription.request(early) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    let listener = lock.withLock { content.listener }
    listener?.receive(self, input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let past = lock.withLock {
      defer { content = Content() }
      return content
    }
    past.listener?.ended(self, completion)
  }
}
