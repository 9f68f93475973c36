// HostStore: an engine's store, its subscriptions and its place in a runtime.
import CEnfold
import CEnfoldSupport
import Enfold
import Synchronization

/// An open store. The state lives in the plugin; this is the host's end of it.
///
/// The engine calls back with the handle of this object, its *context*. `host->closed` closes that handle. The engine's
/// own store is released when this object is freed: when no handle, task or thread uses it any more.
///
/// The handle of a host leads to a ``HostScope``, and from there to this object.
final class HostStore: AnyHostStore, Handled {
  static var kind: HandleKind { .context }
  /// The context by which the engine knows it. Written once, before another thread knows the store.
  @exclusivity(unchecked) var handle: UInt64 = 0
  /// The handle that its host got; 0 while the store is being opened.
  private let rootHandle = Atomic<UInt64>(0)
  override var root: UInt64 { rootHandle.load(ordering: .acquiring) }

  let runtime: Runtime
  /// Its feature, which has what the engine needs as long as its store lives.
  private let opened: Feature
  @inline(__always) var engine: Engine { opened.engine }
  /// Where the feature comes from, and its name, for messages.
  var source: FeatureSource { opened.source }
  var feature: String { opened.name }
  /// The engine's store. Written once, before `isOpen` is set. Nobody uses it before that.
  @exclusivity(unchecked) private(set) var pointer: UnsafeMutableRawPointer?
  /// Whether the engine has opened its store, and whether it asked to be drained before that.
  private let isOpen = Atomic<Bool>(false)
  private let wasScheduledEarly = Atomic<Bool>(false)

  /// Set when closing begins.
  let isClosing = Atomic<Bool>(false)

  let lock = Lock()
  /// Used with the lock held.
  @exclusivity(unchecked) var contents = Contents()

  /// Everything that `lock` guards.
  struct Contents: ~Copyable {
    /// Made for the first observer.
    var deliveries: DeliveryMemory?
    /// The subscriptions, by their handles.
    var subscriptions: [UInt64: HostSubscription] = [:]
    /// The handles of its scopes, without the root's.
    var scopes: Set<UInt64> = []
    /// The handles of its callbacks.
    var callbacks: Set<UInt64> = []
    /// The subscriptions of scopes that were closed, which wait for their last event.
    var ending: [HostSubscription] = []
    /// The tasks that have callbacks for their end and have not ended, by their handles.
    var awaitedTasks: [UInt64: ActionTask] = [:]
    /// The tasks that have ended: each is here once for every callback that was not called yet.
    var endedTasks = BlockQueue<ActionTask>()
    /// The number of the interest that asks the engine for a wake-up; 0 if there is none.
    var wakeUpInterest: UInt64 = 0
    var nextOrder: UInt64 = 1
    /// Whether a thread is calling the callbacks for the ends of tasks, although the engine will not drain the store any
    /// more.
    var isCallingEnds = false
    /// The engine's store has ended.
    var isClosed = false
  }

  private init(_ runtime: Runtime, _ feature: Feature) {
    self.runtime = runtime
    opened = feature
    super.init()
  }

  deinit {
    if let pointer { insideCallback { engine.release(pointer) } }
  }

  /// Opens a store of a feature and gives it a handle.
  static func open(_ runtime: Runtime, _ name: String, _ options: StoreOptions) throws(RuntimeError) -> UInt64 {
    KeptPins.endAll()
    let store = HostStore(runtime, try runtime.feature(named: name))
    try store.openEngine(options)
    do throws(RuntimeError) {
      store.rootHandle.store(try handles.open(HostScope(store)), ordering: .releasing)
    } catch let error {
      store.close()
      throw error
    }
    guard runtime.add(store) else {
      store.closeIfOpen()
      throw RuntimeError(ENFOLD_STALE, "the runtime was closed meanwhile")
    }
    // The engine may have ended the store before it was in the runtime. Then it must be removed here.
    if store.hasEnded { store.removeFromRuntime() }
    return store.root
  }

  private func openEngine(_ options: StoreOptions) throws(RuntimeError) {
    guard let open = options.isStub ? engine.openStub : engine.open else {
      throw RuntimeError(ENFOLD_UNSUPPORTED, "the feature \(feature) has no stubs: \(withoutExtension("enfold.stub"))")
    }
    _ = try handles.open(self)
    var result: UnsafeMutableRawPointer?
    do throws(RuntimeError) {
      _ = try options.withEngineOptions(of: runtime) { (options) throws(RuntimeError) in
        try callEngine("open", about: options.pointee.state_length) {
          open(
            engine.feature, options, runtime.host, UnsafeMutableRawPointer(bitPattern: UInt(handle)), &result, $0)
        }
      }
      guard let result else { throw .badPlugin("the feature \(feature) opened no store") }
      pointer = result
    } catch let error {
      handles.closeIfOpen(handle, HostStore.self)
      throw error
    }
    guard !hasEnded else {
      throw RuntimeError(ENFOLD_FAILED, "the feature \(feature) closed the store while it opened it")
    }
    isOpen.store(true, ordering: .sequentiallyConsistent)
    if wasScheduledEarly.load(ordering: .sequentiallyConsistent) { schedule() }
  }

