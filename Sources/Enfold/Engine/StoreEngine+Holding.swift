// StoreEngine: holding a store, taking one step of it, and breakpoints.
import Synchronization

extension StoreEngine {
  /// Whether the store is held.
  @inlinable public var isHeld: Bool { status.load(ordering: .relaxed) & DrainState.held != 0 }

  /// Holds the store, or releases it. While it is held, what would change its state is kept back, in order: actions, writes,
  /// mutations that come late, and changes of shared values. Everything else goes on: readers read, observers begin and end,
  /// effects run.
  ///
  /// An entry that is being taken is taken as a whole. May be called on any thread, also inside a callback or `reduce`.
  ///
  /// - Parameter isStop: whether a breakpoint holds it, and not the program.
  public func hold(_ isOn: Bool, isStop: Bool = false, mayDrain: Bool = true) -> Performed {
    lock.acquire()
    if status.load(ordering: .relaxed) & DrainState.closed != 0 {
      lock.release()
      return .refused(.closed)
    }
    if isHeld != isOn { noteHeld(isOn) }
    let hold = setHold(isOn, isStop: isStop)
    let isReleased = !isOn && hold?.count ?? 0 > 0
    let visitor = visitor(mayDrain: mayDrain)
    // In one step: otherwise a thread could find the store idle, and overtake what was kept back. A thread that may drain takes over
    // what waits: its executor may count on that.
    let duty = change {
      if let hold { $0.note(isHeld: hold.isOn, hasBreakpoints: !hold.breakpoints.isEmpty) }
      return mayDrain || isReleased ? $0.announce(DrainState.waiting, by: visitor) : .nothing
    }
    lock.release()
    tellHeld()
    return fulfil(duty) || !isReleased ? .drained : .waiting
  }

  /// Whether a breakpoint holds the store, and not the program.
  public var isStopped: Bool { lock.withLock { queue.hold.map { $0.isOn && $0.isStop } ?? false } }

  /// The caller changes the status word. With the lock held. Nil if the store was never held, and is not now.
  private func setHold(_ isOn: Bool, isStop: Bool) -> StoreHold<Entry>? {
    if !isOn, queue.hold == nil { return nil }
    let hold = knownHold
    hold.isOn = isOn
    hold.isStop = isStop
    hold.isPassing = !isOn && hold.first != nil
    // What was released and not taken yet is kept back again.
    if isOn, hold.count > 0 { keptCount.add(1, ordering: .relaxed) }
    return hold
  }

  /// Takes one of the entries that are kept back, in its turn: it is as if the store were released for this entry alone.
  ///
  /// - Parameter step: learns whether there was one.
  public func takeStep(_ step: HeldStep, mayDrain: Bool = true) -> Performed {
    enqueue(.step(step), isLimited: false, mayDrain: mayDrain)
  }

  // MARK: Breakpoints

  /// Adds a breakpoint: the store is held before each action for which `stops` returns true. It is called on the draining
  /// thread, with no lock held.
  ///
  /// - Parameters:
  ///   - number: identifies it.
  ///   - name: what the diagnostic calls it that tells that the store has stopped; nil: "breakpoint 1".
  public func addBreakpoint(
    _ number: UInt64, named name: String? = nil, before stops: @escaping @Sendable (Action) -> Bool
  ) {
    let breakpoint = StoreHold<Entry>.Breakpoint(name: name ?? "breakpoint \(number)") {
      if case .action(let action, _, _) = $0 { stops(action) } else { false }
    }
    lock.withLock {
      if status.load(ordering: .relaxed) & DrainState.closed != 0 { return }
      let hold = knownHold
      hold.breakpoints[number] = breakpoint
      noteHold(hold)
    }
  }

  /// Holds the store behind a commit, as a breakpoint does. Called by its drainer. A store that is held already stays as it is.
  ///
  /// - Parameters:
  ///   - breakpoint: what the diagnostic calls it.
  ///   - property: the name of what was changed.
  func stop(at breakpoint: String, behindChangeOf property: String) {
    if isHeld { return }
    if case .refused = hold(true, isStop: true, mayDrain: drainsOnCaller) { return }
    owner.diagnose(
      Diagnostic(
        level: .info, .storeIsHeld,
        message: "the store is held: \(breakpoint) stops behind the change of \(property)"))
  }

