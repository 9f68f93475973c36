// Runtime: the object behind the handle of enfold_runtime_open. It owns plugins and stores.
import CEnfold
import CEnfoldSupport
import Enfold
import Glibc
import Synchronization

/// A runtime. Any thread may use it.
final class Runtime: Handled {
  static var kind: HandleKind { .runtime }
  var handle: UInt64 = 0

  let options: RuntimeOptions
  /// The functions that engines call.
  let host: UnsafePointer<enfold_host>
  /// The values that its stores, its plugins and its host have in common.
  let shared: RuntimeSharedRegistry
  /// The host's event loop; nil if each thread that sends to a store drains it, unless another one drains it already.
  var loop: HostLoop? { ownLoop?.takeUnretainedValue() }
  /// A strong reference, so that an action need not retain it.
  private let ownLoop: Unmanaged<HostLoop>?
  /// The clock that the host moves; nil if time passes by itself.
  let clock: RuntimeClock?
  /// Notified whenever something may have become idle, ended or closed.
  let monitor = Monitor()
  let isClosed = Atomic<Bool>(false)
  /// The tasks of its stores.
  let tasks = OwnedHandles()
  /// The subscriptions to its shared values.
  let sharedSubscriptions = OwnedHandles()
  /// The handlers of requests, and how far each request has come.
  let requests: RequestBook
  /// How many callbacks were made, those that were closed included.
  let callbacksMade = Atomic<UInt64>(0)
  /// What is redacted in all of its stores.
  let redactor: Redactor
  /// Who reads what happens in its stores.
  let trace: TraceDesk
  /// What records it, if anything does.
  let recording = Locked<Recording?>(nil)
  let inspection = Locked<Inspection>(.off)
  /// Its number among the runtimes of the process, from 1.
  let number = Runtime.count.add(1, ordering: .relaxed).newValue
  private static let count = Atomic<UInt64>(0)
  /// The handle of the receiver of diagnostics, or 0.
  let logReceiver = Atomic<UInt64>(0)
  /// The addresses that C code has given to features.
  let pointers = GivenPointers()

  private let lock = Lock()
  private var contents = Contents()

  /// Everything that `lock` guards.
  private struct Contents {
    var plugins: [Plugin] = []
    var pluginHandles: [UInt64] = []
    var features = FeatureTable()
    var stores = OpenStores()
    /// Whether it ends: no store is opened any more.
    var isEnding = false
    /// See `afterLastStore`.
    var lastWork: [() -> Void] = []
  }

  init(_ options: RuntimeOptions, host: UnsafePointer<enfold_host>) throws(RuntimeError) {
    self.options = options
    self.host = host
    redactor = Redactor(options.redactions)
    trace = TraceDesk(countsAlways: options.countsTimes)
    clock = options.clock == .manual ? RuntimeClock() : nil
    shared = RuntimeSharedRegistry(
      directory: options.sharedDirectory.map { .at($0) } ?? (options.environment == 0 ? .standard : .none))
    switch options.loop {
    case .inline: ownLoop = nil
    case .host:
      guard let loop = HostLoop() else {
        throw RuntimeError(ENFOLD_IO, "no event descriptor: \(String(cString: strerror(errno)))")
      }
      ownLoop = .passRetained(loop)
    }
    requests = RequestBook(
      limit: options.limits.requests, options.limits.json, ownLoop?.takeUnretainedValue(), monitor)
    shared.runtime = self
  }

  deinit { ownLoop?.release() }

  // MARK: Whether this thread may call back

  /// Whether this thread may reduce actions and run observers now.
  @inline(__always) var mayDrain: Bool {
    guard let ownLoop else { return true }
    return ownLoop._withUnsafeGuaranteedRef { $0.isLoopThread } && !isInsideCallback
  }

  /// Takes a store off the list of the loop, because somebody drains it now. True if it was on the list.
  @inline(__always) func unschedule(_ store: AnyHostStore) -> Bool {
    ownLoop?._withUnsafeGuaranteedRef { $0.unschedule(store) } ?? false
  }

  /// Whether this thread may run callbacks, even inside another callback. Closing and cancelling need that. After the
  /// last pump every thread may.
  var mayCallBack: Bool { loop.map { $0.isLoopThread || $0.isFinished } ?? true }

  /// Calls code of the host: now if this thread may, otherwise in the next pump.
  ///
  /// If this thread is inside a reducer, the call is made when the reducer has returned. So no lock of a store is held
  /// while a callback runs.
  func callBack(_ perform: @escaping () -> Void) {
    if let loop, !loop.isLoopThread { return callInPump(perform) }
    Gates.after(perform)
  }

  /// Makes a call in the next pump, or on this thread if there will be no pump.
  func callInPump(_ perform: @escaping () -> Void) {
    if let loop, loop.schedule(DeferredCall(perform: perform)) {
      monitor.notify()
    } else {
      Gates.after(perform)
    }
  }

