// StoreEngine: the heart of every store. Here: what it consists of, send (reduce now or queue), the queue and the registry.
import CEnfoldSupport
import Synchronization

/// The machine under ``Store``: for adapters that need more control than a store gives, such as plugins.
///
/// One thread at a time *drains*: it takes the entries that wait, in order. For each action it reduces, commits, starts
/// the effects and calls the observers. A thread that sends appends to the queue, and drains if nobody does; inside a
/// reducer, it drains when the reducer has returned. So nothing recurses, nobody waits, and everything that happens to
/// one store has one order.
///
/// Three things are shared between threads: `status`, an atomic word that says whether somebody drains and whether
/// something waits; the queue, under `lock`; and the state, which only the drainer writes, under `gate`, so that
/// readers see the last commit. No code of users runs under `lock`. Under `gate` run `reduce`, computed properties and
/// the encoding of the state.
public final class StoreEngine<State: Sendable, Action: Sendable>: StateSource<State>, @unchecked Sendable {
  // Unchecked: what changes is atomic, or is used under a lock or by the drainer only, as each property says.

  public typealias Reduce = (inout State, Action) -> Effect<Action>

  @usableFromInline enum Entry {
    case action(Action, EffectAccount?, EntryOrigin)
    /// Work that the draining thread does when its turn comes. It does not count as an action.
    case work(HoldRule, @Sendable (_ isOpen: Bool) -> Void)
    /// The state is to be brought up to its shared values.
    case shared
    /// One of the entries that are kept back is to be taken.
    case step(HeldStep)
  }

  @usableFromInline let reduce: Reduce
  /// Hears what happens to the store itself, such as its end.
  @usableFromInline let owner: StoreOwner
  /// The addition of stores for tests; nil in all other stores.
  @usableFromInline let testControl: TestControl<State, Action>?
  /// What it does with actions. See ``StoreMode``.
  public let mode: StoreMode
  /// Whether actions only go to observers of actions, and are not reduced.
  @inlinable public var isStub: Bool { mode == .stub }
  /// The reactors of this store; nil if it can have none.
  @usableFromInline var desk: MutationDesk? { ownDesk?.takeUnretainedValue() }
  /// A strong reference, so that an action need not retain it.
  @usableFromInline let ownDesk: Unmanaged<MutationDesk>?
  /// The shared values in the state; nil if its type has none.
  @usableFromInline let shared: SharedSeat<State>?
  /// Whether a step has nothing to ask: the mode is `full`, there are no reactors and no shared values, and the store is not
  /// traced. Touched by the drainer only.
  @exclusivity(unchecked) @usableFromInline var isPlain: Bool
  /// `isPlain`, but for the trace.
  @exclusivity(unchecked) @usableFromInline var isSimple: Bool
  /// What steps report to; nil if the store is not traced. Touched by the drainer only.
  @exclusivity(unchecked) @usableFromInline var stepTrace: Unmanaged<StoreTrace>?
  /// What a step with given values tells while it changes the state, in place of the trace's tap. Touched by the drainer only.
  @exclusivity(unchecked) @usableFromInline var ownTap: StepTap?
  /// Nil until the store is traced. A strong reference. See ``knownTrace``.
  @usableFromInline let madeTrace = Atomic<Unmanaged<StoreTrace>?>(nil)
  /// Whether the action that is being reduced is a write. Touched by the drainer only.
  @exclusivity(unchecked) @usableFromInline var isBinding = false
  @usableFromInline let executor: StoreExecutor
  @usableFromInline let queueLimit: Int
  /// The running effects; nil until there is something to be counted. A strong reference. See ``registry``.
  @usableFromInline let madeRegistry = Atomic<Unmanaged<EffectRegistry>?>(nil)
  @usableFromInline let status = Atomic<Int>(0)
  @usableFromInline let lock = Lock()
  @usableFromInline let gate = Lock()
  /// The thread that holds the gate, and the one that drains; 0 if none.
  @usableFromInline let gateHolder = Atomic<UInt>(0)
  @usableFromInline let drainer = Atomic<UInt>(0)
  @usableFromInline let idleWatchers = Atomic<Int>(0)
  @usableFromInline let state: UnsafeMutablePointer<State>
  /// The number of commits, which is the revision. Written with the state, under `gate`; read by everybody.
  @usableFromInline let commits = Atomic<UInt64>(0)
  /// The task whose reactor's effect is being begun: its mutations are committed at once. Touched by the drainer only.
  @exclusivity(unchecked) var beginning: TaskAccount?
  /// Used under `lock`.
  @exclusivity(unchecked) @usableFromInline var queue = StoreQueue<Entry>()
  /// How often something was kept back because the store is held. Changed under `lock`.
  @usableFromInline let keptCount = Atomic<UInt64>(0)
  /// How many entries were appended by threads that were not draining. Used under `lock`.
  @exclusivity(unchecked) @usableFromInline var foreignEntries: UInt64 = 0
  /// `takeTurn`, compiled where the types are known: an adapter that does not know them drains as fast as one that
  /// does.
  @usableFromInline let drainLoop: @Sendable (StoreEngine, Int, Bool) -> DrainResult
  /// Makes the stream; compiled where the types are known.
  @usableFromInline let makeStream: () -> ChangeStream<State, Action>
  /// Tells observers of commits. Nil until somebody observes; after that it never changes. Touched by the drainer only.
  @exclusivity(unchecked) @usableFromInline var stream: ChangeStream<State, Action>?
  /// `stream` as a reference that a commit need not retain.
  @exclusivity(unchecked) @usableFromInline var unretainedStream: Unmanaged<ChangeStream<State, Action>>?
  /// The throttles whose interval runs. If there are more than `throttleLimit`, the old ones are removed. Touched by
  /// the drainer only.
  @exclusivity(unchecked) @usableFromInline var throttles: [EffectKey: ThrottleWindow] = [:]
  @exclusivity(unchecked) @usableFromInline var throttleLimit = Sizes.of(16, tiny: 1)
  /// The concatenations whose parts may be cancelled before they begin. Nil until there is one. Touched by the drainer only.
  @exclusivity(unchecked) @usableFromInline var sequences: EffectSequences?

