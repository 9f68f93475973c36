// DiagnosticsCenter: the listeners to the diagnostics of a Swift store, and the tasks that wait until it is idle.

/// Hands the diagnostics of a store to its listeners, and wakes the tasks that wait until the store is idle.
@usableFromInline final class DiagnosticsCenter: StoreOwner, @unchecked Sendable {
  // Unchecked: everything is touched under `lock` only.
  private let lock = Lock()
  /// The test that has made the store, if problems are to fail it.
  private let test = storeTestHere()
  private var listeners: [Int: AsyncStream<Diagnostic>.Continuation] = [:]
  private var nextID = 0
  private var isFinished = false
  private var idleWaiters: [CheckedContinuation<Void, Never>] = []

  func stream() -> AsyncStream<Diagnostic> {
    AsyncStream { continuation in
      let id: Int? = lock.withLock {
        if isFinished { return nil }
        defer { nextID += 1 }
        listeners[nextID] = continuation
        return nextID
      }
      guard let id else { return continuation.finish() }
      continuation.onTermination = { [weak self] _ in
        guard let self else { return }
        _ = lock.withLock { listeners.removeValue(forKey: id) }
      }
    }
  }

  /// Tells everybody who listens. If nobody does, fails the test that has made the store, or else writes to the standard error
  /// stream.
  override func diagnose(_ diagnostic: Diagnostic) {
    if yield(diagnostic) { return }
    if let test, diagnostic.failsTests { return test.fail(diagnostic) }
    StandardError.print("\(diagnostic)\(diagnostic.topic.map { " [enfold explain \($0.rawValue)]" } ?? "")")
  }

  /// Tells everybody who listens. Returns whether anybody does.
  @discardableResult func yield(_ diagnostic: Diagnostic) -> Bool {
    let everybody = lock.withLock { Array(listeners.values) }
    for listener in everybody { listener.yield(diagnostic) }
    return !everybody.isEmpty
  }

  override func didClose() {
    let ended = lock.withLock {
      isFinished = true
      return exchange(&listeners, with: [:])
    }
    for listener in ended.values { listener.finish() }
  }

  func waitUntilIdle<State, Action>(_ engine: StoreEngine<State, Action>) async {
    engine.watchIdle(true)
    defer { engine.watchIdle(false) }
    // A loop, because `becameIdle` may come late: for a time before this was called.
    while engine.pending > 0, !Task.isCancelled {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          lock.withLock { idleWaiters.append(continuation) }
          if engine.pending == 0 || Task.isCancelled { becameIdle() }
        }
      } onCancel: {
        becameIdle()
      }
    }
  }

  override func becameIdle() {
    for waiter in lock.withLock({ exchange(&idleWaiters, with: []) }) { waiter.resume() }
  }
}
