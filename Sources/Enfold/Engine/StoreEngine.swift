// StoreEngine: the queue, the drain and the commit. The heart of every store.
import CEnfoldSupport
import EnfoldJSON
import Synchronization

/// The machine under ``Store``: for adapters that need more control than a store gives, such as plugins.
///
/// One thread at a time *drains*: it takes what waits, in order, and for each action reduces, commits, starts the
/// effects and calls the observers. Whoever sends appends, and drains if nobody does; from inside a reducer, when that has
/// returned. So nothing recurses, nobody waits, and everything that happens to one store has one order.
///
/// Three things are shared between threads: `status`, an atomic word that says whether somebody drains and whether
/// something waits; the queue, under `lock`; and the state, which only the drainer writes, under `gate`, so that readers
/// see the last commit. Neither is held while user code runs, but for `reduce` and the encoding of the state, which run
/// under the gate.
public final class StoreEngine<State: Sendable, Action: Sendable>: StateSource<State>, @unchecked Sendable {
  // Unchecked: what the pointers point to is guarded as said there; the rest is immutable or atomic.

  public typealias Reduce = (inout State, Action) -> Effect<Action>

  @usableFromInline enum Entry {
    case action(Action, EffectAccount?)
    /// Something to do in its turn on the draining thread; does not count as an action.
    case work(@Sendable (_ isOpen: Bool) -> Void)
  }

  @usableFromInline typealias Status = DrainState

  @usableFromInline let reduce: Reduce
  /// Who is told what happens to the store itself.
  @usableFromInline let owner: StoreOwner
  /// What is done with effects otherwise than usual; nil: nothing.
  @usableFromInline let effectControl: EffectControl<Action>?
  @usableFromInline let executor: StoreExecutor
  @usableFromInline let queueLimit: Int
  @usableFromInline let registry = EffectRegistry()
  @usableFromInline let status = Atomic<Int>(0)
  @usableFromInline let lock = Lock()
  @usableFromInline let gate = Lock()
  /// The thread that holds the gate, and the one that drains; 0 if none.
  @usableFromInline let gateHolder = Atomic<UInt>(0)
  @usableFromInline let drainer = Atomic<UInt>(0)
  @usableFromInline let idleWatchers = Atomic<Int>(0)
  @usableFromInline let state: UnsafeMutablePointer<State>
  /// How many there were: the revision. Written with the state, under `gate`; read by everybody.
  @usableFromInline let commits = Atomic<UInt64>(0)
  /// Under `lock`.
  @usableFromInline let queue: UnsafeMutablePointer<StoreQueue<Entry>>
  /// How many entries came from other threads than the one that drained then. Under `lock`.
  @exclusivity(unchecked) @usableFromInline var foreignEntries: UInt64 = 0
  /// `takeTurn`, compiled for these types: an adapter that does not know them drains as fast as one that does.
  @usableFromInline let drainLoop: @Sendable (StoreEngine, Int, Bool) -> DrainResult
  /// Makes the stream, compiled for these types.
  @usableFromInline let makeStream: () -> ChangeStream<State, Action>
  /// Whom commits are told to; nil until somebody observes, and the same from then on. Touched by the drainer only.
  @exclusivity(unchecked) @usableFromInline var stream: ChangeStream<State, Action>?
  /// The same: a commit need not retain it.
  @exclusivity(unchecked) @usableFromInline var unretainedStream: Unmanaged<ChangeStream<State, Action>>?
  /// The throttles whose interval runs, and when to look for those that are past. Touched by the drainer only.
  @exclusivity(unchecked) @usableFromInline var throttles: [EffectKey: ThrottleWindow] = [:]
  @exclusivity(unchecked) @usableFromInline var throttleLimit = Sizes.of(16, tiny: 1)

