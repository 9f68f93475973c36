// HostStore: an engine's store, its subscriptions and its place in a runtime.
import CEnfold
import CEnfoldSupport
import Enfold
import Synchronization

/// An open store. The state lives in the plugin; this is the host's end of it.
///
/// The engine calls back with the handle of this object, its context, which `host->closed` closes. The engine's own
/// store is released when this object goes away: when no handle, task or thread uses it any more.
///
/// The handles of hosts lead to it through a ``HostScope``: the root, or one that was made of it.
final class HostStore: AnyHostStore, Handled {
  static var kind: HandleKind { .context }
  /// What the engine knows it by.
  var handle: UInt64 {
    get { deliveries.context }
    set { deliveries.context = newValue }
  }
  /// The handle that its host was given; 0 while it is being opened.
  private let rootHandle = Atomic<UInt64>(0)
  override var root: UInt64 { rootHandle.load(ordering: .acquiring) }

  let runtime: Runtime
  let engine: Engine
  /// The feature's name, for messages.
  let feature: String
  /// The engine's store. Written once, before `isOpen` says so; nobody uses it before.
  @exclusivity(unchecked) private(set) var pointer: UnsafeMutableRawPointer?
  /// Whether the engine has opened its store, and whether it asked to be drained before that.
  private let isOpen = Atomic<Bool>(false)
  private let wasScheduledEarly = Atomic<Bool>(false)

  /// Set when closing begins.
  let isClosing = Atomic<Bool>(false)

  let lock = Lock()
  /// With the lock held.
  var contents = Contents()
  let deliveries = DeliveryMemory()

  /// What is guarded by `lock`.
  struct Contents {
    /// By handle.
    var subscriptions: [UInt64: HostSubscription] = [:]
    /// The handles of its scopes, but for the root.
    var scopes: Set<UInt64> = []
    /// The subscriptions of scopes that were closed, which wait for their last event.
    var ending: [HostSubscription] = []
    /// The number of the interest that asks the engine for the moment to deliver that; 0 if none does.
    var endingInterest: UInt64 = 0
    var nextOrder: UInt64 = 1
    /// The engine's store has ended.
    var isClosed = false
  }

  private init(_ runtime: Runtime, _ feature: String, _ engine: Engine) {
    self.runtime = runtime
    self.feature = feature
    self.engine = engine
    super.init()
  }

  deinit {
    if let pointer { insideCallback { engine.release(pointer) } }
    lock.deallocate()
  }

  /// Opens a store of a feature and gives it a handle.
  static func open(_ runtime: Runtime, _ name: String, _ options: StoreOptions) throws(RuntimeError) -> UInt64 {
    KeptPins.endAll()
    let feature = try runtime.feature(named: name).feature
    let store = HostStore(runtime, feature.name, feature.engine)
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
    // An engine may have ended it before the runtime and the handle were there to be told.
    if store.hasEnded { store.removeFromRuntime() }
    return store.root
  }

  private func openEngine(_ options: StoreOptions) throws(RuntimeError) {
    _ = try handles.open(self)
    var result: UnsafeMutableRawPointer?
    do throws(RuntimeError) {
      _ = try options.withEngineOptions(of: runtime) { (options) throws(RuntimeError) in
        try checked("open", about: options.pointee.state_length) {
          engine.open(
            engine.feature, options, hostTable, UnsafeMutableRawPointer(bitPattern: UInt(handle)), &result, $0)
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

  /// The engine asks to be drained. While it still opens its store, that waits until the store is known.
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

  /// The next number in the order of subscriptions.
  func takeOrder() -> UInt64 {
    lock.withLock {
      defer { contents.nextOrder += 1 }
      return contents.nextOrder
    }
  }

  // MARK: Closing

  /// Closes the store unless that was done.
  override func closeIfOpen() {
    if handles.closeIfOpen(root, HostScope.self) { close() }
  }

  /// Closes the store; the root's handle is closed already. Called once.
  func close() {
    closeScopes()
    runtime.monitor.notify()
    let mayCallBack = runtime.mayCallBack
    insideCallback { engine.close(pointer, mayCallBack ? 1 : 0) }
    // After the last pump this thread does what a pump would have done.
    if !mayCallBack, !hasEnded, !schedule() { Gates.after { _ = self.drain(limit: 0) } }
    KeptPins.endAll()
  }

  /// The engine's store ended: nobody calls back any more. Runs where callbacks may run.
  func finish() {
    runtime.loop?.unschedule(self)
    let ending = lock.withLock { () -> [EndingSubscription] in
      contents.isClosed = true
      contents.ending = []
      defer { contents.subscriptions = [:] }
      return contents.subscriptions.values.map { EndingSubscription($0) }
    }
    for subscription in ending.sorted(by: <) { subscription.end() }
    // Most often they are closed already; an engine may also end a store that nobody closed.
    closeScopes()
    deliveries.freePatchWriter()
    removeFromRuntime()
  }

  /// The store is being closed: it gets no new scope, and those that it has are stale when this returns. Their
  /// subscriptions end with the store's. May be called again.
  override func closeScopes() {
    isClosing.store(true, ordering: .releasing)
    // Another thread may be doing the same: neither returns before all of them are closed. Each reads a copy of its own,
    // because the set may change meanwhile.
    let closing = lock.withLock { Array(contents.scopes) }
    for handle in closing { handles.closeIfOpen(handle, HostScope.self) }
    lock.withLock { contents.scopes = [] }
  }

  /// The store has ended: neither its host nor its runtime knows it any more.
  private func removeFromRuntime() {
    handles.closeIfOpen(root, HostScope.self)
    runtime.remove(self)
    runtime.monitor.notify()
  }
}