  /// - Parameters:
  ///   - queueLimit: how many actions may wait; more are refused.
  ///   - owner: is told what happens to the store itself.
  ///   - mode: what it does with actions.
  ///   - desk: that with which `reduce` was made.
  ///   - shared: connects the store with the shared values in its state; nil if it has none.
  ///   - stream: makes the stream when the first observer comes, on the draining thread.
  ///   - reduce: called by one thread at a time.
  @inlinable public init(
    initialState: State, executor: StoreExecutor = .caller, queueLimit: Int = 1_048_576,
    owner: StoreOwner = StoreOwner(), test: TestControl<State, Action>? = nil, mode: StoreMode = .full,
    desk: MutationDesk? = nil, shared: SharedSeat<State>? = nil,
    stream: @escaping () -> ChangeStream<State, Action> = { .make() }, reduce: @escaping Reduce
  ) {
    self.executor = executor
    self.queueLimit = queueLimit
    self.owner = owner
    testControl = test
    self.mode = mode
    ownDesk = desk.map(Unmanaged.passRetained)
    self.shared = shared
    isSimple = mode == .full && shared == nil && test == nil
    isPlain = isSimple
    makeStream = stream
    self.reduce = reduce
    drainLoop = { engine, limit, hasWorked in engine.takeTurn(limit: limit, hasWorked: hasWorked) }
    state = .allocate(capacity: 1)
    state.initialize(to: initialState)
    super.init()
    connect(desk, shared)
  }

