// TaskAccount: the account of everything that one sent action causes.
import Synchronization

/// Everything that an action still waits for: itself in the queue, its effects, the actions that these sent, and so on.
@usableFromInline final class TaskAccount: EffectAccount, @unchecked Sendable {
  // Unchecked: guarded by the registry's lock.
  private(set) var failure: (any Error)?
  @exclusivity(unchecked) private(set) var result: TaskResult?
  /// With what the action was sent; nil, as almost always, if with nothing.
  private let sentWith: SentWith?
  /// What the sender calls the action, and everything that it causes.
  @usableFromInline var tag: String? { sentWith?.tag }
  /// What the dependencies give while the sent action is reduced; nil if they make their values.
  @usableFromInline var given: GivenDependencies? { sentWith?.given }
  /// Its number in the trace of its store; 0 until somebody asks for it.
  private let knownNumber = Atomic<UInt64>(0)
  /// Whether the effects of the sent action itself have begun. Touched by the drainer only.
  @exclusivity(unchecked) @usableFromInline var hasBegun = false
  /// Whether this is a reaction: effects that a parent has started because an effect of its child sent an action. Then
  /// it is a part of the task `cause`, until that is cancelled.
  private let cause: TaskAccount?
  /// The child whose effect sent that action.
  private let sender: ChildPath?
  private var isPartOfCause = false
  private var reactions: [ObjectIdentifier: TaskAccount] = [:]
  private var ownMissingChild: MissingChild?
  @exclusivity(unchecked) private var waiters: [(number: Int, body: @Sendable (TaskResult) -> Void)] = []
  private var lastWaiter = 0

  /// Made for one action that is about to be reduced or queued.
  @usableFromInline init(registry: EffectRegistry, tag: String? = nil, given: GivenDependencies? = nil) {
    cause = nil
    sender = nil
    sentWith = tag == nil && given == nil ? nil : SentWith(tag, given)
    super.init(registry: registry, path: nil)
  }

  /// Made for the effects of an action that an effect sent. Begins with one thing pending: its own start.
  @usableFromInline init(reactingIn cause: TaskAccount, to sender: ChildPath) {
    self.cause = cause
    self.sender = sender
    sentWith = cause.given == nil ? cause.sentWith : SentWith(cause.tag, nil)
    super.init(registry: cause.registry, path: nil)
    hasBegun = true
    guard cause.enter() else { return }
    isPartOfCause = registry.lock.withLock {
      if cause.isCancelled { return false }
      cause.reactions[ObjectIdentifier(self)] = self
      return true
    }
    if !isPartOfCause { cause.leave() }
  }

  @usableFromInline override var task: TaskAccount { self }

  /// Its number in the trace of its store. That of a reaction is the number of the task that caused it.
  ///
  /// - Parameter next: gives the next number.
  func number(or next: () -> UInt64) -> UInt64 {
    if let cause { return cause.number(or: next) }
    let known = knownNumber.load(ordering: .relaxed)
    if known != 0 { return known }
    let number = next()
    let (isFirst, first) = knownNumber.compareExchange(expected: 0, desired: number, ordering: .relaxed)
    return isFirst ? number : first
  }

  @usableFromInline override func end() -> EffectAccount? {
    registry.lock.withLock {
      result = if isCancelled { .cancelled } else if let failure { .failed(failure) } else { .finished }
      guard let cause, isPartOfCause else { return nil }
      isPartOfCause = false
      cause.reactions[ObjectIdentifier(self)] = nil
      if let failure { cause.failWithLock(failure) }
      if isCancelled { cause.cancel() }
      return cause
    }
  }

  /// Makes each reaction a task of its own, with the lock held. Returns how many: the caller calls `leave()` on this
  /// account that many times, without the lock.
  func letReactionsGo() -> Int {
    defer { reactions = [:] }
    for reaction in reactions.values { reaction.isPartOfCause = false }
    return reactions.count
  }

  /// The task for effects of a child that begin in this one. In a reaction it is this one only if the child is a parent of the
  /// sender; otherwise it is the task that caused the reaction.
  func task(ofEffectsAt path: ChildPath) -> TaskAccount {
    var task = self
    while let cause = task.cause, let sender = task.sender, !path.isProperPrefix(of: sender) { task = cause }
    return task
  }

  /// Calls the functions that wait for the result, which is there.
  func tell() {
    let (result, told) = registry.lock.withLock { (self.result, exchange(&waiters, with: [])) }
    if let result { for waiter in told { waiter.body(result) } }
  }

  /// Notes the first error.
  func fail(_ error: any Error) { registry.lock.withLock { failWithLock(error) } }

  /// ``fail(_:)`` with the lock held.
  func failWithLock(_ error: any Error) { failure = failure ?? error }

  /// Notes that a child was not there.
  ///
  /// - Parameter isOwn: whether the sent action itself was meant for the child, and not an action that it caused.
  func fail(_ child: MissingChild, isOwn: Bool) {
    registry.lock.withLock {
      if isOwn { ownMissingChild = ownMissingChild ?? child }
      failWithLock(child)
    }
  }

  /// Calls `body` with the result, now or when it is there, on whichever thread ends the task. Returns a number by which
  /// it can be forgotten.
  @discardableResult func whenEnded(_ body: @escaping @Sendable (TaskResult) -> Void) -> Int {
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

/// How a task ended.
public enum TaskResult: Sendable {
  /// Everything the action caused has ended.
  case finished
  /// An effect threw an error that it does not catch; the first one if there were several.
  case failed(any Error)
  /// The task was cancelled, or its store closed.
  case cancelled
}

/// What a sender gives with an action.
private final class SentWith: Sendable {
  let tag: String?
  let given: GivenDependencies?

  init(_ tag: String?, _ given: GivenDependencies?) {
    self.tag = tag
    self.given = given
  }
}
