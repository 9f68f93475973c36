// SharedSeat: the shared values in the state of a store, as its engine sees them.
import Synchronization

/// Binds the shared values of a state. Touched by the store's drainer only, except members that say something else.
public final class SharedSeat<State>: @unchecked Sendable {
  // Unchecked: see above; what other threads touch is atomic or says how it is guarded.
  private typealias Visit = (inout State, inout SharedVisit) -> Void

  private let visit: Visit
  private let stamp: (State) -> UInt64
  private let cleanRecords: (inout State, _ isWhole: Bool) -> Void
  private let dependencies: DependencyValues
  private var links: SharedLinks?
  /// The stamp of the state after the last commit. A state with another one was replaced.
  private var lastStamp: UInt64 = 0
  /// Whether an entry of the store's queue will bring the state up to date. Guarded by the lock of the queue.
  var isQueued = false
  /// Whether the store is being made. Until it is, nobody asks it to bring its state up to date.
  private let isOpening = Atomic<Bool>(true)
  /// Whether something was assigned meanwhile.
  private let hasMissed = Atomic<Bool>(false)

  private init(
    _ dependencies: DependencyValues, visit: @escaping Visit, stamp: @escaping (State) -> UInt64,
    clean: @escaping (inout State, Bool) -> Void
  ) {
    self.dependencies = dependencies
    self.visit = visit
    self.stamp = stamp
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
  public convenience init(sharing dependencies: DependencyValues?) where State: SharingState {
    var stamps = StampSource()
    self.init(
      dependencies ?? .here, visit: { $0._$visitShared(&$1) }, stamp: { $0._$changes.stamp },
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
  /// - Parameter request: asks the store to bring its state up to date, on any thread.
  func begin(_ state: inout State, _ request: @escaping @Sendable () -> Void) {
    links = SharedLinks(dependencies.shared, reportingTo: dependencies.report) { [weak self] in
      guard let self else { return }
      // The order matters: here `hasMissed` is written before `isOpening` is read, and `open` does it the other way round. So
      // the store is asked at least once.
      hasMissed.store(true, ordering: .sequentiallyConsistent)
      if !isOpening.load(ordering: .sequentiallyConsistent) { request() }
    }
    settle(&state)
    clean(&state)
    note(state)
  }

  /// The store has been made. True if something was assigned meanwhile.
  func open() -> Bool {
    isOpening.store(false, ordering: .sequentiallyConsistent)
    return hasMissed.load(ordering: .sequentiallyConsistent)
  }

  /// Calls code that reads the state. Shared values that are not bound to the store, such as those in a case of an enum, are
  /// looked up in its dependencies.
  @usableFromInline
  func reading<R>(_ body: () throws -> R) rethrows -> R { try withDependencies(dependencies, operation: body) }

  /// Binds the shared values that are new in the state, before a commit.
  ///
  /// - Parameter isRestored: whether the state, or a part of it, is one that was kept.
  func settle(_ state: inout State, isRestored: Bool = false) {
    guard let links else { return }
    var walk = SharedVisit(isRestored ? .restoring : .settling, links, isWhole: isReplaced(state))
    visit(&state, &walk)
    links.forgetUnused()
  }

  /// Clears the change records, after a commit that nobody observes.
  func clean(_ state: inout State) { cleanRecords(&state, isReplaced(state)) }

  /// Whether it is another state than that of the last commit, and not that state with something written.
  private func isReplaced(_ state: State) -> Bool { stamp(state) == 0 || stamp(state) != lastStamp }

  /// Remembers the state of the last commit. Called whenever its records have changed.
  @usableFromInline func note(_ state: State) { lastStamp = stamp(state) }

  /// Brings the state up to date. True if a value is another one now.
  func refresh(_ state: inout State) -> Bool {
    guard let links else { return false }
    links.beginRound()
    var walk = SharedVisit(.refreshing, links, isWhole: true)
    visit(&state, &walk)
    links.endRound()
    return walk.hasChanged
  }

  func end() {
    links?.end()
    links = nil
  }
}
