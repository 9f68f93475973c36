// DrainState, DrainTurn: who drains a store, and what the drainer does next.

/// The meaning of a store's status word. Each method is one step; the engine makes each step by one atomic exchange.
@usableFromInline struct DrainState: Equatable {
  @usableFromInline var bits: Int

  @inlinable init(bits: Int) { self.bits = bits }

  @inlinable static var idle: Int { 0 }
  /// A thread is draining.
  @inlinable static var draining: Int { 1 }
  /// Something is in the queue.
  @inlinable static var waiting: Int { 2 }
  @inlinable static var closing: Int { 4 }
  @inlinable static var closed: Int { 8 }
  /// The executor was asked to drain, and has not begun yet.
  @inlinable static var scheduled: Int { 16 }
  /// Nothing is accepted from outside any more; what was accepted goes on, and so do effects. It stays until the store is closed.
  @inlinable static var ending: Int { 32 }
  /// The store is held: what changes the state is kept back.
  @inlinable static var held: Int { 64 }
  /// It has breakpoints. As long as it has, or is held, nobody takes the fast way, which asks for neither.
  @inlinable static var stopping: Int { 128 }

  @inlinable func has(_ bit: Int) -> Bool { bits & bit != 0 }

  /// What `DrainState` must know of a thread that brings something to a store.
  @usableFromInline struct Visitor {
    /// Whether the thread may drain; and whether it holds the gate of a store, so that it may drain only later.
    @usableFromInline let mayDrain: Bool
    @usableFromInline let isInsideGate: Bool
    /// Whether threads that send drain the store themselves. Otherwise an executor does.
    @usableFromInline let drainsOnCaller: Bool

    @inlinable init(mayDrain: Bool, isInsideGate: Bool, drainsOnCaller: Bool) {
      self.mayDrain = mayDrain
      self.isInsideGate = isInsideGate
      self.drainsOnCaller = drainsOnCaller
    }
  }

  /// The next job of a thread that has announced something. There is nothing to do if somebody drains and will see the
  /// news, or was asked to drain.
  @usableFromInline enum Duty { case nothing, drain, drainLater, schedule }

  /// Called when something was appended or the store is to close. `news` is the bit that says which.
  @inlinable mutating func announce(_ news: Int, by visitor: Visitor) -> Duty {
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

  /// Makes a thread the drainer, unless there is a drainer or the store is closed. The thread must hold no gate.
  @inlinable mutating func claim() -> Bool {
    if has(Self.draining | Self.closed) { return false }
    bits = (bits | Self.draining) & ~Self.scheduled
    return true
  }

  /// The drainer gives up its role, although something waits. Any thread may take over.
  @inlinable mutating func offer() { bits &= ~Self.draining }

  /// The drainer ends the drain. If something is left, the caller sees to it that there will be another drain.
  @inlinable mutating func stop(hasMore: Bool) {
    bits = bits & (Self.ending | Self.held | Self.stopping) | (hasMore ? Self.waiting | Self.scheduled : Self.idle)
  }

  /// The store is held from now on, or has breakpoints, or not any more. Whoever drains goes on.
  @inlinable mutating func note(isHeld: Bool, hasBreakpoints: Bool) {
    bits = bits & ~(Self.held | Self.stopping) | (isHeld ? Self.held : 0) | (hasBreakpoints ? Self.stopping : 0)
  }

  /// The drainer closes the store: from now on everything is refused.
  @inlinable mutating func close() { bits = Self.closed | Self.draining }

  /// The drainer has told everybody that the store is closed.
  @inlinable mutating func leaveClosed() { bits = Self.closed }
}

/// One thread's turn as the drainer: decides what it does next.
@usableFromInline struct DrainTurn {
  /// The store as its drainer sees it, with the store's lock held.
  @usableFromInline struct View {
    @usableFromInline let isClosing: Bool
    @usableFromInline let isEmpty: Bool
    /// Whether the next entry is one that waits in order, and not one that is taken before all others.
    @usableFromInline let takesWaiting: Bool
    /// How many entries were appended by threads that were not draining.
    @usableFromInline let foreignEntries: UInt64
    /// Whether an observer is to be told at the end of the drain.
    @usableFromInline let hasPostponed: Bool

    @inlinable init(isClosing: Bool, isEmpty: Bool, takesWaiting: Bool, foreignEntries: UInt64, hasPostponed: Bool) {
      self.isClosing = isClosing
      self.isEmpty = isEmpty
      self.takesWaiting = takesWaiting
      self.foreignEntries = foreignEntries
      self.hasPostponed = hasPostponed
    }
  }

  @usableFromInline enum Step: Equatable {
    /// Take the next entry.
    case take
    /// Tell the observers that are told once for each drain. Then look again, because they may send.
    case tellPostponed
    /// Let another thread go on, if one comes.
    case offer
    case close
    case stop(hasMore: Bool)
  }

  @usableFromInline let limit: Int
  @usableFromInline let drainsOnCaller: Bool
  /// The number of actions reduced.
  @usableFromInline var reduced = 0
  /// How many of the entries that waited when the turn began are still to be done. Until they are done, this thread
  /// goes on, even if others keep sending: its own entry may be the last of these.
  @usableFromInline var owed: Int
  @usableFromInline var foreignAtStart: UInt64
  /// Whether something was done since the observers that are told once for each drain were last told.
  @usableFromInline var hasWorked: Bool

  @inlinable init(limit: Int, drainsOnCaller: Bool, hasWorked: Bool, waiting: Int, foreignEntries: UInt64) {
    self.limit = limit
    self.drainsOnCaller = drainsOnCaller
    self.hasWorked = hasWorked
    owed = waiting
    foreignAtStart = foreignEntries
  }

  /// Decides what to do now. The caller does it.
  ///
  /// - Parameter patience: how many entries of other threads this thread takes before it lets another thread go on, or
  ///   stops.
  @inlinable mutating func next(_ view: View, patience: UInt64) -> Step {
    if view.isClosing { return .close }
    // Other threads that send all the time must not keep this thread draining for ever.
    let isEnough = owed == 0 && view.foreignEntries &- foreignAtStart > patience
    let isDone = view.isEmpty || reduced >= limit
    if isEnough, drainsOnCaller, !isDone {
      foreignAtStart = view.foreignEntries
      return .offer
    }
    if isDone || isEnough {
      if hasWorked, view.hasPostponed {
        hasWorked = false
        return .tellPostponed
      }
      return .stop(hasMore: !view.isEmpty)
    }
    if owed > 0, view.takesWaiting { owed -= 1 }
    hasWorked = true
    return .take
  }
}
