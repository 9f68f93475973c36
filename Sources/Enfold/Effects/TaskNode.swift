// TaskNode: the account of everything that one sent action causes.
import Synchronization

/// Counts what an action still waits for: itself in the queue, the effects it started, the actions those sent, and so on.
/// Ends once, when the count reaches zero.
@usableFromInline final class TaskNode: @unchecked Sendable {
  // Unchecked: what is not atomic is guarded by the registry's lock.
  @usableFromInline let registry: EffectRegistry
  @usableFromInline let pending = Atomic<Int>(1)
  @usableFromInline let cancellation = Atomic<Bool>(false)
  var failure: (any Error)?
  var runs: [ObjectIdentifier: EffectRun] = [:]
  private(set) var result: TaskResult?
  private var waiters: [@Sendable (TaskResult) -> Void] = []

  /// Made for one action that is about to be reduced or queued.
  @usableFromInline init(registry: EffectRegistry) { self.registry = registry }

  /// Whether what belongs to it is to be dropped.
  @inlinable var isCancelled: Bool { cancellation.load(ordering: .acquiring) }

  /// One more thing to wait for. False if the task has ended.
  @inlinable
  func enter() -> Bool {
    var count = pending.load(ordering: .relaxed)
    while count > 0 {
      let attempt = pending.weakCompareExchange(
        expected: count, desired: count + 1, ordering: .acquiringAndReleasing)
      if attempt.exchanged { return true }
      count = attempt.original
    }
    return false
  }

  /// One thing fewer: an action was reduced or dropped, an effect came to its end. The last one ends the task.
  @inlinable
  func leave() {
    if pending.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { end() }
  }

  /// One thing fewer, which was dropped because the task or the store ended.
  @inlinable
  func leaveCancelled() {
    cancel()
    leave()
  }

  /// Drops what belongs to it from now on.
  @inlinable func cancel() { cancellation.store(true, ordering: .releasing) }

  @usableFromInline
  func end() {
    registry.lock.acquire()
    let result: TaskResult =
      if isCancelled { .cancelled } else if let failure { .failed(failure) } else { .finished }
    self.result = result
    let waiters = waiters
    self.waiters = []
    registry.lock.release()
    for waiter in waiters { waiter(result) }
  }

  /// Notes the first error.
  func fail(_ error: any Error) { registry.lock.withLock { failure = failure ?? error } }

  /// Calls `body` with the result, now or when it is there, on whichever thread ends the task.
  func whenEnded(_ body: @escaping @Sendable (TaskResult) -> Void) {
    let result: TaskResult? = registry.lock.withLock {
      if self.result == nil { waiters.append(body) }
      return self.result
    }
    if let result { body(result) }
  }

  var currentResult: TaskResult? { registry.lock.withLock { result } }
}
