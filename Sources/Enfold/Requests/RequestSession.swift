// RequestSession: one request, from the question to the end of its answer.

/// A request. One task waits for its values, and any thread may answer.
///
/// It does not know their type, so that the code is there once, and no type is looked up while it runs: values are
/// ``TypedBox``es.
@usableFromInline final class RequestSession: OpenRequest, @unchecked Sendable {
  // Unchecked: what changes is touched under `lock` only; `withdraw` is written once, before another task can cancel.
  @usableFromInline typealias Box = any AnyObject & Sendable
  typealias Answer = Result<Box?, any Error>
  @usableFromInline typealias Decode = @Sendable (UnsafeRawBufferPointer) -> Result<Box, JSONError>

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
  /// Who tells the trace, and the number of the request there. Written once, before others know the request.
  private var trace: (teller: RequestTrace, id: UInt64)?

  /// - Parameters:
  ///   - limit: how many values may wait.
  ///   - decode: reads one, into a ``TypedBox``. The caller has checked the size of the text.
  @usableFromInline init(_ name: String, _ payload: [UInt8], isStream: Bool, limit: Int, _ decode: @escaping Decode) {
    self.name = name
    self.payload = payload
    self.isStream = isStream
    self.decode = decode
    inbox = RequestInbox(limit: limit)
  }

  // MARK: For the effect that asks

  /// Called once, first.
  func ask(_ desk: any RequestDesk) throws {
    trace = RequestTrace.current.map { ($0, $0.tell(name, payload)) }
    do {
      withdraw = try desk.ask(self)
    } catch {
      tell(.failed, nil, "\(error)")
      trace?.teller.flush()
      throw error
    }
  }

  /// Puts an answer behind what the trace is to tell. The lock may be held.
  private func tell(_ outcome: TraceOutcome?, _ value: UnsafeRawBufferPointer? = nil, _ message: String? = nil) {
    if let trace { trace.teller.append(TraceRequest(trace.id, name, value, outcome, message), true) }
  }

  /// The next value; nil at the end. If the task is cancelled, the request is withdrawn.
  ///
  /// - Parameter type: the one that it was made with.
  nonisolated(nonsending) func next<Value: Sendable>(_ type: Value.Type) async throws -> Value? {
    try await nextBox().map { unsafeDowncast($0, to: TypedBox<Value>.self).value }
  }

  /// The box of the next value.
  nonisolated(nonsending) func nextBox() async throws -> Box? {
    // A task that finds an element each time is never suspended here, so nobody else would see that it was cancelled.
    if Task.isCancelled { cancel() }
    // Often the answer is there already.
    let answer: Answer = if let answer = lock.withLock({ inbox.take() }) { answer } else { await nextAnswer() }
    return try answer.get()
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
    let (wasOpen, woken) = lock.withLock {
      let wasOpen = inbox.cancel(&dropped)
      if wasOpen { tell(.cancelled) }
      return (wasOpen, wake())
    }
    _ = dropped.takeAll()  // without the lock, because the end of a value may run the feature's code
    if wasOpen {
      withdraw?()
      trace?.teller.flush()
    }
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
    case .success(let value): change(telling: nil, text) { $0.put(value) }
    case .failure(let error): refuse(error, text)
    }
  }

  func resolve(_ text: UnsafeRawBufferPointer) -> RequestReception {
    if isStream { return finish(.finished, .finished) }
    return switch decode(text) {
    case .success(let value):
      change(telling: .finished, text) {
        let reception = $0.put(value)
        _ = $0.finish(.finished)
        return reception
      }
    case .failure(let error): refuse(error, text)
    }
  }

  func fail(_ message: String) -> RequestReception {
    finish(.failed(HostError(name, .failed, message)), .failed, message)
  }

  private func refuse(_ error: JSONError, _ text: UnsafeRawBufferPointer) -> RequestReception {
    let problem = HostError.wrongAnswer(name, error, text)
    if case .late = finish(.failed(problem), .failed, "\(problem)") { return .late }
    return .wrong(problem, error)
  }

  private func finish(
    _ end: RequestInbox<Box>.End, _ outcome: TraceOutcome, _ message: String? = nil
  ) -> RequestReception {
    change(telling: outcome, nil, message) { $0.finish(end) ? .kept : .late }
  }

  /// Changes the inbox, and wakes the task that waits for it. The trace is told of what was kept, before the task can take it.
  private func change(
    telling outcome: TraceOutcome?, _ value: UnsafeRawBufferPointer?, _ message: String? = nil,
    _ body: (inout RequestInbox<Box>) -> RequestReception
  ) -> RequestReception {
    let (reception, woken) = lock.withLock {
      let reception = body(&inbox)
      if reception == .kept { tell(outcome, value, message) }
      return (reception, wake())
    }
    trace?.teller.flush()
    woken?.resume()
    return reception == .kept && woken != nil ? .taken : reception
  }
}
