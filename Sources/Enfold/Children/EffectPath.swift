// EffectPath: the way from the root reducer to the one whose effect something is.

/// A list of children, the last one first. Equal by what it leads through.
@usableFromInline final class EffectPath: Hashable, Sendable {
  let parent: EffectPath?
  let child: ChildKey
  let depth: Int
  private let hash: Int

  @usableFromInline init(_ parent: EffectPath?, _ child: ChildKey) {
    self.parent = parent
    self.child = child
    depth = (parent?.depth ?? 0) + 1
    var hasher = Hasher()
    hasher.combine(parent?.hash)
    hasher.combine(child)
    hash = hasher.finalize()
  }

  /// The paths from one path up to another, which is left out; the longest one first.
  static func all(from path: EffectPath?, to end: EffectPath?) -> [EffectPath] {
    var paths: [EffectPath] = []
    var next = path
    while let here = next, here !== end {
      paths.append(here)
      next = here.parent
    }
    return paths
  }

  @usableFromInline static func == (lhs: EffectPath, rhs: EffectPath) -> Bool {
    lhs === rhs
      || (lhs.hash == rhs.hash && lhs.depth == rhs.depth && lhs.child == rhs.child && lhs.parent == rhs.parent)
  }

  @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