  /// Called when the engine asks to be drained. While the engine still opens its store, this is only noted.
  func scheduleForEngine() {
    if !isOpen.load(ordering: .acquiring) {
      wasScheduledEarly.store(true, ordering: .sequentiallyConsistent)
      guard isOpen.load(ordering: .sequentiallyConsistent) else { return }
    }
    schedule()
  }

  /// Whether the engine said that its store has ended.
  var hasEnded: Bool { lock.withLock { contents.isClosed } }

  // MARK: For the runtime and its loop

  /// Reduces waiting actions, at most `limit` (0: all).
  override func drain(limit: UInt32) -> (done: UInt32, hasMore: Bool) {
    var done: UInt32 = 0
    let status = insideCallback { engine.drain(pointer, limit, &done) }
    return (done, status == ENFOLD_MORE)
  }

  override var pending: UInt64 { engine.pending(pointer) }

  override func watchIdle(_ isOn: Bool) { engine.watchIdle(pointer, isOn ? 1 : 0) }
  override var subscriptionCount: Int { lock.withLock { contents.subscriptions.count } }
  override var scopeCount: Int { lock.withLock { contents.scopes.count } }
  override var callbackCount: Int { lock.withLock { contents.callbacks.count } }

  /// The next number in the order of subscriptions.
  func takeOrder() -> UInt64 {
    lock.withLock {
      defer { contents.nextOrder += 1 }
      return contents.nextOrder
    }
  }

  /// The memory that all its deliveries share.
  var deliveries: DeliveryMemory {
    lock.withLock {
      let memory = contents.deliveries ?? DeliveryMemory(context: handle)
      contents.deliveries = memory
      return memory
    }
  }

  // MARK: Closing

  /// Closes the store, unless it is closed already.
  override func closeIfOpen() {
    if handles.closeIfOpen(root, HostScope.self) { close() }
  }

  /// Closes the store; the root's handle is closed already. Called once.
  func close() {
    closeScopes()
    silence()
    runtime.monitor.notify()
    logOpenRequests()
    let mayCallBack = runtime.mayCallBack
    insideCallback { engine.close(pointer, mayCallBack ? 1 : 0) }
    // After the last pump this thread does the work of a pump.
    if !mayCallBack, !hasEnded, !schedule() { Gates.after { _ = self.drain(limit: 0) } }
    KeptPins.endAll()
  }

  /// From now on the subscriptions get only their last event. This is true even of subscriptions that the present
  /// commit has not reached yet.
  private func silence() {
    lock.withLock { for subscription in contents.subscriptions.values { subscription.observer.pointee.silence() } }
  }

  /// Called when the engine's store has ended: the engine will not call any more. Runs where callbacks may run.
  func finish() {
    runtime.loop?.unschedule(self)
    let ending = lock.withLock { () -> [EndingSubscription] in
      contents.isClosed = true
      contents.ending = []
      // A task that the engine has not reported counts as cancelled.
      for (_, task) in contents.awaitedTasks.sorted(by: { $0.key < $1.key }) {
        for _ in 0..<task.endCallbacks.count { contents.endedTasks.append(task) }
      }
      contents.awaitedTasks = [:]
      contents.isCallingEnds = true
      defer { contents.subscriptions = [:] }
      return contents.subscriptions.values.map { EndingSubscription($0) }
    }
    callEnds()
    for subscription in ending.sorted(by: <) { subscription.end() }
    stopCallingEnds()
    // Most often the scopes are closed already. But an engine may also end a store that nobody closed.
    closeScopes()
    lock.withLock { contents.deliveries }?.freePatchWriter()
    removeFromRuntime()
  }

  /// Closes all scopes and callbacks, because the store is being closed. When this returns, their handles are stale, and
  /// the store gets no new ones. Their subscriptions end with the store. May be called again.
  override func closeScopes() {
    isClosing.store(true, ordering: .releasing)
    // Another thread may be doing the same. Neither returns before all scopes are closed. Each thread uses a copy of
    // its own, because the set may change meanwhile.
    let closing = lock.withLock { Array(contents.scopes) }
    for handle in closing { handles.closeIfOpen(handle, HostScope.self) }
    lock.withLock { contents.scopes = [] }
    closeCallbacks(of: nil)
  }

  /// Closes the root's handle and takes the store out of the runtime, because the store has ended.
  private func removeFromRuntime() {
    handles.closeIfOpen(root, HostScope.self)
    runtime.remove(self)
    runtime.monitor.notify()
  }
}
