// EffectJoin: a merge or concatenation that runs. It begins the next part when one has ended.

/// A merge or a concatenation that is under way, inside another: what to do when one of its parts has ended.
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

  @inlinable init(waiting: [Operation], running: Int, parent: EffectJoin?, account: EffectAccount) {
    self.waiting = waiting
    self.running = running
    self.parent = parent
    self.account = account
  }

  deinit {
    // Without recursion, however deep the tree.
    var above = parent.take()
    while above != nil, isKnownUniquelyReferenced(&above) { above = above?.parent.take() }
  }

  /// One of the parts has ended. Returns what begins now, and where it belongs.
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
