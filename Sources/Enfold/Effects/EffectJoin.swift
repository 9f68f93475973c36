// EffectJoin: a merge or concatenation that runs. It begins the next part when one has ended.

/// A merge or a concatenation that runs, perhaps inside another one. It knows the parts that are still to begin.
@usableFromInline final class EffectJoin<Action: Sendable>: @unchecked Sendable {
  // Unchecked: made and touched by the drainer only.
  @usableFromInline typealias Operation = Effect<Action>.Operation

  /// The parts that have not begun, in reverse: those of a concatenation.
  @usableFromInline var waiting: [Operation]
  /// The number of parts that run.
  @usableFromInline var running: Int
  @usableFromInline var parent: EffectJoin?
  /// To which its parts belong.
  @usableFromInline let account: EffectAccount
  /// The outermost concatenation in which it is.
  @usableFromInline let sequence: EffectSequence

  @inlinable
  init(
    waiting: [Operation], running: Int, parent: EffectJoin?, account: EffectAccount, sequence: EffectSequence
  ) {
    self.waiting = waiting
    self.running = running
    self.parent = parent
    self.account = account
    self.sequence = sequence
  }

  deinit {
    // Without recursion, however deep the tree.
    var above = parent.take()
    while above != nil, isKnownUniquelyReferenced(&above) { above = above?.parent.take() }
  }

  /// One of the parts has ended. Returns the part that begins now, and the join that it belongs to.
  @inlinable
  static func partEnded(of join: EffectJoin?) -> (Operation, EffectJoin)? {
    var join = join
    while let current = join {
      if let next = current.waiting.popLast() { return (next, current) }
      current.running -= 1
      if current.running > 0 { return nil }
      join = current.parent
    }
    return nil
  }
}