  // MARK: Contents

  var plugins: [Plugin] { lock.withLock { contents.plugins } }

  /// The features of all plugins, and those that the host has registered.
  var features: [Feature] {
    let (plugins, registered) = lock.withLock { (contents.plugins, contents.features.registered) }
    return plugins.flatMap(\.features) + registered
  }

  /// The features with a name, whatever plugin they belong to.
  func features(named name: String) -> [Feature] { lock.withLock { contents.features.features(named: name) } }

  /// The names of features for a message, all or those around a name; nil if there are none.
  func featureNames(around name: String) -> String? { lock.withLock { contents.features.list(around: name) } }

  /// The open stores, in the order in which they were opened.
  var stores: [AnyHostStore] { lock.withLock { contents.stores.all }.sorted { $0.number < $1.number } }

  /// Adds a plugin and gives it a handle. If the runtime has this plugin already, or a newer generation of it, that one gets
  /// another handle instead.
  ///
  /// - Parameter place: looks at the plugins that are loaded already. It returns the index of the plugin that the new one
  ///   replaces, or nil. It throws if the new one must be refused, for example because a loaded plugin has the same id and
  ///   version.
  func add(
    _ plugin: Plugin, inPlaceOf place: (_ loaded: [Plugin]) throws(RuntimeError) -> Int?
  ) throws(RuntimeError) -> UInt64 {
    let result = lock.withLock { () -> Result<Plugin, RuntimeError> in
      if let known = contents.plugins.first(where: {
        $0.file.image == plugin.file.image
          || $0.path.hasSameBytes(as: plugin.path) && $0.file.generation >= plugin.file.generation
      }) {
        return .success(known)
      }
      return Result { () throws(RuntimeError) in
        // A new array, because other threads may be reading the old one.
        var plugins = contents.plugins
        let index = try place(plugins)
        contents.features.add(plugin, inPlaceOf: index.map { plugins[$0] })
        if let index { plugins[index] = plugin } else { plugins.append(plugin) }
        contents.plugins = plugins
        return plugin
      }
    }
    let handle = try handles.open(try result.get())
    let isLate = lock.withLock { () -> Bool in
      contents.pluginHandles.append(handle)
      return isClosed.load(ordering: .relaxed)
    }
    if isLate {
      handles.closeIfOpen(handle, Plugin.self)
      throw RuntimeError(ENFOLD_STALE, "the runtime was closed meanwhile")
    }
    return handle
  }

  /// Adds a store that has a handle. False if the runtime was closed meanwhile.
  func add(_ store: AnyHostStore) -> Bool {
    let isOpen = lock.withLock { () -> Bool in
      guard !isClosed.load(ordering: .relaxed), !contents.isEnding else { return false }
      contents.stores.add(store)
      return true
    }
    // A thread that waits for all stores must wait for this one, too.
    if isOpen { monitor.notify() }
    return isOpen
  }

  func remove(_ store: AnyHostStore) {
    let work = lock.withLock { () -> [() -> Void] in
      contents.stores.remove(store)
      guard isOver else { return [] }
      defer { contents.lastWork = [] }
      return contents.lastWork
    }
    for body in work { body() }
  }

  /// Does something when the runtime was closed and its last store has ended: now, if that is so.
  func afterLastStore(_ body: @escaping () -> Void) {
    let isDue = lock.withLock { () -> Bool in
      if !isOver { contents.lastWork.append(body) }
      return isOver
    }
    if isDue { body() }
  }

  /// Used with the lock held.
  private var isOver: Bool { isClosed.load(ordering: .relaxed) && contents.stores.isEmpty }

  // MARK: Registered features

  /// Adds a feature of the host, in place of the one with the same name. Returns whether there was one.
  func add(_ feature: Feature) throws(RuntimeError) -> Bool {
    let (old, isLate) = lock.withLock { () -> (Feature?, Bool) in
      if isClosed.load(ordering: .relaxed) { return (nil, true) }
      return (contents.features.register(feature), false)
    }
    if isLate { throw RuntimeError(ENFOLD_STALE, "the runtime was closed meanwhile") }
    return withExtendedLifetime(old) { old != nil }  // without the lock, because its release may run
  }

  /// Forgets all of them.
  func removeRegisteredFeatures() {
    let old = lock.withLock { contents.features.removeRegistered() }
    withExtendedLifetime(old) {}
  }

  // MARK: Closing

  /// From now on no store is added.
  func beginEnding() { lock.withLock { contents.isEnding = true } }

  /// From now on nothing is added. Called once, when the handle is closed.
  func beginClosing() {
    lock.withLock { isClosed.store(true, ordering: .relaxed) }
    monitor.notify()
    loop?.beginClosing()
  }

  /// Returns the handles of its plugins, and forgets them.
  func takePluginHandles() -> [UInt64] {
    lock.withLock {
      defer { contents.pluginHandles = [] }
      return contents.pluginHandles
    }
  }
}
