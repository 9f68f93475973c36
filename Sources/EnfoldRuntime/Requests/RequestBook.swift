// RequestBook: who handles the requests of a runtime. Each step of a request is taken under its lock.
import CEnfold
import CEnfoldSupport
import Enfold
import EnfoldJSON
import Synchronization

/// The handlers of a runtime and their users.
///
/// A plugin may ask, and withdraw a request, on any thread and at any moment, also while the runtime is closed.
/// Nevertheless no function of a handler may run on such a thread ("loop":"host"), and none may run after the close. Therefore
/// the book takes each step of a request under one lock, and puts the call that follows from it on the list of the loop under
/// the same lock. The thread that closes the runtime takes this lock, too, before the last pump: so that pump makes every call
/// that is on the list, and no call is added after it.
final class RequestBook: @unchecked Sendable {
  // Unchecked: what changes is used under `lock` only, or is atomic.

  /// What this thread has to call after it has released the lock.
  typealias Rest = () -> Void

  /// The number of requests without an answer.
  let openCount = Atomic<Int>(0)
  private let limit: UInt64
  /// What the text of an answer may be.
  let json: JSONLimits
  let loop: HostLoop?
  let monitor: Monitor
  private let lock = Lock()
  /// Nil: the runtime closes, and nobody asks or handles any more.
  private var handlers: NameIndex<RequestHandler>? = NameIndex()
  /// The open requests, by the context of the store that asked; 0: no store.
  private var openRequests: [UInt64: LinkedList<PendingRequest>] = [:]
  /// The thread that is inside a handler; 0: none is, or none is known. Only the loop thread asks.
  private let handlerThread = Atomic<UInt>(0)

  init(limit: UInt64, _ json: JSONLimits, _ loop: HostLoop?, _ monitor: Monitor) {
    self.limit = limit
    self.json = json
    self.loop = loop
    self.monitor = monitor
  }

  // MARK: Handlers

  /// From now on `handler` handles the requests of a name, or nobody. If this fails, its release runs.
  func setHandler(_ handler: RequestHandler?, _ name: String) throws(RuntimeError) {
    let (rest, isLate) = lock.withLock { () -> (Rest?, Bool) in
      handler?.users += 1
      if handlers == nil { return (letGo(handler), true) }
      return (letGo(handlers?.set(handler, for: name) ?? nil), false)
    }
    finish(rest)
    if isLate { throw RuntimeError(ENFOLD_STALE, "the runtime was closed meanwhile") }
  }

  /// Counts one user less; returns the handler's release if that was the last one. Called with the lock held.
  private func letGo(_ handler: RequestHandler?) -> Rest? {
    guard let handler else { return nil }
    handler.users -= 1
    return handler.users == 0 ? inLoop { handler.callRelease() } : nil
  }

  /// Postpones a call to the next pump if this is not the loop thread. Otherwise, or if there will be no pump, returns the
  /// call, and this thread makes it. Called with the lock held.
  private func inLoop(_ perform: @escaping () -> Void) -> Rest? {
    guard let loop, !loop.isLoopThread, loop.schedule(DeferredCall(perform: perform)) else { return perform }
    monitor.notify()
    return nil
  }

  private func finish(_ rest: Rest?) {
    if let rest { Gates.after(rest) }
  }

  // MARK: Steps of a request

  /// Opens a request to whoever handles the name. From then on the handler has one user more. Returns the handle.
  ///
  /// - Parameter make: makes the request.
  func open(_ name: String, _ make: (RequestHandler) -> PendingRequest) throws(RuntimeError) -> UInt64 {
    lock.acquire()
    defer { lock.release() }
    guard let handlers else { throw RuntimeError(ENFOLD_STALE, "the runtime was closed") }
    guard let handler = handlers[name] else { throw unhandled(name, handlers) }
    guard UInt64(openCount.load(ordering: .relaxed)) < limit else {
      throw RuntimeError(
        ENFOLD_LIMIT, "\(limit) requests have no answer yet; the runtime allows no more of them (limits.requests)")
    }
    let request = make(handler)
    let handle = try handles.open(request)
    // Not `openRequests[request.store, default: …].append(request)`: the compiler would ask for memory on the way, and write to
    // address 0 if there is none.
    var ofStore = openRequests[request.store] ?? LinkedList()
    ofStore.append(request)
    openRequests[request.store] = ofStore
    openCount.add(1, ordering: .relaxed)
    handler.users += 1
    return handle
  }

