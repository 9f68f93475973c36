// TaskNode: the account of everything that one sent action causes.

/// What an action still waits for: itself in the queue, the effects it started, the actions those sent, and so on.
@usableFromInline final class TaskNode: EffectAccount, @unchecked Sendable {
  // Unchecked: guarded by the registry's lock.
  private(set) var failure: (any Error)?
  private(set) var result: TaskResult?
  private var waiters: [@Sendable (TaskResult) -> Void] = []

  /// Made for one action that is about to be reduced or queued.
  @usableFromInline init(registry: EffectRegistry) { super.init(registry: registry, path: nil) }

  @usableFromInline override var task: TaskNode { self }

  @usableFromInline
  override func end() -> EffectAccount? {
    registry.lock.acquire()
    let result: TaskResult =
      if isCancelled { .cancelled } else if let failure { .failed(failure) } else { .finished }
    self.result = result
    let waiters = waiters
    self.waiters = []
    registry.lock.release()
    for waiter in waiters { waiter(result) }
    return nil
  }

  /// Notes the first error.
  func fail(_ error: any Error) { registry.lock.withLock { failWithLock(error) } }

  /// The same, with the lock held.
  func failWithLock(_ error: any Error) { failure = failure ?? error }

  /// Calls `body` with the result, now or when it is there, on whichever thread ends the task.
  func whenEnded(_ body: @escaping @Sendable (TaskResult) -> Void) {
    let result: TaskResult? = registry.lock.withLock {
      if self.result == nil { waiters.append(body) }
      return self.result
    }
    if let result { body(result) }
  }

  var currentResult: TaskResult? { registry.lock.withLock { result } }
  var currentFailure: (any Error)? { registry.lock.withLock { failure } }
}
