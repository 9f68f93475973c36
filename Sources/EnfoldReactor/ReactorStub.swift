// Stubs: reactors whose logic a test replaces.
import Enfold
import OpenCombine

/// A reactor's stub: it records the actions, and shows the state that a test has set. Neither `mutate` nor `reduce` is called.
///
/// ```swift
/// reactor.isStubEnabled = true
/// view.reactor = reactor
/// reactor.stub.state.value = Counter.State(count: 5)
/// #expect(view.label == "5")
/// view.button.tap()
/// #expect(reactor.stub.actions == [.increase])
/// ```
public final class ReactorStub<State: Sendable, Action: Sendable>: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock.
  private let lock = Lock()
  private var taken: [Action] = []
  private let store: Store<State, Action>
  private var recording: Enfold.Subscription?
  let desk = MutationDesk()

  /// The reactor's own ``Reactor/action``.
  public let action: ActionSubject<Action>

  init(_ state: State, _ action: ActionSubject<Action>) {
    self.action = action
    store = Store(initialState: state, reducer: EmptyReducer(), at: desk, isStub: true)
    recording = store.observeActions { [weak self] action, _, _ in self?.take(action) }
  }

  private func take(_ action: Action) {
    lock.withLock { taken.append(action) }
    self.action.tell(action)
  }

  /// The actions that were sent, in order.
  public var actions: [Action] { lock.withLock { taken } }

  /// The state that the reactor shows.
  public var state: StubState<State> {
    StubState(get: { [store] in store.state }, set: { [store] in store.restore($0) })
  }
}

/// The state of a stub. Setting it tells the observers.
public struct StubState<State> {
  let get: () -> State
  let set: (State) -> Void

  public var value: State {
    get { get() }
    nonmutating set { set(newValue) }
  }
}

extension Reactor {
  /// The stub of the reactor, which a test uses while ``isStubEnabled`` is true.
  public var stub: ReactorStub<State, Action> { link.stub(for: self) }

  /// Whether the reactor's stub takes its actions and shows the state. Set it before anything subscribes.
  public var isStubEnabled: Bool {
    get { _$link?.isStubEnabled ?? false }
    set {
      if newValue { _ = stub }
      link.enableStub(newValue)
    }
  }
}

/// Runs a reactor in a test, without a view and without observers.
///
/// ```swift
/// let stub = Stub(counter)
/// stub.setState(Counter.State(count: 1))
/// #expect(await stub.action(.increase).count == 2)
/// ```
public final class Stub<R: Reactor>: Sendable {
  private let reactor: R
  private let store: Store<R.State, R.Action>

  /// - Parameter reactor: lives in the store of this stub from now on.
  public init(_ reactor: R) {
    self.reactor = reactor
    store = Store(initialState: reactor.initialState, reducer: reactor)
  }

  /// Sends an action, waits until everything that it causes has ended, and returns the state of that moment.
  @discardableResult public func action(_ action: R.Action) async -> R.State { await store.asyncAction(action) }

  /// Replaces the state.
  public func setState(_ state: R.State) { store.restore(state) }

  public var currentState: R.State { store.state }
}
