// InletState: how far an operator is with one of its streams. It calls nothing.
import OpenCombine

/// How far an operator is with one of its streams. Each method is one step, which an ``Inlet`` takes under its lock.
enum InletState: Equatable {
  /// The stream has made no subscription yet. So many values were asked for.
  case expecting(Subscribers.Demand)
  case subscribed
  /// The stream has ended, or the operator has cancelled.
  case over

  /// The operator wants more values. False if the stream is not to be asked now.
  mutating func ask(_ demand: Subscribers.Demand) -> Bool {
    if case .expecting(let early) = self { self = .expecting(early + demand) }
    return self == .subscribed
  }

  /// The stream has made a subscription. Returns for how many values it is to be asked; nil if it is to be cancelled.
  mutating func subscribe() -> Subscribers.Demand? {
    guard case .expecting(let early) = self else { return nil }
    self = .subscribed
    return early
  }
}
