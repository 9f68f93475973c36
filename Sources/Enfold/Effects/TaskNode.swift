// TaskNode: the account of everything that one sent action causes.

/// Counts what an action still waits for: itself in the queue, the effects it started, the actions those sent, and so on.
/// Ends once, when the count reaches zero. Guarded by its registry's lock.
@usableFromInline final class TaskNode: @unchecked Sendable {
  // Unchecked: see EffectRegistry.
  let registry: EffectRegistry
  var pending = 1
  var isCancelled = false
  var failure: (any Error)?
  var runs: [ObjectIdentifier: EffectRun] = [:]
  private(set) var result: TaskResult?
  private var waiters: [@Sendable (TaskResult) -> Void] = []

  /// Made for one action that is about to be reduced or queued.
  @usableFromInline init(registry: EffectRegistry) { self.registry = registry }

  /// Whether what belongs to it is to be dropped.
  @usableFromInline var isDropped: Bool { registry.lock.withLock { isCancelled } }

  /// Calls `body` with the result, now or when it is there, on whichever thread ends the task.
  func whenEnded(_ body: @escaping @Sendable (TaskResult) -> Void) {
    let result: TaskResult? = registry.lock.withLock {
      if self.result == nil { waiters.append(body) }
      return self.result
    }
    if let result { body(result) }
  }

  var currentResult: TaskResult? { registry.lock.withLock { result } }

  // With the lock held.
  func leave() -> Waiters? {
    pending -= 1
    guard pending == 0, result == nil else { return nil }
    let result: TaskResult =
      if isCancelled { .cancelled } else if let failure { .failed(failure) } else { .finished }
    self.result = result
    defer { waiters = [] }
    return waiters.isEmpty ? nil : Waiters(waiters: waiters, result: result)
  }

  /// Who is to be told, without the lock.
  struct Waiters {
    fileprivate let waiters: [@Sendable (TaskResult) -> Void]
    fileprivate let result: TaskResult

    func resume() { for waiter in waiters { waiter(result) } }
  }
}
