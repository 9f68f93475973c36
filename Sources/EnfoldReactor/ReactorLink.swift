// ReactorLink: how a reactor reaches its store.
import Enfold
import OpenCombine
import Synchronization

/// What `@Reactor` adds to a class: the way from a reactor to the store in which it lives. The reactor does not keep that
/// store alive. A reactor that is used by itself has a store of its own, which goes with the reactor.
public final class ReactorLink<State: Sendable, Action: Sendable>: @unchecked Sendable {
  // Unchecked: `content` is guarded by the lock, and `silent` is touched by the drainer of the store only.
  private struct Content {
    /// Where the reactor lives, if it is no stub.
    var desk: MutationDesk?
    /// The store of a reactor that is used by itself.
    var own: Store<State, Action>?
    var subject: ActionSubject<Action>?
    /// What `transform(state:)` shows, if it does anything.
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
  /// The number of the last commit without a mutation.
  private var silent: UInt64 = 0

  public init() {}
  deinit { lock.deallocate() }

  // MARK: The store

  /// Called when a store takes the reactor.
  @usableFromInline
  func take<R: Reactor>(_ desk: MutationDesk, for reactor: R) {
    let isTaken = lock.withLock {
      if let old = content.desk, !old.isPast { return true }
      content.desk = desk
      content.own = nil
      content.shown = nil
      return false
    }
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
    let (desk, isMade) = lock.withLock { () -> (MutationDesk, Bool) in
      if let desk = content.desk, !desk.isPast { return (desk, false) }
      content.desk = made
      content.own = own
      content.shown = nil
      return (made, true)
    }
    if isMade { desk.letGo() }
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

  /// Tells those who have subscribed to the reactor's actions.
  func tell(_ action: Action) { lock.withLock { content.subject }?.tell(action) }

  // MARK: The state

  /// The state that the reactor shows; nil without a store.
  var currentState: State? {
    let (desk, shown) = lock.withLock { (content.current, content.shown) }
    if let state = shown?.value { return state }
    var state: State?
    guard desk?.withState(State.self, { state = copy $0 }) != nil || desk == nil else {
      preconditionFailure("currentState was read inside reduce; use the state that reduce was given")
    }
    return state
  }

  /// Called when `transform(state:)` begins to show states.
  func show(_ shown: BehaviorSubject<State?>) { lock.withLock { content.shown = shown } }

  /// What `transform(state:)` shows; nil if it does nothing.
  var shown: BehaviorSubject<State?>? { lock.withLock { content.isStubEnabled ? nil : content.shown } }

  /// Notes that the commit that comes next has no mutation. On the draining thread.
  func noteSilence(_ desk: MutationDesk) { silent = desk.revision &+ 1 }

  /// Whether the commit that is being told has no mutation. On the draining thread.
  private func isSilent(_ desk: MutationDesk) -> Bool { silent != 0 && silent == desk.revision }

  /// Calls the body on the draining thread with the state after each commit with a mutation, until the store closes.
  ///
  /// - Parameter initial: whether to begin with the state of now.
  func observe(
    _ desk: MutationDesk, initial: Bool, _ body: @escaping (State) -> Void, closed: @escaping () -> Void
  ) -> AnyCancellable {
    var isFirst = true
    let subscription = desk.observe(State.self) { [weak self] state in
      defer { isFirst = false }
      if isFirst ? initial : self?.isSilent(desk) == false { body(copy state) }
    } closed: {
      closed()
    }
    return AnyCancellable { subscription?.cancel() }
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

/// A reactor as the reducer of its own store, which does not keep it alive.
private struct OwnReducer<R: Reactor>: ReducerOperator {
  private let reactor: HeldReactor<R>

  init(_ reactor: R) { self.reactor = HeldReactor(reactor, isHeld: false) }

  func _$function(in site: ReducerSite) -> ReduceFunction<R.State, R.Action> {
    let seat = ReactorSeat(reactor, at: site.desk)
    return { state, action in seat.reduce(&state, action) }
  }
}
