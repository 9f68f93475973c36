// EffectAccount: counts what runs, so that its end is known. PartAccount: the account of a part of an effect.
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
  /// The path of the child for which it runs; nil for the root.
  @usableFromInline let path: ChildPath?
  /// Its own effects, and the accounts in it that have not ended.
  @exclusivity(unchecked) final var runs = EffectBag<EffectRun>()
  @exclusivity(unchecked) final var parts = EffectBag<PartAccount>()

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
  @inlinable func enter() -> Bool {
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
  @inlinable func leave() {
    if countDown() { endAll() }
  }

  /// One thing fewer. True if it was the last one: the caller ends the account.
  @inlinable func countDown() -> Bool { pending.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }

  /// Ends this account and the accounts that waited for nothing else, and tells the waiters of the task.
  @usableFromInline func endAll() { endQuietly()?.tell() }

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
  @inlinable func leaveCancelled() {
    cancel()
    task.cancel()
    leave()
  }

  /// Drops everything that belongs to it from now on.
  @inlinable func cancel() { cancellation.store(true, ordering: .releasing) }
}

/// A part of a tree that can be cancelled without the rest: by an id, or because a child has gone.
@usableFromInline final class PartAccount: EffectAccount, @unchecked Sendable {
  // Unchecked: `whenEnded` is touched by the drainer until it has started everything, and then by the end; `parent`
  // changes only when the last reference goes.
  @exclusivity(unchecked) private(set) var parent: EffectAccount?
  /// The id by which it can be cancelled; nil if it belongs to a child.
  let id: EffectID?
  /// Where it is known, once it is registered, and its place in the account around it; -1 if it has none. Under the registry's
  /// lock.
  @exclusivity(unchecked) var memberships = EffectBag<EffectEntry.Membership>()
  @exclusivity(unchecked) var place = -1
  private let root: TaskAccount
  private let enclosing: EffectSequence?
  @exclusivity(unchecked) private var whenEnded: (@Sendable () -> Void)?

  /// Begins with one thing pending: its own start.
  ///
  /// - Parameters:
  ///   - path: the child that it is the account of, or the child to which its id belongs.
  ///   - whenEnded: called when everything in it has ended, unless ``started()`` says so.
  @usableFromInline init(
    in parent: EffectAccount, path: ChildPath?, id: EffectID?, sequence: EffectSequence? = nil,
    whenEnded: (@Sendable () -> Void)?
  ) {
    self.parent = parent
    enclosing = sequence
    self.whenEnded = whenEnded
    root = parent.task
    self.id = id
    super.init(registry: parent.registry, path: path)
  }

  /// The children whose absence ends it, the last one first: those on its path that are not on the path of the account around
  /// it.
  var children: [ChildPath] {
    path == nil ? [] : ChildPath.all(from: path, to: parent?.path).filter(\.child.owner.mayBeAbsent)
  }

  @usableFromInline override var task: TaskAccount { root }
  @usableFromInline override var sequence: EffectSequence? { enclosing }

  /// All of it has been started. True if it has ended already: then the caller goes on with the next part.
  @usableFromInline func started() -> Bool {
    let hasEnded = countDown()
    if hasEnded {
      whenEnded = nil
      endAll()
    }
    return hasEnded
  }

  @usableFromInline override func end() -> EffectAccount? {
    registry.remove(self)
    let parent = parent
    if parent?.isCancelled != true { whenEnded?() }
    whenEnded = nil
    return parent
  }

  deinit {
    // Without recursion, however deep the tree.
    var above = parent as? PartAccount
    parent = nil
    while above != nil, isKnownUniquelyReferenced(&above) {
      let next = above?.parent as? PartAccount
      above?.parent = nil
      above = next
    }
  }
}
