// The inner nodes of an effect tree.

/// The parts of a merge or a concatenation.
///
/// A class, so that joining two effects costs the same however many parts they have, and so that a tree as deep as a
/// loop made it is freed without recursion.
@usableFromInline final class EffectGroup<Action: Sendable>: @unchecked Sendable {
  // Unchecked: `parts` changes only when the last reference goes.
  @usableFromInline typealias Operation = Effect<Action>.Operation

  @usableFromInline private(set) var parts: [Operation]

  @usableFromInline init(_ parts: [Operation]) { self.parts = parts }

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

  /// The parts, with those of nested groups of the same kind in their places: both kinds are associative.
  func flattened(_ nested: (Operation) -> EffectGroup?) -> [Operation] {
    var flat: [Operation] = []
    var left = Array(parts.reversed())
    while let part = left.popLast() {
      if let group = nested(part) { left += group.parts.reversed() } else { flat.append(part) }
    }
    return flat
  }

  func flattenedMerge() -> [Operation] { flattened { if case .merge(let group) = $0 { group } else { nil } } }

  func flattenedConcatenation() -> [Operation] {
    flattened { if case .concatenate(let group) = $0 { group } else { nil } }
  }
}

extension Effect.Operation {
  /// The group, if it is one; the operation itself is gone afterwards.
  consuming func intoGroup() -> EffectGroup<Action>? {
    switch consume self {
    case .merge(let group), .concatenate(let group): group
    case .none, .send, .run: nil
    }
  }
}
