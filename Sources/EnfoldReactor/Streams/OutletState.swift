// OutletState: how far a stream is with its one subscriber, and what comes next. It calls nothing.
import OpenCombine

/// How far a stream is with its one subscriber. Each method is one step, which an ``Outlet`` takes under its lock.
enum OutletState: Equatable {
  case open(Turn, Flow)
  /// The subscriber was told the end, or has cancelled.
  case over

  /// Who hands over.
  enum Turn: Equatable {
    /// Nobody may hand over: the subscriber does not know of its subscription yet.
    case beginning
    case free
    case taken(by: UInt)
  }

  /// What waits, and what the subscriber wants.
  struct Flow: Equatable {
    var waiting = 0
    var demand = Subscribers.Demand.none
    var source = Source.open(hasNews: false)
  }

  /// Where values come from.
  enum Source: Equatable {
    /// `hasNews`: something has happened since the source was asked for a value.
    case open(hasNews: Bool)
    case ended
  }

  /// What the thread that hands over does next.
  enum Step: Equatable {
    /// It gives the subscriber the value that has waited longest.
    case give
    /// It asks the source for a value.
    case pull
    /// It tells the subscriber the end.
    case end
    case nothing
  }

  init() { self = .open(.beginning, Flow()) }

  // MARK: Putting in

  /// A value is put in. False after the end.
  mutating func put() -> Bool {
    guard case .open(let turn, var flow) = self, flow.source != .ended else { return false }
    flow.waiting += 1
    self = .open(turn, flow)
    return true
  }

  /// No value follows. False if that was known.
  mutating func end() -> Bool {
    guard case .open(let turn, var flow) = self, flow.source != .ended else { return false }
    flow.source = .ended
    self = .open(turn, flow)
    return true
  }

  /// The subscriber wants more values.
  mutating func want(_ demand: Subscribers.Demand) {
    guard case .open(let turn, var flow) = self else { return }
    flow.demand += demand
    self = .open(turn, flow)
  }

  /// Whether the subscriber wants a value, and no value waits.
  var isWanting: Bool {
    guard case .open(_, let flow) = self else { return false }
    return flow.source != .ended && flow.demand > .none && flow.waiting == 0
  }

  /// Whether no value can be put in any more.
  var hasEnded: Bool {
    guard case .open(_, let flow) = self else { return true }
    return flow.source == .ended
  }

  // MARK: Handing over

  /// A thread comes to hand over. If another thread hands over already, it is that thread that goes on.
  mutating func enter(_ thread: UInt) -> Step {
    guard case .open(let turn, var flow) = self else { return .nothing }
    if flow.source != .ended { flow.source = .open(hasNews: true) }
    self = .open(turn, flow)
    return turn == .free ? advance(thread) : .nothing
  }

  /// The thread whose turn it is has done its step, or has told the subscriber of the subscription: what comes next?
  mutating func advance(_ thread: UInt) -> Step {
    guard case .open(_, var flow) = self else { return .nothing }
    if flow.demand > .none, flow.waiting > 0 {
      flow.demand -= 1
      flow.waiting -= 1
      if flow.source != .ended { flow.source = .open(hasNews: true) }
      self = .open(.taken(by: thread), flow)
      return .give
    }
    if flow.source == .ended, flow.waiting == 0 {
      self = .over
      return .end
    }
    if flow.source == .open(hasNews: true), flow.demand > .none {
      flow.source = .open(hasNews: false)
      self = .open(.taken(by: thread), flow)
      return .pull
    }
    self = .open(.free, flow)
    return .nothing
  }

  /// Whether another thread than this one hands over.
  func isTaken(notBy thread: UInt) -> Bool {
    guard case .open(.taken(let owner), _) = self else { return false }
    return owner != thread
  }
}
