// StoreEngine: reading the state, and knowing whether anything is left to do.
import CEnfoldSupport
import Synchronization

extension StoreEngine {
  // MARK: Being idle

  /// Waiting actions plus running effects, plus one while somebody drains: 0 is idle.
  public var pending: Int {
    lock.withLock {
      // The order matters. A drainer that starts an effect ends its drain later, so one of the two counts it. To
      // append an action of an effect needs the lock.
      let draining = status.load(ordering: .sequentiallyConsistent) & Status.draining
      return queue.count + draining + (knownRegistry?.running ?? 0)
    }
  }

  /// While it is on, the owner's `becameIdle` is called whenever the store becomes idle. Calls are counted: it is off
  /// when there were as many calls with `false` as with `true`.
  public func watchIdle(_ isOn: Bool) {
    if isOn {
      idleWatchers.add(1, ordering: .sequentiallyConsistent)
    } else {
      idleWatchers.subtract(1, ordering: .sequentiallyConsistent)
    }
  }

  @inlinable
  func noteIdle() {
    if idleWatchers.load(ordering: .sequentiallyConsistent) > 0, pending == 0 { owner.becameIdle() }
  }

  // MARK: Reading

  /// The number of commits. Waits for nobody.
  public var revision: UInt64 { commits.load(ordering: .acquiring) }

  /// Calls `body` with the state of the last commit and its revision. Inside this store's `reduce`, inside another such
  /// call, or inside `withLock` of a shared value, `body` is not called and the result is nil. There is no commit meanwhile:
  /// be quick.
  @inlinable
  public func withState<R>(_ body: (borrowing State, UInt64) throws -> R) rethrows -> R? {
    if isInsideGate || SharedGate.isInside { return nil }
    let thread = enterGate()
    defer { leaveGate(thread) }
    let revision = commits.load(ordering: .relaxed)
    if let shared { return try shared.reading { try body(state.pointee, revision) } }
    return try body(state.pointee, revision)
  }

  /// Calls `body` with the state, which it may change only in what no reader sees, such as change records.
  @inlinable
  public func withMutableState<R>(_ body: (inout State, UInt64) throws -> R) rethrows -> R? {
    if isInsideGate { return nil }
    let thread = enterGate()
    defer { leaveGate(thread) }
    let revision = commits.load(ordering: .relaxed)
    if let shared {
      // The records may have got another stamp. The state is still the same.
      defer { shared.note(state.pointee) }
      return try shared.reading { try body(&state.pointee, revision) }
    }
    return try body(&state.pointee, revision)
  }
}

extension StoreEngine: EffectOwner {
  @usableFromInline func effectsEnded() { noteIdle() }
}
