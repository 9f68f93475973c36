// DrainState: who is at work in a store, and what waits. Values, without locks and threads.

/// What a store's status word says. Each method is one step of the machine; the engine makes it in one atomic exchange.
@usableFromInline struct DrainState: Equatable {
  @usableFromInline var bits: Int

  @inlinable init(bits: Int) { self.bits = bits }

  @inlinable static var idle: Int { 0 }
  /// A thread takes what waits.
  @inlinable static var draining: Int { 1 }
  /// Something is in the queue.
  @inlinable static var waiting: Int { 2 }
  @inlinable static var closing: Int { 4 }
  @inlinable static var closed: Int { 8 }
  /// The executor was told and has not drained yet.
  @inlinable static var scheduled: Int { 16 }

  @inlinable func has(_ bit: Int) -> Bool { bits & bit != 0 }

  /// How a thread comes to a store.
  @usableFromInline struct Visitor {
    /// Whether it may drain now, and whether it holds the gate of a store: then it may later.
    @usableFromInline let mayDrain: Bool
    @usableFromInline let isInsideGate: Bool
    /// Whether the store is drained by those who send, and not by an executor.
    @usableFromInline let drainsOnCaller: Bool

    @inlinable init(mayDrain: Bool, isInsideGate: Bool, drainsOnCaller: Bool) {
      self.mayDrain = mayDrain
      self.isInsideGate = isInsideGate
      self.drainsOnCaller = drainsOnCaller
    }
  }

  /// What a thread has to do after it announced something. Nothing, if somebody drains and will see it, or was told already.
  @usableFromInline enum Duty { case nothing, drain, drainLater, schedule }

  /// Something was appended, or the store is to close.
  @inlinable
  mutating func announce(_ news: Int, by visitor: Visitor) -> Duty {
    bits |= news
    if has(Self.draining) { return .nothing }
    if visitor.mayDrain {
      if visitor.isInsideGate { return .drainLater }
      return claim() ? .drain : .nothing
    }
    if visitor.drainsOnCaller || has(Self.scheduled) { return .nothing }
    bits |= Self.scheduled
    return .schedule
  }

  /// A thread that holds no gate becomes the drainer, unless somebody is, or the store is closed.
  @inlinable
  mutating func claim() -> Bool {
    if has(Self.draining | Self.closed) { return false }
    bits = (bits | Self.draining) & ~Self.scheduled
    return true
  }

  /// The drainer steps back: any thread may go on.
  @inlinable mutating func offer() { bits &= ~Self.draining }

  /// The drainer has done its part. What is left is for the next drain, which somebody sees to.
  @inlinable mutating func stop(hasMore: Bool) { bits = hasMore ? Self.waiting | Self.scheduled : Self.idle }
}

/// One thread's turn as the drainer: decides what it does next.
@usableFromInline struct DrainTurn {
  /// What it sees, with the store's lock held.
  @usableFromInline struct View {
    @usableFromInline let isClosing: Bool
    @usableFromInline let isEmpty: Bool
    /// Whether the next entry is one of those that came first and wait in their order.
    @usableFromInline let takesWaiting: Bool
    /// How many entries have come from other threads than the one that drained then.
    @usableFromInline let foreignEntries: UInt64
    /// Whether somebody is to be told at the end of the drain.
    @usableFromInline let hasLate: Bool

    @inlinable init(isClosing: Bool, isEmpty: Bool, takesWaiting: Bool, foreignEntries: UInt64, hasLate: Bool) {
      self.isClosing = isClosing
      self.isEmpty = isEmpty
      self.takesWaiting = takesWaiting
      self.foreignEntries = foreignEntries
      self.hasLate = hasLate
    }
  }

  @usableFromInline enum Step: Equatable {
    /// Take the next entry.
    case take
    /// Tell those who hear once for each drain, and look again: they may send.
    case tellLate
    /// Let another thread go on, if one comes.
    case offer
    case close
    case stop(hasMore: Bool)
  }

  @usableFromInline let limit: Int
  @usableFromInline let drainsOnCaller: Bool
  /// The number of actions reduced.
  @usableFromInline var reduced = 0
  /// How many entries waited when it began. They are done in this turn, whoever else sends: the caller's own entry may be
  /// the last of them.
  @usableFromInline var owed: Int
  @usableFromInline var foreignAtStart: UInt64
  /// Whether it has done something since the end of the last drain was told.
  @usableFromInline var hasWorked: Bool

  @inlinable
  init(limit: Int, drainsOnCaller: Bool, hasWorked: Bool, waiting: Int, foreignEntries: UInt64) {
    self.limit = limit
    self.drainsOnCaller = drainsOnCaller
    self.hasWorked = hasWorked
    owed = waiting
    foreignAtStart = foreignEntries
  }

  /// What to do now. The caller does it.
  @inlinable
  mutating func next(_ view: View, patience: UInt64) -> Step {
    if view.isClosing { return .close }
    // Threads that send steadily must not hold this one for ever.
    let isEnough = owed == 0 && view.foreignEntries &- foreignAtStart > patience
    let isDone = view.isEmpty || reduced >= limit
    if isEnough, drainsOnCaller, !isDone {
      foreignAtStart = view.foreignEntries
      return .offer
    }
    if isDone || isEnough {
      if hasWorked, view.hasLate {
        hasWorked = false
        return .tellLate
      }
      return .stop(hasMore: !view.isEmpty)
    }
    if owed > 0, view.takesWaiting { owed -= 1 }
    hasWorked = true
    return .take
  }
}
