// EffectJoin, EffectSequence, EffectSequences: how merged and concatenated effects go on when a part of them has ended.

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

  @inlinable init(
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
  @inlinable static func partEnded(of join: EffectJoin?) -> (Operation, EffectJoin)? {
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

/// A concatenation that is in no other one, with everything in it. Only the drainer deals with it.
@usableFromInline final class EffectSequence: @unchecked Sendable {
  // Unchecked: touched by the drainer only.
  /// The ids in it that were cancelled since it began. Parts with these ids do not begin any more.
  private(set) var cancelled: Set<EffectKey> = []

  /// One without ids.
  static let withoutIDs = EffectSequence()

  func cancel(_ key: EffectKey) { cancelled.insert(key) }

  /// Whether a part that is about to begin was cancelled before.
  func hasCancelled(_ id: EffectID, at path: ChildPath?) -> Bool {
    !cancelled.isEmpty && EffectKey.all(of: id, at: path).contains { cancelled.contains($0) }
  }
}

/// The concatenations of a store in which something has an id. Only the drainer deals with them.
@usableFromInline final class EffectSequences: @unchecked Sendable {
  // Unchecked: touched by the drainer only.
  private struct Weak { weak var sequence: EffectSequence? }

  private var sequences: [EffectKey: [Weak]] = [:]
  /// How many entries there are; entries of concatenations that have ended count, too.
  private(set) var count = 0
  /// When there are more entries than this, those of concatenations that have ended are removed.
  private var limit = Sizes.of(64, tiny: 2)

  /// A concatenation begins.
  func begin<Action>(_ node: EffectNode<Action>, at path: ChildPath?) -> EffectSequence {
    let keys = node.keys(at: path)
    if keys.isEmpty { return .withoutIDs }
    let sequence = EffectSequence()
    for key in keys { sequences[key, default: []].append(Weak(sequence: sequence)) }
    count += keys.count
    if count > limit { forgetPast() }
    return sequence
  }

  /// Cancels the parts of an id that have not begun, except those behind the cancelling part in its own concatenation.
  func cancel(_ key: EffectKey, within own: EffectSequence?) {
    guard let found = sequences[key] else { return }
    for entry in found { if let sequence = entry.sequence, sequence !== own { sequence.cancel(key) } }
  }

  private func forgetPast() {
    sequences = sequences.compactMapValues { entries in
      let left = entries.filter { $0.sequence != nil }
      return left.isEmpty ? nil : left
    }
    count = sequences.values.reduce(0) { $0 + $1.count }
    limit = max(2 * count, Sizes.of(64, tiny: 2))
  }
}

extension EffectNode {
  /// The ids in the tree, with the keys by which they are known at a path and above. A loop, because trees may be deep.
  fileprivate func keys(at path: ChildPath?) -> Set<EffectKey> {
    var keys: Set<EffectKey> = []
    var left = [(self, path)]
    while let (node, path) = left.popLast() {
      var path = path
      switch node.kind {
      case .cancellable(let id, _): keys.formUnion(EffectKey.all(of: id, at: path))
      case .debounce(let debounce): keys.formUnion(EffectKey.all(of: debounce.id, at: path))
      case .throttle(let throttle): keys.formUnion(EffectKey.all(of: throttle.id, at: path))
      case .child(let child): path = ChildPath(path, child)
      default: break
      }
      for case .node(let part) in node.parts { left.append((part, path)) }
    }
    return keys
  }
}
