// Runtime: what enfold_runtime_open gives; owns plugins and stores.
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
  /// The host's event loop, or nil if stores are drained by whoever finds them idle.
  let loop: HostLoop?
  /// Notified whenever something may have become idle, ended or closed.
  let monitor = Monitor()
  let isClosed = Atomic<Bool>(false)
  /// Tasks whose handles are open.
  let taskCount = Atomic<Int>(0)
  /// The handle of the receiver of diagnostics, or 0.
  let logReceiver = Atomic<UInt64>(0)

  private let lock = Lock()
  private var contents = Contents()

  /// What is guarded by `lock`.
  private struct Contents {
    var plugins: [Plugin] = []
    var pluginHandles: [UInt64] = []
    /// By handle.
    var stores: [UInt64: AnyHostStore] = [:]
  }

  init(_ options: RuntimeOptions) throws(RuntimeError) {
    self.options = options
    switch options.loop {
    case .inline: loop = nil
    case .host:
      guard let loop = HostLoop() else {
        throw RuntimeError(ENFOLD_IO, "no event descriptor: \(String(cString: strerror(errno)))")
      }
      self.loop = loop
    }
  }

  deinit { lock.deallocate() }

  // MARK: Who may call back

  /// Whether this thread may reduce actions and run observers now.
  @inline(__always)
  var mayDrain: Bool {
    guard let loop else { return true }
    return loop.isLoopThread && !isInsideCallback
  }

  /// Whether this thread may run callbacks at all, be it from inside another one: what closing and cancelling need. When
  /// the last pump is over, every thread may.
  var mayCallBack: Bool { loop.map { $0.isLoopThread || $0.isFinished } ?? true }

  /// Makes a call of the host's code: now if this thread may, otherwise in the next pump. Inside a reducer when that has
  /// returned: no lock of a store is held while a callback runs.
  func callBack(_ perform: @escaping () -> Void) {
    if let loop, !loop.isLoopThread { return pumpOrDo(perform) }
    Gates.after(perform)
  }

  /// Makes a call in the next pump, or here if there will be none.
  func pumpOrDo(_ perform: @escaping () -> Void) {
    if let loop, loop.schedule(DeferredCall(perform: perform)) {
      monitor.notify()
    } else {
      Gates.after(perform)
    }
  }

  // MARK: Contents

  var plugins: [Plugin] { lock.withLock { contents.plugins } }

  /// The open stores, in the order in which they were opened.
  var stores: [AnyHostStore] { lock.withLock { Array(contents.stores.values) }.sorted { $0.number < $1.number } }

  /// Adds a plugin and gives it a handle, unless `refusal` finds fault with it beside the plugins that are there. One
  /// image gives one plugin.
  func add(
    _ plugin: Plugin, unless refusal: (_ loaded: [Plugin]) -> RuntimeError?
  ) throws(RuntimeError) -> UInt64 {
    let result = lock.withLock { () -> Result<Plugin, RuntimeError> in
      if let known = contents.plugins.first(where: { $0.image == plugin.image }) { return .success(known) }
      if let refusal = refusal(contents.plugins) { return .failure(refusal) }
      // A new array: others may be reading the old one.
      contents.plugins = contents.plugins + [plugin]
      return .success(plugin)
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
      guard !isClosed.load(ordering: .relaxed) else { return false }
      contents.stores[store.root] = store
      return true
    }
    // A thread that waits for every store waits for this one too.
    if isOpen { monitor.notify() }
    return isOpen
  }

  func remove(_ store: AnyHostStore) {
    lock.withLock { _ = contents.stores.removeValue(forKey: store.root) }
  }

  // MARK: Closing

  /// From now on nothing is added. Called once, when the handle is closed.
  func beginClosing() {
    lock.withLock { isClosed.store(true, ordering: .relaxed) }
    monitor.notify()
    loop?.beginClosing()
  }

  /// The handles of its plugins, which it keeps no longer.
  func takePluginHandles() -> [UInt64] {
    lock.withLock {
      defer { contents.pluginHandles = [] }
      return contents.pluginHandles
    }
  }
}
