// EffectNode, EffectKind: joins and operators in an effect tree, and orders to the store. For leaves see Effect.Operation.

/// What a node of a tree does. It has no type of the feature in it, so that freeing a node looks up no type.
@usableFromInline enum EffectKind: Sendable {
  /// The parts run side by side.
  case merge
  /// Each part begins when the one before has ended.
  case concatenate
  /// One part, which can be cancelled by an id.
  case cancellable(EffectID, cancelInFlight: Bool)
  /// One part, begun later or never.
  case debounce(Debounce)
  /// One part, begun now, later or never.
  case throttle(Throttle)
  /// No part: takes some time.
  case delay(Delay)
  /// One part, which belongs to a child.
  case child(ChildToken)
  /// No part: makes a commit of a mutation.
  case mutate(MutationStep)
  /// No part: when the commit's observers have been told, makes an effect and begins it.
  case late
  /// No part: cancels the effects of an id.
  case cancel(EffectID)
  /// No part: cancels the effects of those children of an operator that have gone.
  case cancelAbsent(ChildOperator, _ isPresent: @Sendable (AnyHashable?) -> Bool)
  /// No part: says that an action was meant for a child that is not there.
  case missing(MissingChild)
  /// No part: says that nobody has written a binding.
  case notWritten(BindingNotWritten)

  /// Whether it does something by itself, and not only says how or where others are done.
  @usableFromInline var isWork: Bool {
    switch self {
    case .debounce, .throttle, .delay, .mutate, .late: true
    case .merge, .concatenate, .cancellable, .child, .cancel, .cancelAbsent, .missing, .notWritten: false
    }
  }
}

/// Several effects that are joined, one effect with an operator on it, or an order to the store.
///
/// A class, so that joining two effects costs the same however many parts they have, and so that a tree as deep as a
/// loop made it is freed without recursion.
@usableFromInline final class EffectNode<Action: Sendable>: @unchecked Sendable {
  // Unchecked: `parts` changes only when the last reference goes.
  @usableFromInline typealias Operation = Effect<Action>.Operation

  @usableFromInline let kind: EffectKind
  /// Makes the effect of a `late` node.
  @usableFromInline let make: (@Sendable () -> Effect<Action>)?
  @usableFromInline var parts: [Operation]
  /// Whether a part is a node.
  @usableFromInline let isDeep: Bool

  @inlinable init(_ kind: EffectKind, _ parts: [Operation], make: (@Sendable () -> Effect<Action>)? = nil) {
    self.kind = kind
    self.make = make
    self.parts = parts
    isDeep = parts.contains { if case .node = $0 { true } else { false } }
  }

  deinit { if isDeep { takeApart() } }

  /// Frees the nodes in it one after the other.
  @inline(never) private func takeApart() {
    var left = parts
    parts = []
    while !left.isEmpty {
      guard var node = left.removeLast().intoNode() else { continue }
      if isKnownUniquelyReferenced(&node) {
        left += node.parts
        node.parts = []
      }
    }
  }

  /// The parts, with those of nested nodes of the same kind in their places if the kind is associative.
  func flattened() -> [Operation] {
    guard kind.isAssociative else { return parts }
    var flat: [Operation] = []
    var left = Array(parts.reversed())
    while let part = left.popLast() {
      if case .node(let node) = part, node.kind == kind { left += node.parts.reversed() } else { flat.append(part) }
    }
    return flat
  }
}

extension Effect {
  /// A node without parts.
  @inlinable static func leaf(_ kind: EffectKind) -> Self { Self(.node(EffectNode(kind, []))) }
}

extension Effect.Operation {
  /// The node, if the operation is one; the operation itself is gone afterwards.
  consuming func intoNode() -> EffectNode<Action>? {
    if case .node(let node) = consume self { node } else { nil }
  }
}

extension EffectKind: Equatable {
  @usableFromInline static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.merge, .merge), (.concatenate, .concatenate): true
    case let (.cancellable(a, x), .cancellable(b, y)): a == b && x == y
    case let (.throttle(a), .throttle(b)): a == b
    case let (.child(a), .child(b)): a == b
    case let (.cancel(a), .cancel(b)): a == b
    default: false
    }
  }

  var isAssociative: Bool { self == .merge || self == .concatenate }
}