  private func unhandled(_ name: String, _ handlers: NameIndex<RequestHandler>) -> RuntimeError {
    RuntimeError(
      ENFOLD_NOT_FOUND,
      handlers.isEmpty
        ? "nobody handles the request \"\(name)\", nor any other: the host calls enfold_runtime_handle for it"
        : "nobody handles the request \"\(name)\"; handled are: \(handlers.list(around: name) { "\"\($0)\"" })")
  }

  /// Hands a request to its handler, unless it is over.
  func begin(_ request: PendingRequest) {
    if !lock.withLock({ request.state.begin() }) { return }
    let outer = handlerThread.exchange(UInt(enfold_thread_id()), ordering: .relaxed)
    request.callHandler()
    handlerThread.store(outer, ordering: .relaxed)
    finish(lock.withLock { carryOut(request.state.leaveHandler(), request) })
  }

  /// Whether this thread is inside a handler, if it is the loop thread.
  var isInsideHandler: Bool { handlerThread.load(ordering: .relaxed) == UInt(enfold_thread_id()) }

  /// Closes a request, whose handle the caller has pinned. False if somebody else has closed it.
  ///
  /// - Parameter isWithdrawn: whether there is no answer.
  func close(_ request: PendingRequest, isWithdrawn: Bool) -> Bool {
    let (rest, isFirst) = lock.withLock { () -> (Rest?, Bool) in
      guard handles.closeIfOpen(request.handle, PendingRequest.self) else { return (nil, false) }
      openCount.subtract(1, ordering: .relaxed)
      forget(request)
      return (carryOut(request.state.close(isWithdrawn: isWithdrawn), request), true)
    }
    finish(rest)
    return isFirst
  }

  /// Called with the lock held.
  private func forget(_ request: PendingRequest) {
    guard var ofStore = openRequests[request.store] else { return }
    ofStore.remove(request)
    openRequests[request.store] = ofStore.isEmpty ? nil : ofStore
  }

  /// Called with the lock held.
  private func carryOut(_ duty: RequestState.Duty, _ request: PendingRequest) -> Rest? {
    let handler = request.handler
    switch duty {
    case .nothing: return nil
    case .letGo: return letGo(handler)
    case .tell:
      if !handler.hearsOfEnds { return letGo(handler) }
      let handle = request.handle
      return inLoop { [self] in
        handler.cancelled(handle)
        finish(lock.withLock { letGo(handler) })
      }
    }
  }

  /// Calls `body`, which passes on a value of the host. The handler is not released meanwhile, because the value may
  /// belong to it.
  func answering<R>(
    _ request: PendingRequest, _ body: () throws(RuntimeError) -> R
  ) throws(RuntimeError) -> R {
    let isOpen = lock.withLock {
      if request.state.isOpen { request.handler.users += 1 }
      return request.state.isOpen
    }
    if !isOpen { throw PendingRequest.isOver }
    defer { finish(lock.withLock { letGo(request.handler) }) }
    return try body()
  }

  /// The names of the open requests of a store, by its context, in the order in which it asked.
  func openNames(of store: UInt64) -> [String] { lock.withLock { openRequests[store]?.map(\.name) ?? [] } }

  // MARK: Closing

  /// The handles of all open requests: those of each store in the order in which it asked.
  var allOpen: [UInt64] {
    let byStore = lock.withLock { openRequests.mapValues { $0.map(\.handle) } }
    return byStore.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// From now on nobody asks and nobody handles. Returns the handlers, for ``letGo(of:)``.
  func beginClosing() -> [RequestHandler] {
    lock.withLock { exchange(&handlers, with: nil).map { Array($0.values) } ?? [] }
  }

  /// Releases the handlers that have no open requests.
  func letGo(of handlers: [RequestHandler]) {
    for handler in handlers { finish(lock.withLock { letGo(handler) }) }
  }
}
