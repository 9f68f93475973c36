// StoreEngine: the queue, the drain and the commit. The heart of every store.
import CEnfoldSupport
import Synchronization

/// The machine under ``Store``: for adapters that need more control than a store gives, such as plugins.
///
/// One thread at a time *drains*: it takes what waits, in order, and for each action reduces, commits, starts the
/// effects and calls the observers. Whoever sends appends, and drains if nobody does. So nothing recurses, nobody waits,
/// and everything that happens to one store has one order.
///
/// Three things are shared between threads: `status`, an atomic word that says whether somebody drains and whether
/// something waits; the queue, under `lock`; and the state, which only the drainer writes, under `gate`, so that readers
/// see the last commit. Neither is held while user code runs, but for `reduce`, which runs under the gate.
public final class StoreEngine<State: Sendable, Action: Sendable>: StateSource<State>, @unchecked Sendable {
  // Unchecked: what the pointers point to is guarded as said there; the rest is immutable or atomic.

  public typealias Reduce = (inout State, Action) -> Effect<Action>

  @usableFromInline enum Entry {
    case action(Action, EffectAccount?)
    /// Something to do in its turn on the draining thread; does not count as an action.
    case work(@Sendable (_ isOpen: Bool) -> Void)
  }

  @usableFromInline typealias Status = StoreStatus

  @usableFromInline let reduce: Reduce
  @usableFromInline let hooks: StoreHooks<State, Action>
  /// Those of the hooks that every action calls.
  @usableFromInline let committed: ((inout State, UInt64, Action?) -> Bool)?
  @usableFromInline let deliver: (() -> Void)?
  @usableFromInline let drained: (() -> Void)?
  @usableFromInline let executor: StoreExecutor
  @usableFromInline let queueLimit: Int
  @usableFromInline let registry = EffectRegistry()
  @usableFromInline let status = Atomic<Int>(0)
  @usableFromInline let lock = Lock()
  @usableFromInline let gate = Lock()
  /// The thread that holds the gate to reduce, and the one that drains; 0 if none.
  @usableFromInline let reducer = Atomic<UInt>(0)
  @usableFromInline let drainer = Atomic<UInt>(0)
  @usableFromInline let idleWatchers = Atomic<Int>(0)
  @usableFromInline let state: UnsafeMutablePointer<State>
  /// How many there were: the revision. Written with the state, under `gate`.
  @usableFromInline let commits: UnsafeMutablePointer<UInt64>
  /// Under `lock`.
  @usableFromInline let queue: UnsafeMutablePointer<StoreQueue<Entry>>
  /// Touched by the drainer only.
  @usableFromInline let observers: UnsafeMutablePointer<[Observer<State>]>
  /// How many of them have ended, at most; touched by the drainer only.
  var deadObservers = 0
  /// Touched by the drainer only.
  @usableFromInline let actionObservers: UnsafeMutablePointer<[ActionObserver<State, Action>]>
  /// The throttles whose interval runs, and when to look for those that are past. Touched by the drainer only.
  @exclusivity(unchecked) @usableFromInline var throttles: [EffectKey: ThrottleWindow] = [:]
  @exclusivity(unchecked) @usableFromInline var throttleLimit = 16

  /// - Parameters:
  ///   - queueLimit: how many actions may wait; more are refused.
  ///   - reduce: called by one thread at a time.
  @inlinable
  public init(
    initialState: State, executor: StoreExecutor = .caller, queueLimit: Int = 1_048_576,
    hooks: StoreHooks<State, Action> = StoreHooks(), reduce: @escaping Reduce
  ) {
    self.executor = executor
    self.queueLimit = queueLimit
    self.hooks = hooks
    committed = hooks.committed
    deliver = hooks.deliver
    drained = hooks.drained
    self.reduce = reduce
    commits = .allocate(capacity: 1)
    commits.initialize(to: 0)
    queue = .allocate(capacity: 1)
    queue.initialize(to: StoreQueue())
    observers = .allocate(capacity: 1)
    observers.initialize(to: [])
    actionObservers = .allocate(capacity: 1)
    actionObservers.initialize(to: [])
    state = .allocate(capacity: 1)
    state.initialize(to: initialState)
    super.init()
    registry.whenQuiet = { [weak self] in self?.noteIdle() }
  }