  /// Removes a breakpoint. A store that is held stays held. False if there is none with this number.
  @discardableResult public func removeBreakpoint(_ number: UInt64) -> Bool {
    lock.withLock {
      guard let hold = queue.hold, hold.breakpoints.removeValue(forKey: number) != nil else { return false }
      noteHold(hold)
      return true
    }
  }

  /// With the lock held.
  private var knownHold: StoreHold<Entry> {
    if let hold = queue.hold { return hold }
    let made = StoreHold<Entry>()
    queue.hold = made
    return made
  }

  /// From now on, or no longer, no entry is taken before somebody has looked at it. With the lock held.
  private func noteHold(_ hold: StoreHold<Entry>) {
    change { $0.note(isHeld: hold.isOn, hasBreakpoints: !hold.breakpoints.isEmpty) }
  }

  // MARK: While draining

  /// Called with each entry that was taken out of the queue of a store with a hold, before it is done. With the lock held, and
  /// again when it returns. True if the entry was kept back.
  @usableFromInline func keepsBack(_ entry: Entry, _ hold: StoreHold<Entry>) -> Bool {
    let rule = entry.holdRule
    if rule == .goesOn { return false }
    if rule == .follows, hold.count == 0 { return false }
    if hold.isOn {
      keep(entry)
      return true
    }
    if rule == .follows { return false }
    if hold.isPassing {
      hold.isPassing = false
      return false
    }
    let breakpoints = hold.breakpoints
    if breakpoints.isEmpty { return false }
    lock.release()
    let stop = breakpoints.filter { $0.value.stops(entry) }.min { $0.key < $1.key }?.value.name
    lock.acquire()
    guard let stop else { return false }
    // Another thread may have held it meanwhile.
    let isNews = !hold.isOn
    hold.first = entry
    if isNews { noteHeld(true) }
    _ = setHold(true, isStop: isNews || hold.isStop)
    noteHold(hold)
    lock.release()
    tellHeld()
    noteStop(stop, before: entry)
    lock.acquire()
    return true
  }

  private func noteStop(_ breakpoint: String, before entry: Entry) {
    guard case .action(let action, let account, _) = entry else { return }
    owner.diagnose(
      Diagnostic(
        level: .info, .storeIsHeld, message: "the store is held: \(breakpoint) stops before this action",
        action: actionName(action), tag: account?.task.tag))
  }

  /// Puts an entry behind those that are kept back. With the lock held.
  @usableFromInline func keep(_ entry: Entry) {
    guard let hold = queue.hold else { return }
    hold.entries.append(entry)
    if hold.isOn { keptCount.add(1, ordering: .relaxed) }
  }

  /// Takes one of the entries that are kept back, and those that only follow it. True if it was an action.
  @usableFromInline func take(_ step: HeldStep) -> Bool {
    var isAction = false
    while let entry = popHeld(after: step) {
      if entry.holdRule == .isHeld { step.note() }
      isAction = process(entry) || isAction
      takeNext()
    }
    return isAction
  }

  /// The next entry that belongs to a step; nil if the step is complete.
  private func popHeld(after step: HeldStep) -> Entry? {
    lock.withLock {
      guard !isClosing, let hold = queue.hold, hold.isOn, let next = hold.next else { return nil }
      if step.isTaken, next.holdRule == .isHeld { return nil }
      return hold.popFirst()
    }
  }
}

extension StoreEngine.Entry {
  @usableFromInline var holdRule: HoldRule {
    switch self {
    case .action, .shared: .isHeld
    case .work(let rule, _): rule
    case .step: .goesOn
    }
  }
}

/// Whether a step of a held store was taken.
public final class HeldStep: Sendable {
  private let taken = Atomic<Bool>(false)

  public init() {}

  public var isTaken: Bool { taken.load(ordering: .acquiring) }
  func note() { taken.store(true, ordering: .releasing) }
}
