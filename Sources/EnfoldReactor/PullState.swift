// PullState: how far a subscription to a publisher is, and what follows from each step. It calls nothing.

/// How far a subscription to a publisher is. Each method is one step, which a ``PublisherPull`` takes under its lock.
@usableFromInline enum PullState: Equatable, Sendable {
  /// Nobody takes the values as they come. So many wait.
  case keeping(Source, waiting: Int)
  /// Each value is forwarded as it comes.
  case forwarding(Source)
  /// The end was told.
  case over

  @usableFromInline enum Source: Equatable, Sendable {
    /// The publisher has made no subscription yet.
    case expected(isAsked: Bool)
    /// `isAsked`: a value was asked for that has not come.
    case subscribed(isAsked: Bool)
    /// The publisher has ended, or was cancelled.
    case ended
  }

  /// What becomes of a subscription that the publisher has made.
  @usableFromInline enum Welcome: Equatable { case keep, ask, cancel }

  /// What becomes of a value that has come.
  @usableFromInline enum Arrival: Equatable { case keep, forward, drop }

  /// What comes next for somebody who wants to have all values.
  @usableFromInline enum Next: Equatable {
    /// The value that has waited longest.
    case take
    /// Everything that comes from now on.
    case forward
    /// The end.
    case end
  }

  private var source: Source {
    get {
      switch self {
      case .keeping(let source, _), .forwarding(let source): source
      case .over: .ended
      }
    }
    set {
      switch self {
      case .keeping(_, let waiting): self = .keeping(newValue, waiting: waiting)
      case .forwarding: self = .forwarding(newValue)
      case .over: break
      }
    }
  }

  // MARK: For the publisher

  /// The publisher has made a subscription.
  @usableFromInline mutating func subscribe() -> Welcome {
    guard case .expected(let isAsked) = source else { return .cancel }
    source = .subscribed(isAsked: isAsked)
    return isAsked ? .ask : .keep
  }

  /// A value has come.
  @usableFromInline mutating func receive() -> Arrival {
    switch self {
    case .keeping(.ended, _), .over: return .drop
    case .keeping(.expected, let waiting): self = .keeping(.expected(isAsked: false), waiting: waiting + 1)
    case .keeping(.subscribed, let waiting): self = .keeping(.subscribed(isAsked: false), waiting: waiting + 1)
    case .forwarding: return .forward
    }
    return .keep
  }

  /// The publisher has ended. True if the end is to be told now.
  @usableFromInline mutating func end() -> Bool {
    switch self {
    case .keeping(_, let waiting): self = .keeping(.ended, waiting: waiting)
    case .forwarding:
      self = .over
      return true
    case .over: break
    }
    return false
  }

  // MARK: For the effect

  /// A value is wanted. True if the publisher is to be asked for it now.
  @usableFromInline mutating func ask() -> Bool {
    switch source {
    case .expected: source = .expected(isAsked: true)
    case .subscribed(isAsked: false):
      source = .subscribed(isAsked: true)
      return true
    case .subscribed(isAsked: true), .ended: break
    }
    return false
  }

  /// Takes the value that has waited longest. False if none waits.
  @usableFromInline mutating func take() -> Bool {
    guard case .keeping(let source, let waiting) = self, waiting > 0 else { return false }
    self = .keeping(source, waiting: waiting - 1)
    return true
  }

  /// Somebody wants to have all values. Called until it does not say `take`.
  @usableFromInline mutating func forward() -> Next {
    if take() { return .take }
    self = source == .ended ? .over : .forwarding(source)
    return self == .over ? .end : .forward
  }

  /// Nobody wants anything any more. True if the end is to be told now.
  @usableFromInline mutating func cancel() -> Bool {
    if case .keeping = self { self = .keeping(.ended, waiting: 0) }
    return end()
  }

  /// Whether nothing follows.
  @usableFromInline var isEmpty: Bool { self == .keeping(.ended, waiting: 0) || self == .over }
}
