// PendingRequest: a request that has no answer yet.
import CEnfold
import Enfold
import EnfoldJSON

/// The object behind an `enfold_request`. Both an answer and a withdrawal close its handle: so only one of them
/// happens.
final class PendingRequest: Handled, Linked {
  static var kind: HandleKind { .request }
  var handle: UInt64 = 0
  private let book: RequestBook
  let name: String
  /// The context of the store that asked, or 0.
  let store: UInt64
  let handler: RequestHandler
  private let user: RequestUser
  /// What is redacted in its payload and its answers.
  let redactor: Redactor
  /// NUL-terminated.
  private let payload: [UInt8]
  /// Used under the lock of the ``RequestBook``.
  var state = RequestState.waiting
  /// Its neighbours in the list of its store's open requests. Used under the same lock.
  var links = Links<PendingRequest>()

  private init(
    _ name: String, _ payload: [UInt8], _ handler: RequestHandler, _ user: RequestUser, store: UInt64,
    in book: RequestBook, _ redactor: Redactor
  ) {
    self.name = name
    self.payload = payload
    self.handler = handler
    self.user = user
    self.store = store
    self.book = book
    self.redactor = redactor
  }

  // MARK: Who asks

  /// The name of the action whose reducer began the effect that asks, and the tag of the action with which everything began,
  /// which is empty if there was none.
  func cause() throws(RuntimeError) -> RequestUser.Cause {
    // A handle that is stale a moment later: the plugin's object lives as long as this one.
    guard let cause = user.cause() else { throw undeclared }
    return cause
  }

  var undeclared: RuntimeError {
    RuntimeError(
      ENFOLD_UNSUPPORTED,
      "nobody knows who asks for \"\(name)\": its feature does not list it in `static let requests`, or was built with an "
        + "older Enfold")
  }

  // MARK: Asking

  /// Asks whoever handles the name.
  ///
  /// - Parameters:
  ///   - redactor: that of the store, or of the runtime.
  ///   - number: receives the handle, before the handler is called.
  static func ask(
    _ name: String, _ payload: UnsafeRawBufferPointer, _ user: RequestUser, store: UInt64, in book: RequestBook,
    _ redactor: Redactor, _ number: UnsafeMutablePointer<UInt64>
  ) throws(RuntimeError) {
    let payload = Array(payload) + [0]
    let handle = try book.open(name) { handler in
      PendingRequest(name, payload, handler, user, store: store, in: book, redactor)
    }
    number.pointee = handle
    book.callHandler(of: handle)
  }

  /// Hands a request to its handler, unless it is over.
  static func begin(_ handle: UInt64) {
    guard let pin = handles.pin(handle, PendingRequest.self) else { return }
    pin.entry._withUnsafeGuaranteedRef { $0.book.begin($0) }
    handles.unpin(pin)
  }

  func callHandler() { handler.handle(handle, payload) }

  var isStream: Bool { user.isStream }

  // MARK: Answering

  private func closeOrThrow() throws(RuntimeError) {
    guard book.close(self, isWithdrawn: false) else { throw Self.isOver }
  }

  static let isOver = RuntimeError(ENFOLD_STALE, HandleKind.overRequest)

  func emit(_ text: UnsafeRawBufferPointer) throws(RuntimeError) -> enfold_status {
    try book.answering(self) { () throws(RuntimeError) in
      try redactor.guarding(text, as: answers) { () throws(RuntimeError) in try passOnElement(text) }
    }
  }

  private func passOnElement(_ text: UnsafeRawBufferPointer) throws(RuntimeError) -> enfold_status {
    guard user.isStream else {
      throw .invalid("\"\(name)\" is no stream: it is answered once, by enfold_request_resolve")
    }
    do throws(RuntimeError) {
      try check(text)
    } catch {
      try closeOrThrow()
      user.fail(error.message)
      throw error.status == ENFOLD_LIMIT ? RuntimeError(ENFOLD_BAD_JSON, error.message, offset: error.offset) : error
    }
    do throws(RuntimeError) {
      return try user.emit(text)
    } catch {
      switch Int(error.status) {
      case ENFOLD_LIMIT:
        throw RuntimeError(
          ENFOLD_LIMIT, "the feature is behind, and as many elements of \"\(name)\" wait as it allows: try again later")
      case ENFOLD_STALE:
        // The feature has ended, and has not withdrawn the request yet. Its handle must not work after this.
        withdraw()
        throw Self.isOver
      default:
        try closeOrThrow()
        throw error
      }
    }
  }

  /// - Parameter given: nil if no value was given: that is null.
  func resolve(_ given: UnsafeRawBufferPointer?) throws(RuntimeError) {
    try book.answering(self) { () throws(RuntimeError) in
      try redactor.guarding(given, as: answers) { () throws(RuntimeError) in try passOnAnswer(given) }
    }
  }

  private func passOnAnswer(_ given: UnsafeRawBufferPointer?) throws(RuntimeError) {
    if user.isStream {
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
      user.fail(error.message)
      throw error
    }
    try closeOrThrow()
    try answer(text)
  }

  private func answer(_ text: UnsafeRawBufferPointer?) throws(RuntimeError) {
    do throws(RuntimeError) {
      try user.resolve(text)
    } catch {
      // The feature has stopped waiting at the same moment. This answer came first: nobody will hear of the cancellation.
      if error.status != ENFOLD_STALE { throw error }
    }
  }

  func fail(_ message: String) throws(RuntimeError) {
    try book.answering(self) { () throws(RuntimeError) in
      try closeOrThrow()
      user.fail(message)
    }
  }

  /// Guarded by itself, because the feature gets the message, too.
  private func check(_ text: UnsafeRawBufferPointer) throws(RuntimeError) {
    try redactor.guarding(text, as: answers) { () throws(RuntimeError) in try checkJSON(text, book.json, in: "json") }
  }

  private var answers: RedactionStart { .value(redactor.requestPlaces(name)) }

  /// A message about the payload, without redacted values.
  func redacted(_ message: String) -> String {
    if redactor.isEmpty { return message }
    return payload.dropLast().withUnsafeBytes { redactor.message(message, about: $0, as: answers) }
  }

  // MARK: Withdrawing

  /// The feature does not want the answer any more.
  func withdraw() { _ = book.close(self, isWithdrawn: true) }

  /// The runtime was closed. Effects are cancelled together with their stores, perhaps later. Whoever still waits then
  /// is no effect of a store.
  func end(_ afterLastStore: (@escaping () -> Void) -> Void) {
    guard book.close(self, isWithdrawn: true) else { return }
    afterLastStore { [user] in user.fail("the runtime was closed") }
  }

  func handleEnded() {}
}
