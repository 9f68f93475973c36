// Store: an engine's store, its subscriptions and its place in a runtime.
import CEnfold
import CEnfoldSupport
import Synchronization

/// An open store. The state lives in the plugin; this is the host's end of it.
///
/// The engine calls back with a pointer to this object, which it keeps alive until `host->closed`. The engine's own
/// store is released when this object goes away: when no handle, task or thread uses it any more.
///
/// Handles lead to it through a ``Scope``: the root, or one that was made of it.
final class Store {
  /// The root's handle. Written once, before anybody else knows this object.
  @exclusivity(unchecked) private(set) var handle: UInt64 = 0

  let runtime: Runtime
  let engine: Engine
  /// The feature's name, for messages.
  let feature: String
  /// Stores of one process are numbered in the order in which they were opened.
  let number: UInt64
  /// The engine's store. Written once, before anybody else knows this object.
  @exclusivity(unchecked) private(set) var pointer: UnsafeMutableRawPointer?

  /// Set when closing begins.
  let isClosing = Atomic<Bool>(false)
  /// Whether it is on the list of the host's loop; written under the loop's lock.
  let isScheduled = Atomic<Bool>(false)

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
    /// The subscriptions of scopes that were closed and wait for their last event, by the number of an interest.
    var farewells: [UInt64: [Subscription]] = [:]
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

  deinit { if let pointer { engine.release(pointer) } }

  /// Opens a store of a feature and gives it a handle.
  static func open(_ runtime: Runtime, _ name: String, _ options: StoreOptions) throws(RuntimeError) -> UInt64 {
    let feature = try runtime.feature(named: name).feature
    let store = Store(runtime, feature.name, feature.engine)
    try store.openEngine(options)
    // The engine is done with the reference that it was given when it calls `closed`.
    do throws(RuntimeError) {
      store.handle = try handles.open(Scope(store))
    } catch let error {
      store.close()
      throw error
    }
    guard runtime.add(store) else {
      store.closeIfOpen()
      throw RuntimeError(ENFOLD_STALE, "the runtime was closed meanwhile")
    }
    return store.handle
  }

  private func openEngine(_ options: StoreOptions) throws(RuntimeError) {
    let context = Unmanaged.passRetained(self)
    var result: UnsafeMutableRawPointer?
    do throws(RuntimeError) {
      _ = try options.withEngineOptions(of: runtime) { (options) throws(RuntimeError) in
        try checked { engine.open(engine.feature, options, hostTable, context.toOpaque(), &result, $0) }
      }
    } catch let error {
      context.release()
      throw error
    }
    guard let result else {
      context.release()
      throw .badPlugin("the feature \(feature) opened no store")
    }
    pointer = result
  }

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
    if handles.closeIfOpen(handle, Scope.self) { close() }
  }

  /// Closes the store; the root's handle is closed already. Called once.
  func close() {
    isClosing.store(true, ordering: .releasing)
    runtime.monitor.notify()
    closeScopes()
    let mayCallBack = runtime.mayCallBack
    insideCallback { engine.close(pointer, mayCallBack ? 1 : 0) }
    if !mayCallBack, !lock.withLock({ contents.isClosed }) { schedule() }
  }

  /// The engine's store ended: nobody calls back any more. Runs where callbacks may run.
  func finish() {
    runtime.loop?.unschedule(self)
    let ending = lock.withLock { () -> [EndingSubscription] in
      contents.isClosed = true
      contents.farewells = [:]
      defer { contents.subscriptions = [:] }
      return contents.subscriptions.values.map { EndingSubscription($0) }
    }
    for subscription in ending.sorted(by: <) { subscription.end() }
    patch = nil
    runtime.remove(self)
    runtime.monitor.notify()
  }
}