  deinit {
    madeRegistry.load(ordering: .acquiring)?.release()
    madeTrace.load(ordering: .acquiring)?.release()
    ownDesk?.release()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  // MARK: Observers

  override func inTurn(_ work: @escaping @Sendable (_ isOpen: Bool) -> Void) -> Performed {
    perform(mayDrain: drainsOnCaller, isInside: false, whileHeld: .isHeld, work)
  }
  @usableFromInline override func add(_ observation: Observation<State>) -> AnyObserver {
    let observer = observation.observer
    let performed = perform(mayDrain: drainsOnCaller) { [self] isOpen in
      guard isOpen else { return observer.close() }
      guard observer.isActive.load(ordering: .acquiring) else { return observer.clear() }
      beginObserving(observation)
    }
    if performed.refusal != nil { observer.close() }
    return observer
  }
  @usableFromInline override func remove(_ observer: AnyObserver) { removeObserver(observer, mayDrain: drainsOnCaller) }
  override func keepUntilTold(_ part: any ComputedPart) { stream?.keep(part) }
  override func commitNow(_ cause: StepCause, _ change: (inout State) -> Bool) -> Bool? { commit(cause, by: change) }
  @usableFromInline override func diagnose(_ diagnostic: Diagnostic) { owner.diagnose(diagnostic) }
  override func countsEveryAssignment(to property: AnyKeyPath) -> Bool {
    func look<Observable: ObservableState>(_: Observable.Type) -> Bool {
      let state = UnsafeRawPointer(state).assumingMemoryBound(to: Observable.self)
      guard let place = KeyPathTable.of(Observable.self).find(property, in: state) else { return false }
      return Observable._$traits(at: place.path).contains(.everyAssignment)
    }
    return (State.self as? any ObservableState.Type).map { look($0) } ?? false
  }

  /// Whether a thread that finds the store idle may drain it.
  @inlinable public var drainsOnCaller: Bool { executor.schedule == nil }

  // MARK: Sending

  /// The result of sending an action.
  public enum Sent {
    /// It was reduced and its observers were called.
    case reduced(StoreTask)
    /// It will be reduced, in order.
    case queued(StoreTask)
    case refused(StoreError)
  }

  /// Sends an action: drains on this thread if `mayDrain` and nobody else drains; otherwise appends it to the queue.
  /// May be called on any thread, also inside a callback or `reduce`.
  @inlinable @inline(__always) public func send(_ action: Action, mayDrain: Bool = true) -> Sent {
    if mayDrain, beginDrain() {
      let account = take(action, nil)
      endDrain()
      return .reduced(StoreTask(account: account))
    }
    return sendThroughQueue(action, mayDrain: mayDrain)
  }

  /// Sends an action through the queue.
  ///
  /// - Parameters:
  ///   - tag: what the sender calls it. Everything that the action causes has it, too.
  ///   - isInside: whether the feature itself sends it, so that it is accepted while the store ends.
  @inlinable @inline(never) public func sendThroughQueue(
    _ action: Action, tag: String? = nil, isInside: Bool = false, mayDrain: Bool
  ) -> Sent {
    enqueueSent(action, TaskAccount(registry: registry, tag: tag), isInside: isInside, mayDrain: mayDrain)
  }

  /// Sends an action, and gives the dependencies their values while it is reduced. Only for stores that begin no effects: others do
  /// not look at them.
  @usableFromInline package func send(_ action: Action, tag: String?, given: GivenDependencies, mayDrain: Bool) -> Sent
  {
    enqueueSent(action, TaskAccount(registry: registry, tag: tag, given: given), isInside: false, mayDrain: mayDrain)
  }

  /// Whether it drops the effects of actions.
  package var beginsNoEffects: Bool { mode == .withoutEffects }

  @inlinable @inline(__always)
  func enqueueSent(_ action: Action, _ account: TaskAccount, isInside: Bool, mayDrain: Bool) -> Sent {
    switch enqueue(.action(action, account, origin()), isInside: isInside, mayDrain: mayDrain) {
    case .drained: .reduced(StoreTask(account: account))
    case .waiting: .queued(StoreTask(account: account))
    case .refused(let error): .refused(error)
    }
  }

  /// Sends several actions in one drain: all of them are accepted, or none. They have no tasks.
  @inlinable public func sendBatch(_ actions: some Collection<Action>, mayDrain: Bool = true) -> Sent {
    if mayDrain, actions.count <= queueLimit, beginDrain() {
      // Actions that they cause, and actions that others send meanwhile, wait behind them in the queue.
      var isStopping = false
      var kept: UInt64 = 0
      for action in actions where !isClosing {
        if isStopping {
          // The end of the drain keeps it back, or takes it, before everything that waits.
          lock.withLock { keep(.action(action, nil, EntryOrigin())) }
          continue
        }
        _ = take(action, nil)
        // What continues an action comes before the next action, as it does in the queue.
        if status.load(ordering: .relaxed) != DrainState.draining {
          takeNext()
          isStopping = status.load(ordering: .relaxed) & (DrainState.held | DrainState.stopping) != 0
          if isStopping { kept = keptCount.load(ordering: .relaxed) }
        }
      }
      endDrain()
      return isStopping && keptCount.load(ordering: .relaxed) != kept
        ? .queued(StoreTask(account: nil)) : .reduced(StoreTask(account: nil))
    }
    let origin = origin()
    return switch enqueue(all: actions.map { .action($0, nil, origin) }, mayDrain: mayDrain) {
    case .drained: .reduced(StoreTask(account: nil))
    case .waiting: .queued(StoreTask(account: nil))
    case .refused(let error): .refused(error)
    }
  }

  /// Does some work on the draining thread, after the actions that wait already. `isOpen` is false if the store closed
  /// before.
  ///
  /// - Parameters:
  ///   - isInside: false if it is a change from outside, which is refused while the store ends.
  ///   - whileHeld: what becomes of it while the store is held.
  @inlinable public func perform(
    mayDrain: Bool = true, isInside: Bool = true, whileHeld rule: HoldRule = .goesOn,
    _ work: @escaping @Sendable (_ isOpen: Bool) -> Void
  ) -> Performed { enqueue(.work(rule, work), isLimited: false, isInside: isInside, mayDrain: mayDrain) }

  /// Like ``perform(mayDrain:_:)``, for work that continues the last step: on the draining thread it comes before all actions
  /// that wait.
  @inlinable func performNext(_ work: @escaping @Sendable (_ isOpen: Bool) -> Void) -> Performed {
    enqueue(.work(.goesOn, work), isLimited: false, isNext: isDrainingHere, mayDrain: drainsOnCaller)
  }

  @inlinable @inline(never)  // the fast way does not need it
  func enqueue(
    _ entry: Entry, isLimited: Bool = true, isInside: Bool = true, isNext: Bool = false,
    news: Int = DrainState.waiting, mayDrain: Bool
  ) -> Performed {
    // In an idle store nothing waits, so that its turn is now.
    if mayDrain, news == DrainState.waiting, beginDrain() {
      _ = process(entry, hasWaited: false)
      endDrain()
      return .drained
    }
    let rule = isNext ? .goesOn : entry.holdRule
    return enqueue(1, rule, isLimited: isLimited, isInside: isInside, news: news, mayDrain: mayDrain) {
      $0.append(entry, isNext: isNext)
    }
  }

  /// Appends all entries or none.
  @inlinable func enqueue(all entries: [Entry], mayDrain: Bool) -> Performed {
    enqueue(entries.count, .isHeld, isLimited: true, isInside: false, mayDrain: mayDrain) {
      for entry in entries { $0.append(entry, isNext: false) }
    }
  }

  /// Appends, and drains if this thread may and nobody does.
  @inlinable @inline(__always) func enqueue(
    _ count: Int, _ rule: HoldRule, isLimited: Bool, isInside: Bool, news: Int = DrainState.waiting, mayDrain: Bool,
    _ append: (inout StoreQueue<Entry>) -> Void
  ) -> Performed {
    lock.acquire()
    if let error = refusal(of: isLimited ? count : 0, isInside: isInside) {
      lock.release()
      return .refused(error)
    }
    append(&queue)
    let kept = keptCount.load(ordering: .relaxed)
    if !isDrainingHere { foreignEntries &+= UInt64(count) }
    let duty = announce(news, mayDrain: mayDrain)
    lock.release()
    guard fulfil(duty) else { return .waiting }
    // The drain may have kept it back, because the store is held.
    return rule != .goesOn && keptCount.load(ordering: .relaxed) != kept ? .waiting : .drained
  }

  /// Why `count` more actions cannot wait; nil if they can. With the lock held.
  @inlinable func refusal(of count: Int, isInside: Bool) -> StoreError? {
    let refusing = DrainState.closing | DrainState.closed | (isInside ? 0 : DrainState.ending)
    if status.load(ordering: .relaxed) & refusing != 0 { return .closed }
    if count > 0, queue.count + count > queueLimit { return .queueFull(limit: queueLimit) }
    return nil
  }

  // MARK: The registry of effects

  /// The registry. It is made now if there is none: for the first effect, or for an action that has to wait. Most stores
  /// that idle never need one. May be called on any thread.
  @inlinable var registry: EffectRegistry { knownRegistry ?? makeRegistry() }

  /// The registry, if there is one.
  @inlinable var knownRegistry: EffectRegistry? { madeRegistry.load(ordering: .acquiring)?.takeUnretainedValue() }

  @usableFromInline func makeRegistry() -> EffectRegistry {
    let made = Unmanaged.passRetained(EffectRegistry(owner: self))
    let (isFirst, known) = madeRegistry.compareExchange(
      expected: nil, desired: made, ordering: .acquiringAndReleasing)
    guard !isFirst, let known else { return made.takeUnretainedValue() }
    made.release()
    return known.takeUnretainedValue()
  }

  /// Whether something runs for any child, or ran until lately. On the draining thread.
  @inlinable var hasChildEffects: Bool {
    madeRegistry.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.hasChildren } ?? false
  }
}
