// HostStore: an engine's store, its subscriptions and its place in a runtime.
import CEnfold
import CEnfoldSupport
import Enfold
import Glibc
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
  var schemaHash: String? { opened.schemaHash }
  /// What is redacted in it.
  let redactor: Redactor
  /// Whether anything is.
  let isRedacted: Bool
  /// What log records call it: as its host does, or the name of its feature with a number.
  var name: String { givenName ?? "\(feature)#\(numberInFeature)" }
  private let givenName: String?
  private let madeName = Atomic<UnsafeMutablePointer<CChar>?>(nil)
  private let numberInFeature: UInt64
  /// What the crash line says about this store, before the name of an action. NUL-terminated; made when it is first asked for, while
  /// the engine opens its store.
  @exclusivity(unchecked) private var madeCrashLabel: CrashLabel?
  var crashLabel: UnsafePointer<CChar> {
    lock.withLock {
      if let madeCrashLabel { return madeCrashLabel.text }
      let made = CrashLabel("the plugin \(source.label): the feature \(feature) was reducing ", redactor)
      madeCrashLabel = made
      return made.text
    }
  }
  /// The engine's store. Written once, before `isOpen` is set. Nobody uses it before that.
  @exclusivity(unchecked) private(set) var pointer: UnsafeMutableRawPointer?
  /// Whether the engine drops the effects of actions. Written once, before anybody knows the store.
  @exclusivity(unchecked) private(set) var beginsNoEffects = false
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
    /// The breakpoints, by the numbers that its host knows.
    var breakpoints: [UInt64: Breakpoint] = [:]
    var lastBreakpoint: UInt64 = 0
    /// The readers of the trace for which the engine reports.
    var traceReaders: Set<UInt64> = []
    /// Those of them that are told the changes of commits, and by which subscription; 0 while it begins.
    var changeReaders: [UInt64: UInt64] = [:]
    /// Whether a thread is calling the callbacks for the ends of tasks, although the engine will not drain the store any
    /// more.
    var isCallingEnds = false
    /// Whether the readers of the trace were told that it was closed.
    var isToldClosed = false
    /// The engine's store has ended.
    var isClosed = false
  }

  private init(_ runtime: Runtime, _ feature: Feature, named name: String?) {
    self.runtime = runtime
    opened = feature
    redactor = feature.redactor(in: runtime.redactor)
    isRedacted = !redactor.isEmpty
    givenName = name
    numberInFeature = feature.storeCount.add(1, ordering: .relaxed).newValue
    super.init()
  }

  deinit {
    if let pointer { insideCallback { engine.release(pointer) } }
    madeCrashLabel?.free()
    free(madeName.load(ordering: .acquiring))
  }

  /// Opens a store of a feature and gives it a handle.
  ///
  /// - Parameter text: the options, as JSON.
  static func open(
    _ runtime: Runtime, _ name: String, _ text: UnsafeRawBufferPointer?
  ) throws(RuntimeError) -> UInt64 {
    let feature = try runtime.feature(named: name)
    let redactor = feature.redactor(in: runtime.redactor)
    return try redactor.guarding(text, as: .value(redactor.graph.places(of: .openOptions))) { () throws(RuntimeError) in
      try open(runtime, feature, try StoreOptions(text, limits: runtime.options.limits))
    }
  }

  private static func open(
    _ runtime: Runtime, _ feature: Feature, _ options: StoreOptions
  ) throws(RuntimeError) -> UInt64 {
    KeptPins.endAll()
    let store = HostStore(runtime, feature, named: options.name)
    try store.openEngine(options)
    let scope = HostScope(store)
    do throws(RuntimeError) {
      store.rootHandle.store(try handles.open(scope), ordering: .releasing)
    } catch let error {
      store.close()
      throw error
    }
    if runtime.trace.isOn { store.tellOpened() }
    guard runtime.add(store) else {
      store.closeIfOpen()
      throw RuntimeError(ENFOLD_STALE, "the runtime was closed meanwhile, or it ends")
    }
    runtime.trace(store)
    // The engine may have ended the store before it was in the runtime. Then it must be removed here.
    if store.hasEnded {
      store.tellClosed()
      store.removeFromRuntime()
    }
    return store.root
  }

  private func openEngine(_ options: StoreOptions) throws(RuntimeError) {
    let open = try opener(of: options.mode)
    if options.given != nil { _ = try dependencySender }
    beginsNoEffects = options.mode == .withoutEffects
    _ = try handles.open(self)
    var result: UnsafeMutableRawPointer?
    do throws(RuntimeError) {
      _ = try options.withEngineOptions(of: runtime) { (options) throws(RuntimeError) in
        try callEngine("open", about: max(options.pointee.state_length, options.pointee.given_length)) {
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

  /// The function that opens stores of a mode.
  private func opener(of mode: StoreMode) throws(RuntimeError) -> Engine.Open {
    func known(_ open: Engine.Open?, _ what: String, _ name: String) throws(RuntimeError) -> Engine.Open {
      if let open { return open }
      throw RuntimeError(ENFOLD_UNSUPPORTED, "the feature \(feature) has no \(what): \(withoutExtension(name))")
    }
    return switch mode {
    case .full: engine.open
    case .stub: try known(engine.openStub, "stubs", "enfold.stub")
    case .withoutEffects: try known(engine.openWithoutEffects, "stores without effects", "enfold.no_effects")
    }
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

  override var isHeld: Bool { holder != 0 }
  override var isHeldByProgram: Bool { holder != 0 && holder != ENFOLD_HOLD_BREAKPOINT }
  private var holder: UInt32 { engine.holding?.isHeld(pointer) ?? 0 }
  override func watchIdle(_ isOn: Bool) { engine.watchIdle(pointer, isOn ? 1 : 0) }
  override func trace(for reader: UInt64, _ isOn: Bool) {
    guard let trace = engine.trace else { return }
    let isNews = lock.withLock {
      isOn ? contents.traceReaders.insert(reader).inserted : contents.traceReaders.remove(reader) != nil
    }
    guard isNews else { return }
    // If it was closed meanwhile, there is nothing to report.
    _ = try? callMayDrain("trace", 0) { drain, error in trace(pointer, isOn ? 1 : 0, drain, error) }
  }

  override func tellChanges(_ changes: TraceChanges, to reader: UInt64) { beginOrEndTelling(changes, to: reader) }
  override func tellState(to reader: UInt64) { tellStateAgain(to: reader) }

  /// Passes on what the engine reports.
  func receive(_ entry: UnsafePointer<enfold_trace_entry>) {
    let root = root
    if root == 0 { return }
    let name = tracedName
    let causeStore = entry.pointee.cause_store == 0 ? root : causeStore(entry.pointee.cause_store)
    if let silent = runtime.trace.receive(
      entry, of: root, named: UnsafeRawBufferPointer(start: name, count: strlen(name)), causeStore: causeStore, redactor
    ) {
      logSlow(entry, silent)
    }
  }

  /// The handle of a store of the same runtime, by its context; 0 if there is none any more.
  private func causeStore(_ context: UInt64) -> UInt64 {
    guard let pin = handles.pin(context, HostStore.self) else { return 0 }
    defer { handles.unpin(pin) }
    return pin.entry._withUnsafeGuaranteedRef { $0.runtime === runtime ? $0.root : 0 }
  }

  /// Tells the readers of the trace something that the host itself knows. The store and its revision are added here.
  func tell(_ facts: TraceFacts, _ texts: TraceTexts = TraceTexts()) {
    guard root != 0, engine.trace != nil, runtime.trace.isOn else { return }
    let name = tracedName
    var (facts, texts) = (facts, texts)
    (facts.store, facts.revision) = (root, engine.revision(pointer))
    texts.name = UnsafeRawBufferPointer(start: name, count: strlen(name))
    runtime.trace.tell(&facts, texts)
  }

  private func tellOpened() {
    var feature = feature
    feature.withUTF8 { tell(TraceFacts(.opened), TraceTexts(subject: UnsafeRawBufferPointer($0))) }
  }

  /// Called when the store has ended; once or twice.
  private func tellClosed() {
    guard root != 0, !lock.withLock({ exchange(&contents.isToldClosed, with: true) }) else { return }
    tell(TraceFacts(.closed))
  }

  /// Its name, NUL-terminated; made when it is first asked for.
  private var tracedName: UnsafePointer<CChar> {
    if let known = madeName.load(ordering: .acquiring) { return UnsafePointer(known) }
    guard let made = strdup(name) else { abort() }
    let (isFirst, known) = madeName.compareExchange(expected: nil, desired: made, ordering: .acquiringAndReleasing)
    guard !isFirst, let known else { return UnsafePointer(made) }
    free(made)
    return UnsafePointer(known)
  }

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
    tellClosed()
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
