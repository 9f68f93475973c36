// Inlet: one stream that an operator listens to.
import Enfold
import OpenCombine

/// What a junction does with a stream, whatever its type.
protocol Asked {
  func ask(_ demand: Subscribers.Demand)
  /// Neither values nor the end are told from now on.
  func cancel()
}

/// Subscribes to a stream for an operator, and asks it for values when it is told to.
final class Inlet<Input, Failure: Error>: Subscriber, Asked, @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock. No code of others runs under it.

  /// The functions that it calls. Forgotten at the end.
  private struct Listener {
    let receive: (Inlet, Input) -> Void
    let ended: (Inlet, Subscribers.Completion<Failure>) -> Void
  }

  private let lock = Lock()
  private var state: InletState<Listener, any OpenCombine.Subscription>

  init(
    receive: @escaping (Inlet, Input) -> Void, ended: @escaping (Inlet, Subscribers.Completion<Failure>) -> Void
  ) {
    state = .early(Listener(receive: receive, ended: ended), .none)
  }

  // MARK: For the junction

  func ask(_ demand: Subscribers.Demand) { lock.withLock { state.ask(demand) }?.request(demand) }

  func cancel() { lock.withLock { state.end() }.subscription?.cancel() }

  // MARK: For the stream

  func receive(subscription: any OpenCombine.Subscription) {
    guard let early = lock.withLock({ state.subscribe(subscription) }) else { return subscription.cancel() }
    if early > .none { subscription.request(early) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    lock.withLock { state.listener }?.receive(self, input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    lock.withLock { state.end() }.listener?.ended(self, completion)
  }
}

/// What an inlet knows. It calls nothing.
enum InletState<Listener, Subscription> {
  /// The stream has made no subscription yet. Values may have been asked for.
  case early(Listener, Subscribers.Demand)
  case listening(Listener, Subscription)
  /// The stream has ended, or was cancelled.
  case over

  var listener: Listener? {
    switch self {
    case .early(let listener, _), .listening(let listener, _): listener
    case .over: nil
    }
  }

  /// Returns the subscription that is to be asked, if there is one.
  mutating func ask(_ demand: Subscribers.Demand) -> Subscription? {
    switch self {
    case .early(let listener, let early):
      self = .early(listener, early + demand)
      return nil
    case .listening(_, let subscription): return subscription
    case .over: return nil
    }
  }

  /// Returns what is to be asked for at once; nil if the subscription is not wanted.
  mutating func subscribe(_ subscription: Subscription) -> Subscribers.Demand? {
    guard case .early(let listener, let early) = self else { return nil }
    self = .listening(listener, subscription)
    return early
  }

  /// Returns what there was.
  mutating func end() -> (listener: Listener?, subscription: Subscription?) {
    defer { self = .over }
    switch self {
    case .early(let listener, _): return (listener, nil)
    case .listening(let listener, let subscription): return (listener, subscription)
    case .over: return (nil, nil)
    }
  }
}