  /// - Parameters:
  ///   - queueLimit: how many actions may wait; more are refused.
  ///   - owner: is told what happens to the store itself.
  ///   - stream: makes what tells observers, when the first one comes. On the draining thread.
  ///   - reduce: called by one thread at a time.
  @inlinable
  public init(
    initialState: State, executor: StoreExecutor = .caller, queueLimit: Int = 1_048_576,
    owner: StoreOwner = StoreOwner(), effects: EffectControl<Action>? = nil,
    stream: @escaping () -> ChangeStream<State, Action> = { ChangeStream() }, reduce: @escaping Reduce
  ) {
    self.executor = executor
    self.queueLimit = queueLimit
    self.owner = owner
    effectControl = effects
    makeStream = stream
    self.reduce = reduce
    drainLoop = { engine, limit, hasWorked in engine.takeTurn(limit: limit, hasWorked: hasWorked) }
    queue = .allocate(capacity: 1)
    queue.initialize(to: StoreQueue())
    state = .allocate(capacity: 1)
    state.initialize(to: initialState)
    super.init()
    registry.whenQuiet = { [weak self] in self?.noteIdle() }
  }

  deinit {
    queue.deinitialize(count: 1)
    queue.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
    lock.deallocate()
    gate.deallocate()
  }

  // MARK: Observers

  override func inTurn(_ work: @escaping @Sendable (_ isOpen: Bool) -> Void) -> Performed {
    perform(mayDrain: drainsOnCaller, work)
  }
  @usableFromInline override func add(_ observation: Observation<State>) -> AnyObserver { addObserver(observation) }
  @usableFromInline override func remove(_ observer: AnyObserver) { removeObserver(observer, mayDrain: drainsOnCaller) }
  override func keepUntilTold(_ part: any ComputedPart) { stream?.keep(part) }
  override func commitNow(_ change: (inout State) -> Bool) -> Bool? { commit(change) }
  override func countsEveryAssignment(to property: AnyKeyPath) -> Bool { countsAssignments(to: property) }

  /// Whether a thread that finds the store idle may drain it.
  @inlinable public var drainsOnCaller: Bool { executor.schedule == nil }

  // MARK: Sending

  /// What became of a sent action.
  public enum Sent {
    /// It was reduced and its observers were called.
    case reduced(StoreTask)
    /// It will be reduced, in order.
    case queued(StoreTask)
    case refused(StoreError)
  }

  /// Sends an action: drains on this thread if `mayDrain` and nobody else drains, else appends it to the queue.
  /// From any thread, also from inside a callback or `reduce`.
  @inlinable @inline(__always)
  public func send(_ action: Action, mayDrain: Bool = true) -> Sent {
    if mayDrain, beginDrain() {
      let node = step(action, nil)
      endDrain()
      return .reduced(StoreTask(node: node))
    }
    return sendLater(action, mayDrain: mayDrain)
  }

  @inlinable @inline(never)
  func sendLater(_ action: Action, mayDrain: Bool) -> Sent {
    let node = TaskNode(registry: registry)
    return switch enqueue(.action(action, node), mayDrain: mayDrain) {
    case .drained: .reduced(StoreTask(node: node))
    case .waiting: .queued(StoreTask(node: node))
    case .refused(let error): .refused(error)
    }
  }

  /// Sends several actions in one drain: all of them are accepted, or none. They have no tasks.
  @inlinable
  public func sendBatch(_ actions: some Collection<Action>, mayDrain: Bool = true) -> Sent {
    if mayDrain, actions.count <= queueLimit, beginDrain() {
      // What they cause, and what others send meanwhile, waits behind them in the queue.
      for action in actions where !isClosing { _ = step(action, nil) }
      endDrain()
      return .reduced(StoreTask(node: nil))
    }
    return switch enqueue(all: actions.map { .action($0, nil) }, mayDrain: mayDrain) {
    case .drained: .reduced(StoreTask(node: nil))
    case .waiting: .queued(StoreTask(node: nil))
    case .refused(let error): .refused(error)
    }
  }

  /// Does something on the draining thread, in its turn behind the actions that wait already. `isOpen` is false if the
  /// store closed before.
  @inlinable
  public func perform(mayDrain: Bool = true, _ work: @escaping @Sendable (_ isOpen: Bool) -> Void) -> Performed {
    enqueue(.work(work), isLimited: false, mayDrain: mayDrain)
  }

