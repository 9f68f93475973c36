// Store: an engine's store, its subscriptions and its place in a runtime.
import CEnfold
import CEnfoldSupport
import Synchronization

/// An open store. The state lives in the plugin; this is the host's end of it.
///
/// The engine calls back with a pointer to this object, which it keeps alive until `host->closed`. The engine's own
/// store is released when this object goes away: when no handle, task or thread uses it any more.
final class Store: Handled {
  static var kind: HandleKind { .store }
  var handle: UInt64 = 0

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

  private let lock = Lock()
  private var contents = Contents()
  /// Used by the draining thread only: where patches are put together.
  @exclusivity(unchecked) var patch: PatchWriter?

  /// What is guarded by `lock`.
  private struct Contents {
    /// By handle.
    var subscriptions: [UInt64: Subscription] = [:]
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
    let handle: UInt64
    do throws(RuntimeError) {
      handle = try handles.open(store)
    } catch let error {
      store.close()
      throw error
    }
    guard runtime.add(store) else {
      store.closeIfOpen()
      throw RuntimeError(ENFOLD_STALE, "the runtime was closed meanwhile")
    }
    return handle
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

  /// The next number in the order of subscriptions.
  func takeOrder() -> UInt64 {
    lock.withLock {
      defer { contents.nextOrder += 1 }
      return contents.nextOrder
    }
  }

  /// Adds a subscription that has a handle. False if the store has ended.
  func add(_ subscription: Subscription) -> Bool {
    lock.withLock {
      guard !contents.isClosed else { return false }
      contents.subscriptions[subscription.handle] = subscription
      return true
    }
  }

  /// True if it was there: then no `closed` will reach it.
  @discardableResult
  func remove(_ subscription: Subscription) -> Bool {
    lock.withLock { contents.subscriptions.removeValue(forKey: subscription.handle) != nil }
  }

  enum Start { case isOpen, wasCancelled, storeEnded }

  /// Notes that the engine accepted a subscription. If the store ended before that, and before the first event, the
  /// subscription never was.
  func start(_ subscription: Subscription) -> Start {
    lock.withLock {
      let hadEvent = subscription.observer.pointee.isStarted.exchange(true, ordering: .relaxed)
      if contents.subscriptions[subscription.handle] != nil { return .isOpen }
      return contents.isClosed && !hadEvent ? .storeEnded : .wasCancelled
    }
  }

  // MARK: Closing

  /// Closes the store unless that was done.
  func closeIfOpen() {
    if handles.closeIfOpen(handle, Store.self) { close() }
  }

  /// Closes the store; its handle is closed already. Called once.
  func close() {
    isClosing.store(true, ordering: .releasing)
    runtime.monitor.notify()
    let mayCallBack = runtime.mayCallBack
    insideCallback { engine.close(pointer, mayCallBack ? 1 : 0) }
    if !mayCallBack, !lock.withLock({ contents.isClosed }) { schedule() }
  }

  /// The engine's store ended: nobody calls back any more. Runs where callbacks may run.
  func finish() {
    runtime.loop?.unschedule(self)
    let subscriptions = lock.withLock { () -> [(Subscription, Bool)] in
      contents.isClosed = true
      defer { contents.subscriptions = [:] }
      return contents.subscriptions.values.map { ($0, $0.observer.pointee.isStarted.load(ordering: .relaxed)) }
    }
    for (subscription, wasStarted) in subscriptions.sorted(by: { $0.0.order < $1.0.order }) {
      subscription.end(wasStarted: wasStarted)
    }
    patch = nil
    runtime.remove(self)
    runtime.monitor.notify()
  }
}
