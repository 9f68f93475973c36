// SharedSeat: the shared values in the state of a store, as its engine sees them.
import Synchronization

/// Binds the shared values of a state. Touched by the store's drainer only, but for the requests.
public final class SharedSeat<State>: @unchecked Sendable {
  // Unchecked: see above; `isRequested` is atomic.
  private typealias Visit = (inout State, inout SharedVisit) -> Void

  private let visit: Visit
  private let stamp: (State) -> UInt64
  private let cleanRecords: (inout State, _ isWhole: Bool) -> Void
  private let registry: SharedRegistry
  private var links: SharedLinks?
  /// The stamp of the state after the last commit. A state with another one was replaced.
  private var lastStamp: UInt64 = 0
  private let isRequested = Atomic<Bool>(false)
  /// Whether the commit that comes next puts a state back that was kept.
  @exclusivity(unchecked) var isRestoring = false

  private init(
    _ registry: SharedRegistry, visit: @escaping Visit, stamp: @escaping (State) -> UInt64,
    clean: @escaping (inout State, Bool) -> Void
  ) {
    self.registry = registry
    self.visit = visit
    self.stamp = stamp
    cleanRecords = clean
  }

  /// Nil if states of this type have no shared values.
  ///
  /// - Parameter dependencies: those of the store; nil means those that are bound here, or else those of the process.
  @inlinable
  public convenience init?(_ dependencies: DependencyValues?) where State: ObservableState {
    // Inlinable, so that a plugin without shared values is not linked with what they need.
    guard State.hasShared else { return nil }
    self.init(sharing: dependencies)
  }

  /// The same for a type that has shared values.
  public convenience init(sharing dependencies: DependencyValues?) where State: ObservableState {
    var stamps = StampSource()
    self.init(
      (dependencies ?? .here).shared, visit: { $0._$visitShared(&$1) }, stamp: { $0._$changes.stamp },
      clean: { state, isWhole in
        if isWhole {
          state._$adopt(&stamps)
        } else if state._$written != 0 {
          state._$commit(&stamps)
        }
      })
  }

  /// The same for a type of which it is not known that it is observable.
  public static func find(_ dependencies: DependencyValues) -> SharedSeat? {
    func find<S: ObservableState>(_ type: S.Type) -> SharedSeat? { SharedSeat<S>(dependencies) as? SharedSeat }
    return (State.self as? any ObservableState.Type).flatMap { find($0) }
  }

  func connect(_ request: @escaping @Sendable () -> Void) { links = SharedLinks(registry, request) }

  /// Binds what is new in the state, before a commit.
  func settle(_ state: inout State) {
    guard let links else { return }
    let isWhole = stamp(state) == 0 || stamp(state) != lastStamp
    var walk = SharedVisit(isRestoring ? .restoring : .settling, links, isWhole: isWhole)
    isRestoring = false
    visit(&state, &walk)
  }

  /// Clears the change records, after a commit of which nobody is told.
  func clean(_ state: inout State) {
    cleanRecords(&state, stamp(state) == 0 || stamp(state) != lastStamp)
  }

  /// Remembers the state of the last commit.
  func note(_ state: State) { lastStamp = stamp(state) }

  /// Brings the state up to date. True if a value is another one now.
  func refresh(_ state: inout State) -> Bool {
    guard let links else { return false }
    links.beginRound()
    var walk = SharedVisit(.refreshing, links, isWhole: true)
    visit(&state, &walk)
    links.endRound()
    return walk.hasChanged
  }

  /// Whether nobody has asked for an update that is still to come.
  func isFirstRequest() -> Bool { !isRequested.exchange(true, ordering: .acquiringAndReleasing) }

  /// What is assigned from now on needs another request.
  func takeRequest() { isRequested.store(false, ordering: .sequentiallyConsistent) }

  func end() {
    links?.end()
    links = nil
  }
}
