// The inner nodes of an effect tree.

/// Effects that are joined, or one that is treated in some way.
///
/// A class, so that joining two effects costs the same however many parts they have, and so that a tree as deep as a
/// loop made it is freed without recursion.
@usableFromInline final class EffectGroup<Action: Sendable>: @unchecked Sendable {
  // Unchecked: `parts` changes only when the last reference goes.
  @usableFromInline typealias Operation = Effect<Action>.Operation

  @usableFromInline enum Kind: Sendable {
    /// The parts run side by side.
    case merge
    /// Each part begins when the one before has ended.
    case concatenate
    /// One part, which can be cancelled by an id.
    case cancellable(EffectID, cancelInFlight: Bool)
    /// One part, begun now, later or never.
    case throttle(Throttle)
    /// One part, which belongs to a child.
    case child(ChildKey)
  }

  @usableFromInline let kind: Kind
  @usableFromInline private(set) var parts: [Operation]

  @usableFromInline init(_ kind: Kind, _ parts: [Operation]) {
    self.kind = kind
    self.parts = parts
  }

  deinit {
    var left = parts
    parts = []
    while !left.isEmpty {
      guard var group = left.removeLast().intoGroup() else { continue }
      if isKnownUniquelyReferenced(&group) {
        left += group.parts
        group.parts = []
      }
    }
  }

  /// The parts, with those of nested groups of the same kind in their places if the kind is associative.
  func flattened() -> [Operation] {
    guard kind.isAssociative else { return parts }
    var flat: [Operation] = []
    var left = Array(parts.reversed())
    while let part = left.popLast() {
      if case .group(let group) = part, group.kind == kind { left += group.parts.reversed() } else { flat.append(part) }
    }
    return flat
  }
}

extension Effect.Operation {
  /// The group, if it is one; the operation itself is gone afterwards.
  consuming func intoGroup() -> EffectGroup<Action>? {
    if case .group(let group) = consume self { group } else { nil }
  }
}

extension EffectGroup.Kind: Equatable {
  @usableFromInline static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.merge, .merge), (.concatenate, .concatenate): true
    case let (.cancellable(a, x), .cancellable(b, y)): a == b && x == y
    case let (.throttle(a), .throttle(b)): a == b
    case let (.child(a), .child(b)): a == b
    default: false
    }
  }

  var isAssociative: Bool { self == .merge || self == .concatenate }
}