  deinit {
    commits.deallocate()
    queue.deinitialize(count: 1)
    queue.deallocate()
    observers.deinitialize(count: 1)
    observers.deallocate()
    actionObservers.deinitialize(count: 1)
    actionObservers.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
    lock.deallocate()
    gate.deallocate()
  }

  // MARK: Observers

  override func inTurn(_ work: @escaping @Sendable (_ isOpen: Bool) -> Void) -> Performed {
    perform(mayDrain: drainsOnCaller, work)
  }
  override func attachNow(_ observer: Observer<State>) { observers.pointee.append(observer) }
  override func detachNow(_ observer: Observer<State>) { deadObservers = observers.pointee.sweep(deadObservers + 1) }
  override func withStateNow(_ body: (UnsafePointer<State>) -> Void) { body(UnsafePointer(state)) }
  override func commitNow(_ change: (inout State) -> Bool) -> Bool? { commit(change) }

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
  @inlinable
  public func send(_ action: Action, mayDrain: Bool = true) -> Sent {
    if mayDrain, beginDrain() {
      let node = step(action, nil)
      endDrain()
      return .reduced(StoreTask(node: node))
    }
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
    let duty = announce(Status.waiting, mayDrain: mayDrain)
    lock.release()
    return perform(duty) ? .drained : .waiting
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
    let duty = announce(Status.waiting, mayDrain: mayDrain)
    lock.release()
    return perform(duty) ? .drained : .waiting
  }

  /// Why so many more actions cannot wait. With the lock held.
  @inlinable
  func refusal(of count: Int) -> StoreError? {
    if status.load(ordering: .relaxed) & (Status.closing | Status.closed) != 0 { return .closed }
    if count > 0, queue.pointee.count + count > queueLimit { return .queueFull(limit: queueLimit) }
    return nil
  }

  // MARK: Draining

  /// Reduces at most `limit` of the waiting actions (nil: until none waits). Does nothing if another thread drains, or
  /// from inside a callback.
  @inlinable
  public func drain(limit: Int? = nil) -> DrainResult {
    lock.acquire()
    let drains = claim()
    lock.release()
    guard drains else { return DrainResult(reduced: 0, hasMore: false) }
    enterDrain()
    return runQueue(limit: limit ?? .max)
  }

  /// Whether this thread is draining, that is, whether this is called from inside a callback of this store.
  public var isDrainingHere: Bool { drainer.load(ordering: .relaxed) == UInt(enfold_thread_id()) }

  /// The fast way to drain: nothing waits and nobody drains.
  @inlinable
  func beginDrain() -> Bool {
    guard
      status.compareExchange(expected: Status.idle, desired: Status.draining, ordering: .acquiring).exchanged
    else { return false }
    enterDrain()
    return true
  }

  @inlinable
  func endDrain() {
    // The end of the drain, unless something waits.
    if status.load(ordering: .relaxed) == Status.draining { drained?() }
    drainer.store(0, ordering: .relaxed)
    if status.compareExchange(
      expected: Status.draining, desired: Status.idle, ordering: .sequentiallyConsistent
    ).exchanged {
      noteIdle()
    } else {
      runWaiting(hasWorked: true)
    }
  }

  /// As the drainer of a thread that wanted to send: takes what waits.
  ///
  /// A thread of a scheduled store has better things to do: it takes what waits now and some of what follows from it,
  /// and leaves the rest to the next drain. Otherwise threads that send steadily could hold it for ever.
  @inlinable @inline(never)  // the fast way does without
  func runWaiting(hasWorked: Bool = false) {
    enterDrain()
    guard let schedule = executor.schedule else {
      _ = runQueue(limit: .max, hasWorked: hasWorked)
      return
    }
    lock.acquire()
    let limit = queue.pointee.count + 1_024
    lock.release()
    if runQueue(limit: limit, hasWorked: hasWorked).hasMore { schedule() }
  }

  @inlinable
  func enterDrain() { drainer.store(UInt(enfold_thread_id()), ordering: .relaxed) }

  /// What a thread owes after it announced something: nothing, if somebody drains and will see it.
  @usableFromInline enum Duty { case nothing, drain, schedule }

