// EffectAccount: counts what an action, or a part of an effect, still waits for.
import Synchronization

/// Counts the things that must still end: actions in the queue, effects that run, accounts inside this one. Ends once,
/// when the count reaches zero. Everything in it can be cancelled together.
///
/// A ``TaskAccount`` is the account of a sent action; inside it an ``PartAccount`` is that of a part of an effect tree.
@usableFromInline class EffectAccount: @unchecked Sendable {
  // Unchecked: everything that is not atomic is guarded by the registry's lock.
  @usableFromInline let registry: EffectRegistry
  @usableFromInline let pending = Atomic<Int>(1)
  @usableFromInline let cancellation = Atomic<Bool>(false)
  /// The children in whose names it runs; nil is the root.
  @usableFromInline let path: ChildPath?
  /// Its own effects, and the accounts in it that have not ended.
  var runs: [ObjectIdentifier: EffectRun] = [:]
  var parts: [ObjectIdentifier: PartAccount] = [:]

  /// - Parameter registry: that of the store in which everything runs.
  @usableFromInline init(registry: EffectRegistry, path: ChildPath?) {
    self.registry = registry
    self.path = path
  }

  /// The outermost concatenation in which it is; nil if it is in none.
  @usableFromInline var sequence: EffectSequence? { nil }

  /// The task that it belongs to.
  @usableFromInline var task: TaskAccount { preconditionFailure("abstract") }

  /// Nothing is pending any more. Called once, on any thread. Returns the account that it was a part of; nil if it is the
  /// task's.
  @usableFromInline func end() -> EffectAccount? { nil }

  /// Whether everything that belongs to it is to be dropped.
  @inlinable var isCancelled: Bool { cancellation.load(ordering: .acquiring) }

  /// One more thing to wait for. False if the account has ended.
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

  /// One thing fewer: an action was reduced or dropped, an effect came to its end. The last one ends the account.
  @inlinable
  func leave() {
    if countDown() { endAll() }
  }

  /// One thing fewer. True if it was the last one: the caller ends the account.
  @inlinable
  func countDown() -> Bool { pending.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }

  /// Ends this account and the accounts that waited for nothing else, and tells the waiters of the task.
  @usableFromInline
  func endAll() { endQuietly()?.tell() }

  /// Like ``leave()``, but calls no waiters: returns the task if that was the last thing of all.
  func leaveQuietly() -> TaskAccount? { countDown() ? endQuietly() : nil }

  /// Ends this account and the accounts that waited for nothing else. Calls no waiters: returns the task if it has ended. It is
  /// a loop, however deep the accounts are.
  private func endQuietly() -> TaskAccount? {
    var account = self
    while let parent = account.end() {
      guard parent.countDown() else { return nil }
      account = parent
    }
    return account.task
  }

  /// Like ``leave()``, for something that was dropped because its task or store ended. Cancels the account.
  @inlinable
  func leaveCancelled() {
    cancel()
    task.cancel()
    leave()
  }

  /// Drops everything that belongs to it from now on.
  @inlinable func cancel() { cancellation.store(true, ordering: .releasing) }
}
