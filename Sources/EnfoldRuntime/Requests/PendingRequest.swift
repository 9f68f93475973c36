// PendingRequest: a request that has no answer yet.
import CEnfold
import EnfoldJSON
import Synchronization

/// The object behind an `enfold_request`. Closing its handle is what answers it, or withdraws it: so only one of them happens.
final class PendingRequest: Handled {
  static var kind: HandleKind { .request }
  var handle: UInt64 = 0
  let runtime: Runtime
  let name: String
  /// The context of the store that asked, or 0.
  let store: UInt64
  private let handler: RequestHandler
  private let asker: RequestAsker
  /// NUL-terminated.
  private let payload: [UInt8]
  /// How far its handler has come.
  private let progress = Atomic<UInt8>(0)
  private static let hasBegun: UInt8 = 1
  private static let hasReturned: UInt8 = 2
  private static let isWithdrawn: UInt8 = 4

  private init(
    _ name: String, _ payload: [UInt8], _ handler: RequestHandler, _ asker: RequestAsker, store: UInt64,
    in runtime: Runtime
  ) {
    self.name = name
    self.payload = payload
    self.handler = handler
    self.asker = asker
    self.store = store
    self.runtime = runtime
  }

  // MARK: Asking

  /// Asks whoever handles the name.
  ///
  /// - Parameter number: receives the handle, before the handler is called.
  static func ask(
    _ name: String, _ payload: UnsafeRawBufferPointer, _ asker: RequestAsker, store: UInt64, in runtime: Runtime,
    _ number: UnsafeMutablePointer<UInt64>
  ) throws(RuntimeError) {
    guard let handler = runtime.requestHandler(name) else { throw unhandled(name, in: runtime) }
    let request = PendingRequest(name, Array(payload) + [0], handler, asker, store: store, in: runtime)
    runtime.requestCount.add(1, ordering: .relaxed)
    let handle: UInt64
    do throws(RuntimeError) {
      handle = try handles.open(request)
    } catch {
      runtime.requestCount.subtract(1, ordering: .relaxed)
      throw error
    }
    number.pointee = handle
    // A runtime that is closed meanwhile either finds this request, or is seen here to be closed. See ActionTask.send, where
    // there is a fence for the same reason.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    if runtime.isClosed.load(ordering: .acquiring), request.close() {
      throw RuntimeError(ENFOLD_STALE, "the runtime was closed")
    }
    runtime.callBack {
      // When the runtime is closed there may be no loop thread any more, and nobody is to answer.
      guard !runtime.isClosed.load(ordering: .acquiring), let pin = handles.pin(handle, PendingRequest.self) else {
        return
      }
      pin.entry._withUnsafeGuaranteedRef { $0.begin() }
      handles.unpin(pin)
    }
  }

  private static func unhandled(_ name: String, in runtime: Runtime) -> RuntimeError {
    let handled = runtime.handledRequests
    return RuntimeError(
      ENFOLD_NOT_FOUND,
      handled.isEmpty
        ? "nobody handles the request \"\(name)\", nor any other: the host calls enfold_runtime_handle for it"
        : "nobody handles the request \"\(name)\"; handled are: \(handled.map { "\"\($0)\"" }.joined(separator: ", "))")
  }

  private func begin() {
    guard advance(to: Self.hasBegun) & Self.isWithdrawn == 0 else { return }
    handler.handle(handle, payload)
    if advance(to: Self.hasReturned) & Self.isWithdrawn != 0 { handler.cancelled(handle) }
  }

  var isStream: Bool { asker.isStream }

  /// Returns how far it was before.
  private func advance(to step: UInt8) -> UInt8 {
    progress.bitwiseOr(step, ordering: .acquiringAndReleasing).oldValue
  }

  // MARK: Answering

  /// False if somebody else has closed it.
  private func close() -> Bool {
    handles.closeIfOpen(handle, PendingRequest.self) { $0.runtime.requestCount.subtract(1, ordering: .relaxed) }
  }

  private func closeOrThrow() throws(RuntimeError) {
    guard close() else { throw Self.isOver }
  }

  private static let isOver = RuntimeError(ENFOLD_STALE, HandleKind.overRequest)

  func emit(_ text: UnsafeRawBufferPointer) throws(RuntimeError) -> enfold_status {
    guard asker.isStream else {
      throw .invalid("\"\(name)\" is no stream: it is answered once, by enfold_request_resolve")
    }
    do throws(RuntimeError) {
      try check(text)
    } catch {
      try closeOrThrow()
      asker.fail(error.message)
      throw error.status == ENFOLD_LIMIT ? RuntimeError(ENFOLD_BAD_JSON, error.message, offset: error.offset) : error
    }
    do throws(RuntimeError) {
      return try asker.emit(text)
    } catch {
      switch Int(error.status) {
      case ENFOLD_LIMIT:
        throw RuntimeError(
          ENFOLD_LIMIT, "the feature is behind, and as many elements of \"\(name)\" wait as it allows: try again later")
      case ENFOLD_STALE: throw Self.isOver
      default:
        try closeOrThrow()
        throw error
      }
    }
  }

  /// - Parameter given: nil if no value was given: that is null.
  func resolve(_ given: UnsafeRawBufferPointer?) throws(RuntimeError) {
    if asker.isStream {
      guard given == nil else {
        throw .invalid("\"\(name)\" is a stream: its end has no value; enfold_request_emit gives it elements")
      }
      try closeOrThrow()
      return try answer(nil)
    }
    let null: StaticString = "null"
    let text = given ?? UnsafeRawBufferPointer(start: null.utf8Start, count: null.utf8CodeUnitCount)
    do throws(RuntimeError) {
      try check(text)
    } catch {
      try closeOrThrow()
      asker.fail(error.message)
      throw error
    }
    try closeOrThrow()
    try answer(text)
  }

  private func answer(_ text: UnsafeRawBufferPointer?) throws(RuntimeError) {
    do throws(RuntimeError) {
      try asker.resolve(text)
    } catch {
      // The feature has stopped waiting at the same moment. This answer came first: nobody will hear of the cancellation.
      if error.status != ENFOLD_STALE { throw error }
    }
  }

  func fail(_ message: String) throws(RuntimeError) {
    try closeOrThrow()
    asker.fail(message)
  }

  private func check(_ text: UnsafeRawBufferPointer) throws(RuntimeError) {
    try checkJSON(text, runtime.options.limits.json, in: "json")
  }

  // MARK: Withdrawing

  /// The feature does not want the answer any more.
  func withdraw() {
    if close() { tellCancelled() }
  }

  /// The runtime was closed. Effects are cancelled together with their stores, perhaps later. Who still waits then is no effect
  /// of a store.
  func end() {
    guard close() else { return }
    runtime.afterLastStore { [asker] in asker.fail("the runtime was closed") }
    tellCancelled()
  }

  private func tellCancelled() {
    let before = advance(to: Self.isWithdrawn)
    // While the handler is called, the thread that calls it sees to it.
    guard before & Self.hasReturned != 0 else { return }
    runtime.callBack { [handler, handle] in handler.cancelled(handle) }
  }

  func handleEnded() {}
}

extension Runtime {
  /// Ends the requests that nobody has answered, and forgets their handlers.
  func closeRequests() {
    handles.forEachOpen(PendingRequest.self) { if $1.runtime === self { $1.end() } }
    removeRequestHandlers()
  }
}

extension HostStore {
  /// Tells the receiver of diagnostics which requests of this store have no answer, because it is closed.
  func logOpenRequests() {
    guard runtime.requestCount.load(ordering: .relaxed) > 0 else { return }
    var counts: [String: Int] = [:]
    handles.forEachOpen(PendingRequest.self) { if $1.store == handle { counts[$1.name, default: 0] += 1 } }
    if counts.isEmpty { return }
    let names = counts.sorted { $0.key < $1.key }.map { $1 == 1 ? "\"\($0)\"" : "\"\($0)\" (\($1) times)" }
    var record = JSONWriter()
    record.literal("{\"level\":\"warning\",\"message\":")
    record.write("the store was closed while requests had no answer: \(names.joined(separator: ", "))")
    record.literal("}")
    record.withBytes {
      log(Int32(ENFOLD_LOG_WARNING), $0.assumingMemoryBound(to: CChar.self).baseAddress, $0.count)
    }
  }
}
