// Store: an engine's store, its subscriptions and its place in a runtime.
import CEnfold
import CEnfoldSupport
import Enfold
import Synchronization

/// An open store. The state lives in the plugin; this is the host's end of it.
///
/// The engine calls back with the handle of this object, its context, which `host->closed` closes. The engine's own
/// store is released when this object goes away: when no handle, task or thread uses it any more.
///
/// The handles of hosts lead to it through a ``Scope``: the root, or one that was made of it.
final class Store: Handled {
  static var kind: HandleKind { .context }
  /// What the engine knows it by. Written once, before anybody else knows this object.
  @exclusivity(unchecked) var handle: UInt64 = 0
  /// The handle that its host was given; 0 while it is being opened.
  private let rootHandle = Atomic<UInt64>(0)
  var root: UInt64 { rootHandle.load(ordering: .acquiring) }

  let runtime: Runtime
  let engine: Engine
  /// The feature's name, for messages.
  let feature: String
  /// Stores of one process are numbered in the order in which they were opened.
  let number: UInt64
  /// The engine's store. Written once, before `isOpen` says so; nobody uses it before.
  @exclusivity(unchecked) private(set) var pointer: UnsafeMutableRawPointer?
  /// Whether the engine has opened its store, and whether it asked to be drained before that.
  private let isOpen = Atomic<Bool>(false)
  private let wasScheduledEarly = Atomic<Bool>(false)

  /// Set when closing begins.
  let isClosing = Atomic<Bool>(false)
  /// Whether it waits for the host's loop; written under the loop's lock.
  let isScheduled = Atomic<Bool>(false)
  /// Its place among those that wait; used under the loop's lock.
  @exclusivity(unchecked) var links = StoreList.Links()

  let lock = Lock()
  /// With the lock held.
  var contents = Contents()
  /// Used by the draining thread only: where patches are put together.
  @exclusivity(unchecked) var patch: PatchWriter?
  /// Used by the draining thread only: what was hashed in this delivery.
  @exclusivity(unchecked) var hashes = SharedHash()

  /// What is guarded by `lock`.
  struct Contents {
    /// By handle.
    var subscriptions: [UInt64: Subscription] = [:]
    /// The handles of its scopes, but for the root.
    var scopes: Set<UInt64> = []
    /// The subscriptions of scopes that were closed, which wait for their last event.
    var farewells: [Subscription] = []
    /// The number of the interest that asks the engine for the moment to deliver those; 0 if none does.
    var farewellInterest: UInt64 = 0
    var nextOrder: UInt64 = 1
    /// The engine's store has ended.
    var isClosed = false
  }

  private static let lastNumber = Atomic<UInt64>(0)

  private init(_ runtime: Runtime, _ feature: String, _ engine: Engine) {
    self.runtime = runtime
    self.feature = feature
    self.engine = engine
    number = Self.lastNumber.add(1, ordering: .relaxed).newValue
  }

  deinit { if let pointer { insideCallback { engine.release(pointer) } } }

  /// Opens a store of a feature and gives it a handle.
  static func open(_ runtime: Runtime, _ name: String, _ options: StoreOptions) throws(RuntimeError) -> UInt64 {
    KeptPins.endAll()
    let feature = try runtime.feature(named: name).feature
    let store = Store(runtime, feature.name, feature.engine)
    try store.openEngine(options)
    do throws(RuntimeError) {
      store.rootHandle.store(try handles.open(Scope(store)), ordering: .releasing)
    } catch let error {
      store.close()
      throw error
    }
    guard runtime.add(store) else {
      store.closeIfOpen()
      throw RuntimeError(ENFOLD_STALE, "the runtime was closed meanwhile")
    }
    // An engine may have ended it before the runtime and the handle were there to be told.
    if store.hasEnded { store.leave() }
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
      handles.closeIfOpen(handle, Store.self)
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

  // MARK: Subscriptions

  var subscriptionCount: Int { lock.withLock { contents.subscriptions.count } }
  var scopeCount: Int { lock.withLock { contents.scopes.count } }

  /// The next number in the order of subscriptions.
  func takeOrder() -> UInt64 {
    lock.withLock {
      defer { contents.nextOrder += 1 }
      return contents.nextOrder
    }
  }

  /// Adds a subscription that has a handle. False if the store has ended, or its scope was closed.
  func add(_ subscription: Subscription) -> Bool {
    lock.withLock {
      let scope = subscription.scope
      guard !contents.isClosed, !scope.isClosing.load(ordering: .relaxed) else { return false }
      contents.subscriptions[subscription.handle] = subscription
      if !scope.isRoot { scope.subscriptions.insert(subscription.handle) }
      return true
    }
  }

  /// True if it was there: then no `closed` will reach it.
  @discardableResult
  func remove(_ subscription: Subscription) -> Bool {
    lock.withLock {
      subscription.scope.subscriptions.remove(subscription.handle)
      return contents.subscriptions.removeValue(forKey: subscription.handle) != nil
    }
  }

  enum Start { case isOpen, wasCancelled, storeEnded }

  /// Notes that the engine accepted a subscription. If the store or the scope ended before that, and before the first
  /// event, the subscription never was.
  func start(_ subscription: Subscription) -> Start {
    lock.withLock {
      let hadEvent = subscription.observer.pointee.noteStart()
      let isEnding = contents.isClosed || subscription.scope.isClosing.load(ordering: .relaxed)
      if contents.subscriptions[subscription.handle] != nil { return isEnding ? .wasCancelled : .isOpen }
      return isEnding && !hadEvent ? .storeEnded : .wasCancelled
    }
  }

  // MARK: Closing

  /// Closes the store unless that was done.
  func closeIfOpen() {
    if handles.closeIfOpen(root, Scope.self) { close() }
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
      contents.farewells = []
      defer { contents.subscriptions = [:] }
      return contents.subscriptions.values.map { EndingSubscription($0) }
    }
    for subscription in ending.sorted(by: <) { subscription.end() }
    // Most often they are closed already; an engine may also end a store that nobody closed.
    closeScopes()
    patch = nil
    leave()
  }

  /// The store has ended: neither its host nor its runtime knows it any more.
  private func leave() {
    handles.closeIfOpen(root, Scope.self)
    runtime.remove(self)
    runtime.monitor.notify()
  }
}
