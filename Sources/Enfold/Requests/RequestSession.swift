// RequestSession: one request, from the question to the end of its answer.

/// A request. One task waits for its values, and any thread may answer.
///
/// It does not know their type, so that the code is there once, and no type is looked up while it runs: values are
/// ``TypedBox``es.
final class RequestSession: OpenRequest, @unchecked Sendable {
  // Unchecked: what changes is touched under `lock` only; `withdraw` is written once, before another task can cancel.
  typealias Box = any AnyObject & Sendable
  typealias Answer = Result<Box?, any Error>
  typealias Decode = @Sendable (UnsafeRawBufferPointer) -> Result<Box, JSONError>

  let name: String
  let payload: [UInt8]
  let isStream: Bool
  private let lock = Lock()
  private let decode: Decode
  private var inbox: RequestInbox<Box>
  /// The task that waits. It takes `given`, with the lock: so the lock alone orders the two threads, also if the task is woken
  /// before it has gone to sleep.
  private var waiter: UnsafeContinuation<Void, Never>?
  /// What the task that was woken last gets.
  private var given: Answer?
  private var withdraw: (@Sendable () -> Void)?

  /// - Parameters:
  ///   - limit: how many values may wait.
  ///   - decode: reads one. The caller has checked the size of the text.
  init<Value: Sendable>(
    _ name: String, _ payload: [UInt8], isStream: Bool, limit: Int, _ decode: @escaping Host.Decode<Value>
  ) {
    self.name = name
    self.payload = payload
    self.isStream = isStream
    self.decode = { decode($0).map { TypedBox($0) } }
    inbox = RequestInbox(limit: limit)
  }

  // MARK: For the effect that asks

  /// Called once, first.
  func ask(_ desk: any RequestDesk) throws { withdraw = try desk.ask(self) }

  /// The next value; nil at the end. If the task is cancelled, the request is withdrawn.
  ///
  /// - Parameter type: the one that it was made with.
  nonisolated(nonsending) func next<Value: Sendable>(_ type: Value.Type) async throws -> Value? {
    // A task that finds an element each time is never suspended here, so nobody else would see that it was cancelled.
    if Task.isCancelled { cancel() }
    // Often the answer is there already.
    let answer: Answer = if let answer = lock.withLock({ inbox.take() }) { answer } else { await nextAnswer() }
    return try answer.get().map { unsafeDowncast($0, to: TypedBox<Value>.self).value }
  }

  nonisolated(nonsending) private func nextAnswer() async -> Answer {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isThere = lock.withLock {
          given = inbox.take()
          if given == nil { waiter = continuation }
          return given != nil
        }
        if isThere { continuation.resume() }
      }
    } onCancel: {
      cancel()
    }
    return lock.withLock { given.take() } ?? .success(nil)
  }

  /// Nobody wants the answer any more. May be called again.
  func cancel() {
    var dropped = BlockQueue<Box>()
    let (wasOpen, woken) = lock.withLock { (inbox.cancel(&dropped), wake()) }
    _ = dropped.takeAll()  // without the lock, because the end of a value may run the feature's code
    if wasOpen { withdraw?() }
    woken?.resume()
  }

  /// Gives the task that waits what is there; nil if none waits, or nothing is there. Called with the lock held.
  private func wake() -> UnsafeContinuation<Void, Never>? {
    guard let waiter, let answer = inbox.take() else { return nil }
    self.waiter = nil
    given = answer
    return waiter
  }

  // MARK: For the side that answers

  func emit(_ text: UnsafeRawBufferPointer) -> RequestReception {
    switch decode(text) {
    case .success(let value): change { $0.put(value) }
    case .failure(let error): refuse(error, text)
    }
  }

  func resolve(_ text: UnsafeRawBufferPointer) -> RequestReception {
    if isStream { return finish(.finished) }
    return switch decode(text) {
    case .success(let value):
      change {
        let reception = $0.put(value)
        _ = $0.finish(.finished)
        return reception
      }
    case .failure(let error): refuse(error, text)
    }
  }

  func fail(_ message: String) -> RequestReception { finish(.failed(HostError(name, .failed, message))) }

  private func refuse(_ error: JSONError, _ text: UnsafeRawBufferPointer) -> RequestReception {
    let problem = HostError.wrongAnswer(name, error, text)
    if case .late = finish(.failed(problem)) { return .late }
    return .wrong(problem, error)
  }

  private func finish(_ end: RequestInbox<Box>.End) -> RequestReception { change { $0.finish(end) ? .kept : .late } }

  /// Changes the inbox, and wakes the task that waits for it.
  private func change(_ body: (inout RequestInbox<Box>) -> RequestReception) -> RequestReception {
    let (reception, woken) = lock.withLock { (body(&inbox), wake()) }
    woken?.resume()
    return reception == .kept && woken != nil ? .taken : reception
  }
}
