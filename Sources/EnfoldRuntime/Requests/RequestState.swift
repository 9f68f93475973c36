// RequestState: how far a request has come, and what follows from each step. It calls nothing.

/// How far a request has come. Each method is one step, which a ``RequestBook`` takes under its lock.
enum RequestState: Equatable {
  /// The handler has not been called.
  case waiting
  case inHandler
  /// The handler was called, and there is no answer yet.
  case handled
  /// The request was closed while the handler is called. The thread that calls it does the rest.
  case ending(isWithdrawn: Bool)
  case over

  /// What follows from the end of a request.
  enum Duty: Equatable {
    /// Nothing, or another thread does it.
    case nothing
    /// The handler has one user less.
    case letGo
    /// The handler hears that the request was withdrawn, and then has one user less.
    case tell
  }

  /// Whether an answer may come.
  var isOpen: Bool {
    switch self {
    case .waiting, .inHandler, .handled: true
    case .ending, .over: false
    }
  }

  /// The handler is to be called. False if it is not, because the request is over.
  mutating func begin() -> Bool {
    guard self == .waiting else { return false }
    self = .inHandler
    return true
  }

  /// The handler has returned.
  mutating func leaveHandler() -> Duty {
    switch self {
    case .inHandler:
      self = .handled
      return .nothing
    case .ending(let isWithdrawn):
      self = .over
      return isWithdrawn ? .tell : .letGo
    case .waiting, .handled, .over: return .nothing
    }
  }

  /// The request is answered or withdrawn.
  mutating func close(isWithdrawn: Bool) -> Duty {
    switch self {
    case .waiting:
      self = .over
      return .letGo
    case .inHandler:
      self = .ending(isWithdrawn: isWithdrawn)
      return .nothing
    case .handled:
      self = .over
      return isWithdrawn ? .tell : .letGo
    case .ending, .over: return .nothing
    }
  }
}