  /// Something was appended, or the store is to close. With the lock held.
  @inlinable
  func announce(_ bit: Int, mayDrain: Bool) -> Duty {
    let before = status.bitwiseOr(bit, ordering: .sequentiallyConsistent).oldValue
    if before & Status.draining != 0 { return .nothing }
    if mayDrain { return claim() ? .drain : .nothing }
    if before & Status.scheduled != 0 { return .nothing }
    status.bitwiseOr(Status.scheduled, ordering: .sequentiallyConsistent)
    return .schedule
  }

  /// Does what `announce` said, without the lock. True if it drained.
  @inlinable
  func perform(_ duty: Duty) -> Bool {
    switch duty {
    case .nothing: return false
    case .schedule:
      executor.schedule?()
      return false
    case .drain:
      runWaiting()
      return true
    }
  }

  /// Becomes the drainer unless somebody is. With the lock held.
  @inlinable
  func claim() -> Bool {
    let before = status.bitwiseOr(Status.draining, ordering: .sequentiallyConsistent).oldValue
    if before & (Status.draining | Status.closed) != 0 {
      if before & Status.draining == 0 { status.bitwiseAnd(~Status.draining, ordering: .sequentiallyConsistent) }
      return false
    }
    status.bitwiseAnd(~Status.scheduled, ordering: .sequentiallyConsistent)
    return true
  }

  /// As the drainer: takes what waits, one by one, and stops draining.
  @inlinable
  func runQueue(limit: Int, hasWorked: Bool = false) -> DrainResult {
    var reduced = 0
    var hasWorked = hasWorked
    while true {
      lock.acquire()
      let now = status.load(ordering: .relaxed)
      if now & Status.closing != 0 {
        lock.release()
        finishClosing()
        return DrainResult(reduced: reduced, hasMore: false)
      }
      if queue.pointee.isEmpty || reduced >= limit {
        let hasMore = !queue.pointee.isEmpty
        // The end of the drain calls user code, which may send: look again afterwards.
        if let drained, hasWorked {
          hasWorked = false
          lock.release()
          drained()
          continue
        }
        drainer.store(0, ordering: .relaxed)
        status.store(
          hasMore ? Status.waiting | Status.scheduled : Status.idle, ordering: .sequentiallyConsistent)
        lock.release()
        if !hasMore { noteIdle() }
        return DrainResult(reduced: reduced, hasMore: hasMore)
      }
      let entry = queue.pointee.removeFirst()
      lock.release()
      hasWorked = true
      switch entry {
      case .action(let action, let account):
        reduced += 1
        if let account {
          if !account.isCancelled { _ = step(action, account.task) }
          account.leave()
        } else {
          _ = step(action, nil)
        }
      case .work(let work): work(true)
      }
    }
  }

  /// Reduces one action: the step of rule 3. Returns the task's account if the action has effects.
  @inlinable
  func step(_ action: Action, _ node: TaskNode?) -> TaskNode? {
    gate.acquire()
    reducer.store(UInt(enfold_thread_id()), ordering: .relaxed)
    let effect = reduce(&state.pointee, action)
    commits.pointee &+= 1
    let isObserved = committed?(&state.pointee, commits.pointee, action) ?? false
    reducer.store(0, ordering: .relaxed)
    gate.release()
    if registry.hasChildren { registry.cancelAbsentChildren(in: UnsafeRawPointer(state)) }
    if !actionObservers.pointee.isEmpty { return finishStep(action, effect, isObserved, node) }
    let node = effect.isNone ? node : begin(effect, of: action, node)
    notify(isObserved)
    return node
  }

  /// Calls the observers of a commit.
  @inlinable
  func notify(_ isObserved: Bool) {
    if isObserved { deliver?() }
    if !observers.pointee.isEmpty { notifyObservers() }
  }

  /// Commits a change that is made by nobody's action. On the draining thread.
  ///
  /// - Parameter change: as `reduce`; false if it changed nothing, and there is no commit.
  @inlinable
  public func commit(_ change: (inout State) -> Bool) -> Bool {
    gate.acquire()
    reducer.store(UInt(enfold_thread_id()), ordering: .relaxed)
    let hasChanged = change(&state.pointee)
    var isObserved = false
    if hasChanged {
      commits.pointee &+= 1
      isObserved = committed?(&state.pointee, commits.pointee, nil) ?? false
    }
    reducer.store(0, ordering: .relaxed)
    gate.release()
    if hasChanged, registry.hasChildren { registry.cancelAbsentChildren(in: UnsafeRawPointer(state)) }
    notify(isObserved)
    return hasChanged
  }
}
