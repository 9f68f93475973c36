// TaskNode: the account of everything that one sent action causes.

/// What an action still waits for: itself in the queue, the effects it started, the actions those sent, and so on.
@usableFromInline final class TaskNode: EffectAccount, @unchecked Sendable {
  // Unchecked: guarded by the registry's lock.
  private(set) var failure: (any Error)?
  private(set) var result: TaskResult?
  /// Whether the effects of the sent action itself have begun. Touched by the drainer only.
  @exclusivity(unchecked) @usableFromInline var hasBegun = false
  private var ownMissingChild: MissingChild?
  private var waiters: [(number: Int, body: @Sendable (TaskResult) -> Void)] = []
  private var lastWaiter = 0

  /// Made for one action that is about to be reduced or queued.
  @usableFromInline init(registry: EffectRegistry) { super.init(registry: registry, path: nil) }

  @usableFromInline override var task: TaskNode { self }

  @usableFromInline
  override func end() -> EffectAccount? {
    registry.lock.withLock {
      result = if isCancelled { .cancelled } else if let failure { .failed(failure) } else { .finished }
    }
    return nil
  }

  /// Calls those who wait for the result, which is there.
  func tell() {
    let (result, told) = registry.lock.withLock {
      defer { waiters = [] }
      return (self.result, waiters)
    }
    if let result { for waiter in told { waiter.body(result) } }
  }

  /// Notes the first error.
  func fail(_ error: any Error) { registry.lock.withLock { failWithLock(error) } }

  /// The same, with the lock held.
  func failWithLock(_ error: any Error) { failure = failure ?? error }

  /// Notes that a child was not there.
  ///
  /// - Parameter isOwn: that it was the sent action which was meant for it, and not one that it caused.
  func fail(_ child: MissingChild, isOwn: Bool) {
    registry.lock.withLock {
      if isOwn { ownMissingChild = ownMissingChild ?? child }
      failWithLock(child)
    }
  }

  /// Calls `body` with the result, now or when it is there, on whichever thread ends the task. Returns a number by which
  /// it can be forgotten.
  @discardableResult
  func whenEnded(_ body: @escaping @Sendable (TaskResult) -> Void) -> Int {
    let (result, number) = registry.lock.withLock {
      lastWaiter += 1
      if self.result == nil { waiters.append((lastWaiter, body)) }
      return (self.result, lastWaiter)
    }
    if let result { body(result) }
    return number
  }

  /// Does not call it any more.
  func forget(_ waiter: Int) {
    let forgotten = registry.lock.withLock {
      waiters.firstIndex { $0.number == waiter }.map { waiters.remove(at: $0) }
    }
    withExtendedLifetime(forgotten) {}  // without the lock: its end may run anything
  }

  var currentResult: TaskResult? { registry.lock.withLock { result } }
  @usableFromInline var missingChild: MissingChild? { registry.lock.withLock { ownMissingChild } }
}