  /// The same for what goes on with something: if that was done by this thread, as the drainer, it does not wait for
  /// other actions.
  @inlinable
  func performNext(_ work: @escaping @Sendable (_ isOpen: Bool) -> Void) -> Performed {
    enqueue(.work(work), isLimited: false, isNext: isDrainingHere, mayDrain: drainsOnCaller)
  }

  @usableFromInline typealias Enqueued = Performed

  /// Appends, and drains if this thread may and nobody does.
  @inlinable @inline(never)  // the fast way does without
  func enqueue(_ entry: Entry, isLimited: Bool = true, isNext: Bool = false, mayDrain: Bool) -> Enqueued {
    lock.acquire()
    if let error = refusal(of: isLimited ? 1 : 0) {
      lock.release()
      return .refused(error)
    }
    queue.pointee.append(entry, isNext: isNext)
    if !isDrainingHere { foreignEntries &+= 1 }
    let duty = announce(Status.waiting, mayDrain: mayDrain)
    lock.release()
    return fulfil(duty) ? .drained : .waiting
  }

  /// Appends all or none.
  @inlinable
  func enqueue(all entries: [Entry], mayDrain: Bool) -> Enqueued {
    lock.acquire()
    if let error = refusal(of: entries.count) {
      lock.release()
      return .refused(error)
    }
    queue.pointee.append(contentsOf: entries)
    if !isDrainingHere { foreignEntries &+= UInt64(entries.count) }
    let duty = announce(Status.waiting, mayDrain: mayDrain)
    lock.release()
    return fulfil(duty) ? .drained : .waiting
  }

  /// Why so many more actions cannot wait. With the lock held.
  @inlinable
  func refusal(of count: Int) -> StoreError? {
    if status.load(ordering: .relaxed) & (Status.closing | Status.closed) != 0 { return .closed }
    if count > 0, queue.pointee.count + count > queueLimit { return .queueFull(limit: queueLimit) }
    return nil
  }

  // MARK: Committing

  /// Reduces one action: the step of rule 3. Returns the task's account if the action has effects.
  @inlinable
  func step(_ action: Action, _ node: TaskNode?) -> TaskNode? {
    let thread = enterGate()
    let effect = reduce(&state.pointee, action)
    let isTold = commitReduced(action)
    leaveGate(thread)
    if registry.hasChildren { registry.cancelAbsentChildren(in: UnsafeRawPointer(state)) }
    if let stream = unretainedStream, stream._withUnsafeGuaranteedRef({ $0.wantsEndings }) {
      return finishStep(action, effect, isTold, node)
    }
    let node = effect.isNone ? node : begin(effect, of: action, node)
    if isTold { deliver(action) }
    return node
  }

  /// One more commit, with the gate held. True if somebody is to be told.
  @inlinable
  func commitReduced(_ action: Action?) -> Bool {
    let revision = commits.load(ordering: .relaxed) &+ 1
    commits.store(revision, ordering: .releasing)
    return unretainedStream?._withUnsafeGuaranteedRef { $0.collect(&state.pointee, revision, action) } ?? false
  }

  /// Tells those whom the last commit concerns.
  @inlinable
  func deliver(_ action: Action?) {
    unretainedStream?._withUnsafeGuaranteedRef { stream in
      stream.deliver(UnsafePointer(state), action) { isClosing }
    }
  }

  /// Commits a change that is made by nobody's action. On the draining thread.
  ///
  /// - Parameter change: as `reduce`; false if it changed nothing: then there is no commit.
  @inlinable
  public func commit(_ change: (inout State) -> Bool) -> Bool {
    let thread = enterGate()
    let hasChanged = change(&state.pointee)
    let isTold = hasChanged && commitReduced(nil)
    leaveGate(thread)
    guard hasChanged else { return false }
    if registry.hasChildren { registry.cancelAbsentChildren(in: UnsafeRawPointer(state)) }
    if isTold { deliver(nil) }
    return true
  }
}
