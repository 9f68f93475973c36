// PullState: how far a publisher has come that is asked for one value at a time. It calls nothing.

/// A subscription as a ``PublisherPull`` sees it. Each method is one step, which is taken under its lock.
///
/// `Receiver` takes the values after the first one.
enum PullState<Subscription, Value, Receiver> {
  /// - Parameter failed: the first error of a part of the stream, for which the stream has no place.
  case open(Source, Target, failed: (any Error)?)
  /// The publisher has ended, perhaps by an error, or was cancelled. The receiver has not come yet.
  case ended([Value], (any Error)?)
  /// The receiver knows of the end.
  case over

  enum Source {
    /// There is no subscription yet.
    case early(isAsked: Bool)
    case idle(Subscription)
    /// A value was asked for that has not come.
    case asked(Subscription)
  }

  enum Target {
    /// Values that have come wait for the receiver.
    case none([Value])
    case receiver(Receiver)
  }

  // MARK: The publisher

  /// What is done with a subscription.
  enum Greeting { case keep, ask, cancel }

  mutating func subscribe(_ subscription: Subscription) -> Greeting {
    guard case .open(.early(let isAsked), let target, let failed) = self else { return .cancel }
    self = .open(isAsked ? .asked(subscription) : .idle(subscription), target, failed: failed)
    return isAsked ? .ask : .keep
  }

  /// A value comes. Returns who takes it now, if somebody does.
  mutating func receive(_ value: Value) -> Receiver? {
    switch self {
    case .open(_, .receiver(let receiver), _): return receiver
    case .open(.asked(let subscription), .none(let values), let failed):
      self = .open(.idle(subscription), .none(values + [value]), failed: failed)
      return nil
    case .open(let source, .none(let values), let failed):  // it was not asked for
      self = .open(source, .none(values + [value]), failed: failed)
      return nil
    case .ended, .over: return nil
    }
  }

  /// Whether values are forwarded, so that the next one is wanted.
  var isForwarding: Bool { if case .open(_, .receiver, _) = self { true } else { false } }

  /// A part of the stream has failed. When the stream ends, this is how it has ended.
  mutating func note(_ error: any Error) {
    if case .open(let source, let target, nil) = self { self = .open(source, target, failed: error) }
  }

  /// The publisher has ended. Returns who is to be told, and the error.
  mutating func end(_ error: (any Error)?) -> (receiver: Receiver, error: (any Error)?)? {
    switch self {
    case .open(_, .none(let values), let failed):
      self = .ended(values, error ?? failed)
      return nil
    case .open(_, .receiver(let receiver), let failed):
      self = .over
      return (receiver, error ?? failed)
    case .ended, .over: return nil
    }
  }

  // MARK: The effect

  /// Asks for a value, unless one was asked for that has not come. Returns the subscription that is to be asked.
  mutating func ask() -> Subscription? {
    switch self {
    case .open(.early, let target, let failed):
      self = .open(.early(isAsked: true), target, failed: failed)
      return nil
    case .open(.idle(let subscription), let target, let failed):
      self = .open(.asked(subscription), target, failed: failed)
      return subscription
    case .open(.asked, _, _), .ended, .over: return nil
    }
  }

  /// Takes out the first value that has come, and says whether nothing follows it, not even an error.
  mutating func take() -> (value: Value?, hasEnded: Bool) {
    switch self {
    case .open(let source, .none(let values), let failed):
      self = .open(source, .none(Array(values.dropFirst())), failed: failed)
      return (values.first, false)
    case .ended(let values, let error):
      self = .ended(Array(values.dropFirst()), error)
      return (values.first, error == nil && values.count <= 1)
    case .open(_, .receiver, _), .over: return (nil, false)
    }
  }

  enum Forwarding {
    /// Give the receiver a value that has come, and call ``forward(to:)`` again.
    case give(Value)
    /// From now on the receiver takes all values. This subscription, if there is one, is to be asked for the next.
    case ask(Subscription?)
    case end((any Error)?)
  }

  /// Somebody takes the values from now on: first those that have come.
  mutating func forward(to receiver: Receiver) -> Forwarding {
    if let value = take().value { return .give(value) }
    switch self {
    case .open(let source, _, let failed):
      self = .open(source, .receiver(receiver), failed: failed)
      return .ask(ask())
    case .ended(_, let error):
      self = .over
      return .end(error)
    case .over: return .ask(nil)
    }
  }

  /// Values that wait are dropped. Returns what is to be cancelled, and who is to be told.
  mutating func cancel() -> (subscription: Subscription?, dropped: [Value], receiver: Receiver?) {
    switch self {
    case .open(let source, let target, _):
      let subscription: Subscription? =
        switch source {
        case .early: nil
        case .idle(let subscription), .asked(let subscription): subscription
        }
      switch target {
      case .none(let values):
        self = .ended([], CancellationError())
        return (subscription, values, nil)
      case .receiver(let receiver):
        self = .over
        return (subscription, [], receiver)
      }
    case .ended(let values, let error):
      self = .ended([], error)
      return (nil, values, nil)
    case .over: return (nil, [], nil)
    }
  }
}
