// SharedSeat: the shared values in the state of a store, as its engine sees them.
import Synchronization

/// Binds the shared values of a state. Touched by the store's drainer only, except members that say something else.
public final class SharedSeat<State>: @unchecked Sendable {
  // Unchecked: see above; what other threads touch is atomic or says how it is guarded.
  // What only the type of the state knows. These are closures and no methods, because closures are compiled for the types that
  // are known where they are made.
  @usableFromInline let visit: (inout State, inout SharedVisit) -> Void
  @usableFromInline let stamp: (UnsafePointer<State>) -> UInt64
  @usableFromInline let hasNew: (_ state: UnsafePointer<State>, _ store: UInt64) -> Bool
  @usableFromInline let cleanRecords: (inout State, _ isWhole: Bool) -> Void
  @usableFromInline let links: SharedLinks
  /// Whether the state got a value as others have made it since this was asked last.
  @usableFromInline func takeFound() -> Bool { exchange(&links.hasFound, with: false) }

  /// The numbers of the stacks in the state; nil if it has none.
  @usableFromInline var stacks: StackNumbers? { links.stacks }
  /// The stamp of the state after the last commit. A state with another one was replaced.
  @exclusivity(unchecked) @usableFromInline var lastStamp: UInt64 = 0
  /// Whether an entry of the store's queue will bring the state up to date. Guarded by the lock of the queue.
  @exclusivity(unchecked) @usableFromInline var isQueued = false
  /// Why it does, if the store is traced. Guarded by the same lock.
  @exclusivity(unchecked) var cause: SharedCause?
  /// Whether the state is being changed, and whether shared values were assigned meanwhile by this thread.
  @exclusivity(unchecked) @usableFromInline var isChanging = false
  @exclusivity(unchecked) @usableFromInline var hasAssigned = false
  /// Whether the store is being made. Until it is, nobody asks it to bring its state up to date.
  private let isOpening = Atomic<Bool>(true)
  /// Whether something was assigned meanwhile.
  private let hasMissed = Atomic<Bool>(false)

  @usableFromInline init(
    _ dependencies: DependencyValues?, visit: @escaping (inout State, inout SharedVisit) -> Void,
    stamp: @escaping (UnsafePointer<State>) -> UInt64, hasNew: @escaping (UnsafePointer<State>, UInt64) -> Bool,
    clean: @escaping (inout State, Bool) -> Void
  ) {
    links = SharedLinks(dependencies ?? .here)
    self.visit = visit
    self.stamp = stamp
    self.hasNew = hasNew
    cleanRecords = clean
  }

  /// Nil if states of this type have no shared values.
  ///
  /// - Parameter dependencies: the store's. Nil: the ones that are bound here, or else the ones of the process.
  @inlinable public convenience init?(_ dependencies: DependencyValues?) where State: SharingState {
    // Inlinable, so that a plugin without shared values is not linked with what they need.
    guard State.hasShared else { return nil }
    self.init(sharing: dependencies)
  }

  /// Makes the seat for a type that has shared values.
  @inlinable public convenience init(sharing dependencies: DependencyValues?) where State: SharingState {
    var stamps = StampSource()
    self.init(
      dependencies, visit: { $0._$visitShared(&$1) }, stamp: { $0.pointee._$changes.stamp },
      hasNew: { $0.pointee._$hasNewShared(in: $1) },
      clean: { state, isWhole in
        if isWhole {
          state._$adopt(&stamps)
        } else if state._$written != 0 {
          state._$commit(&stamps)
        }
      })
  }

  /// The seat for a type that may be observable; nil if it has no shared values.
  ///
  /// - Parameter dependencies: as above.
  public static func find(_ dependencies: DependencyValues?) -> SharedSeat? {
    func find<S: SharingState>(_ type: S.Type) -> SharedSeat? { SharedSeat<S>(dependencies) as? SharedSeat }
    return (State.self as? any SharingState.Type).flatMap { find($0) }
  }

  /// Binds the first state, on the thread that makes the store, when nobody else knows the store.
  ///
  /// - Parameter request: called on any thread when a value was assigned. If ``isNews()`` says so, the state is to be brought up
  ///   to date.
  @usableFromInline func begin(_ state: inout State, _ request: @escaping @Sendable () -> Void) {
    links.request = request
    bind(&state, isRestored: false)
    clean(&state)
    note(&state)
  }

