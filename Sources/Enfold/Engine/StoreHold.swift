// StoreHold: what a store keeps back while it is held, and its breakpoints.

/// What the hold of a store means for an entry of its queue.
public enum HoldRule: Sendable {
  /// It changes no state, and goes on while the store is held: an observer begins.
  case goesOn
  /// It changes no state, but is done after everything that came before it: the effect that has sent an action goes on.
  case follows
  /// It changes the state, and is kept back: an action, a write. It is one step.
  case isHeld
}

/// The entries that are kept back come before all that wait in the queue. Used under the store's lock.
@usableFromInline final class StoreHold<Entry> {
  /// Whether the store is held.
  @usableFromInline var isOn = false
  /// Whether a breakpoint has held it, and not the program.
  @usableFromInline var isStop = false
  /// Whether the next entry that is one step is taken without asking the breakpoints: they have stopped at it before.
  @usableFromInline var isPassing = false
  /// The entry at which a breakpoint has stopped; before all others.
  @usableFromInline var first: Entry?
  @usableFromInline var entries = BlockQueue<Entry>()
  /// The breakpoints, by their numbers.
  @usableFromInline var breakpoints: [UInt64: Breakpoint] = [:]

  @usableFromInline struct Breakpoint {
    /// What diagnostics call it.
    let name: String
    /// Whether the store is to be held before an entry.
    let stops: (Entry) -> Bool
  }

  @usableFromInline init() {}

  @usableFromInline var count: Int { entries.count + (first == nil ? 0 : 1) }
  /// How many entries were kept back and may be taken now.
  @usableFromInline var releasedCount: Int { isOn ? 0 : count }

  @usableFromInline func popReleased() -> Entry? { isOn ? nil : popFirst() }

  func popFirst() -> Entry? {
    if let entry = first {
      first = nil
      return entry
    }
    return entries.popFirst()
  }

  /// The entry that was kept back first.
  var next: Entry? { first ?? entries.first }
}
