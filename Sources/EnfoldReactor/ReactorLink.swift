// ReactorLink: how a reactor reaches its store.
import Enfold
import OpenCombine
import Synchronization

/// The way from a reactor to the store in which it lives. `@Reactor` adds it to a class. The reactor does not keep this
/// store alive. A reactor that is used by itself has a store of its own, which goes with the reactor.
public final class ReactorLink<State: Sendable, Action: Sendable>: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock.
  private struct Content {
    /// Where the reactor lives, if it is no stub.
    var desk: MutationDesk?
    /// The store of a reactor that is used by itself.
    var own: Store<State, Action>?
    var subject: ActionSubject<Action>?
    /// The states that `transform(state:)` shows, if it does anything.
    var shown: BehaviorSubject<State?>?
    var stub: ReactorStub<State, Action>?
    var isStubEnabled = false

    /// Where the reactor lives now.
    var current: MutationDesk? { isStubEnabled ? stub?.desk : desk }
  }

  private let lock = Lock()
  private var content = Content()
  /// Whether the reactor's actions have been asked for.
  @usableFromInline let hasSubject = Atomic<Bool>(false)

  public init() {}

  // MARK: The store

  /// Called when a store takes the reactor.
  @usableFromInline func take<R: Reactor>(_ desk: MutationDesk, for reactor: R) {
    let (isTaken, past) = lock.withLock { () -> (Bool, Content?) in
      if let old = content.desk, !old.isPast { return (true, nil) }
      defer {
        content.desk = desk
        content.shown = nil
      }
      return (false, content)
    }
    withExtendedLifetime(past) {}  // releasing it may free objects, which must not happen under the lock
    precondition(
      !isTaken,
      "\(R.self): this instance has a store already. Make one reactor for each store or child; a reactor whose `action`, "
        + "`state` or `initialize()` is used before it is given to a store has a store of its own")
  }

  /// The desk of the reactor's store; nil if it has none.
  var desk: MutationDesk? { lock.withLock { content.current } }

  /// The desk of the reactor's store. Without one the reactor gets a store of its own.
  func desk<R: Reactor>(for reactor: R) -> MutationDesk where R.State == State, R.Action == Action {
    if let desk, !desk.isPast { return desk }
    let made = MutationDesk()
    made.hold()  // several threads may come here at once, and only one store begins
    let own = Store(initialState: reactor.initialState, reducer: OwnReducer(reactor), at: made)
    let (desk, past) = lock.withLock { () -> (MutationDesk, Content?) in
      if let desk = content.desk, !desk.isPast { return (desk, nil) }
      defer {
        content.desk = made
        content.own = own
        content.shown = nil
      }
      return (made, content)
    }
    withExtendedLifetime(past) {}
    if desk === made { desk.letGo() }
    return desk
  }

  /// Where the reactor's actions go in.
  func subject(_ send: @escaping @Sendable (Action) -> Void) -> ActionSubject<Action> {
    lock.withLock {
      if let subject = content.subject { return subject }
      let subject = ActionSubject(send)
      content.subject = subject
      hasSubject.store(true, ordering: .relaxed)
      return subject
    }
  }

  /// Tells the subscribers to the reactor's actions.
  func tell(_ action: Action) { lock.withLock { content.subject }?.tell(action) }

  // MARK: The state

  /// The state that the reactor shows; nil without a store.
  var currentState: State? {
    switch desk?.look(at: State.self) {
    case nil, .nothing: nil
    case .state(let state): shown?.value ?? state
    case .reducing:
      preconditionFailure(
        "currentState was read inside reduce, or inside withLock of a shared value; use the state that reduce was given, or read "
          + "it before withLock")
    }
  }

  /// Called when `transform(state:)` begins to show states.
  func show(_ shown: BehaviorSubject<State?>) {
    let past = lock.withLock { exchange(&content.shown, with: shown) }
    withExtendedLifetime(past) {}
  }

  /// The states that `transform(state:)` shows; nil if it does nothing.
  var shown: BehaviorSubject<State?>? { lock.withLock { content.isStubEnabled ? nil : content.shown } }

  /// Calls the body on the draining thread with the state after each commit, until the store closes. The commit of an action
  /// of this reactor that has no mutation is left out.
  ///
  /// - Parameter initial: whether to begin with the state of now.
  func observe(
    _ desk: MutationDesk, initial: Bool, _ body: @escaping (State) -> Void, closed: @escaping () -> Void
  ) -> AnyCancellable {
    var isFirst = true
    let start = desk.revision
    let end = desk.observe(State.self) { [weak self] state in
      defer { isFirst = false }
      // The first call may be that of a commit: if this began with the action that was to be reduced.
      let isOfNow = isFirst && (initial || desk.revision == start)
      if isOfNow ? initial : self.map({ !desk.isSilent($0) }) ?? false { body(copy state) }
    } closed: {
      closed()
    }
    return AnyCancellable { end?() }
  }

  // MARK: The stub

  /// The stub; made when it is first asked for.
  func stub<R: Reactor>(for reactor: R) -> ReactorStub<State, Action> where R.State == State, R.Action == Action {
    if let stub = lock.withLock({ content.stub }) { return stub }
    let made = ReactorStub<State, Action>(reactor.initialState, reactor.action)
    return lock.withLock {
      let stub = content.stub ?? made
      content.stub = stub
      return stub
    }
  }

  var isStubEnabled: Bool { lock.withLock { content.isStubEnabled } }

  func enableStub(_ isEnabled: Bool) { lock.withLock { content.isStubEnabled = isEnabled } }
}

/// The reducer of a reactor's own store. It does not keep the reactor alive.
private struct OwnReducer<R: Reactor>: ReducerOperator {
  private let reactor: HeldReactor<R>

  init(_ reactor: R) { self.reactor = HeldReactor(reactor, isHeld: false) }

  func _$function(in site: ReducerSite) -> ReduceFunction<R.State, R.Action> {
    let seat = ReactorSeat(reactor, in: site)
    return { state, action in seat.reduce(&state, action) }
  }
}