  /// The store has been made. True if something was assigned meanwhile.
  @usableFromInline func open() -> Bool {
    isOpening.store(false, ordering: .sequentiallyConsistent)
    return hasMissed.load(ordering: .sequentiallyConsistent)
  }

  /// Whether an assignment, of which this thread hears, needs an entry in the queue. The store's own reducer needs none if it
  /// leaves nothing behind; see ``endChange(_:)``.
  @usableFromInline func isNews() -> Bool {
    // Nobody else changes them, and what follows a change is repeated, too.
    if links.registry.takesGiven { return false }
    if isChanging(here: GateHome.here) {
      hasAssigned = true
      return false
    }
    // The order matters: here `hasMissed` is written before `isOpening` is read, and `open` does it the other way round. So
    // the store is asked at least once.
    hasMissed.store(true, ordering: .sequentiallyConsistent)
    return !isOpening.load(ordering: .sequentiallyConsistent)
  }

  /// Other threads have no such home, so they do not read what this one writes.
  private func isChanging(here home: GateValues?) -> Bool { home === links.home && isChanging }

  /// The drainer enters the gate to change the state.
  @inlinable func enterToChange() -> GateHome {
    isChanging = true
    return enter()
  }

  /// The state was changed. True if something in it is older than what was assigned: another property may have the same value.
  @inlinable func endChange(_ state: inout State) -> Bool {
    isChanging = false
    return hasAssigned && isBehind(&state)
  }

  @usableFromInline func isBehind(_ state: inout State) -> Bool {
    hasAssigned = false
    var walk = SharedVisit(.comparing, links, isWhole: true)
    visit(&state, &walk)
    return walk.isBehind
  }

  /// This thread enters the gate. Until it leaves it, code finds shared values that are not bound to the store, such as those in
  /// a case of an enum, in the store's registry.
  @inlinable func enter() -> GateHome { GateHome(entering: links.home) }

  /// Binds the shared values that are new in the state, before a commit.
  ///
  /// - Parameter isRestored: whether the state, or a part of it, is one that was kept.
  @inlinable func settle(_ state: inout State, isRestored: Bool) {
    // If nobody has asked for them.
    links.stacks?.takeRisen()
    let isNew = isRestored || isReplaced(&state) || hasNew(&state, links.number)
    if isNew { bind(&state, isRestored: isRestored) }
    links.forgetUnused(isNew: isNew)
  }

  @usableFromInline func bind(_ state: inout State, isRestored: Bool) {
    func walk() {
      var walk = SharedVisit(isRestored ? .restoring : .settling, links, isWhole: isReplaced(&state))
      visit(&state, &walk)
    }
    walk()
    guard links.hasFoundStack else { return }
    (links.hasFoundStack, links.stacks) = (false, StackNumbers())
    walk()
  }

  /// Has stacks count on from these numbers. While nobody else knows the store.
  func raise(_ numbers: [String: Int], in state: inout State) {
    guard let stacks = links.stacks else { return }
    stacks.raise(numbers)
    var walk = SharedVisit(.refreshing, links, isWhole: true)
    visit(&state, &walk)
    stacks.takeRisen()
  }

  /// Clears the change records, after a commit that nobody observes.
  @inlinable func clean(_ state: inout State) { cleanRecords(&state, isReplaced(&state)) }

  /// Whether it is another state than that of the last commit, and not that state with something written.
  @inlinable func isReplaced(_ state: UnsafePointer<State>) -> Bool {
    let stamp = stamp(state)
    return stamp == 0 || stamp != lastStamp
  }

  /// Remembers the state of the last commit. Called whenever its records have changed.
  @inlinable func note(_ state: UnsafePointer<State>) { lastStamp = stamp(state) }

  /// Brings the state up to date. True if a value is another one now.
  @inlinable func refresh(_ state: inout State) -> Bool {
    links.beginRound()
    var walk = SharedVisit(.refreshing, links, isWhole: true)
    visit(&state, &walk)
    links.endRound()
    return walk.hasChanged
  }

  func end() { links.end() }
}
