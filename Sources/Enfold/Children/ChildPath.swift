// ChildPath: from the root to a child: through which operators, with which ids.

/// A list of children, the last one first. Two paths are equal if they lead through the same children.
@usableFromInline final class ChildPath: Hashable, Sendable {
  let parent: ChildPath?
  let child: ChildToken
  let depth: Int
  private let hash: Int

  @usableFromInline init(_ parent: ChildPath?, _ child: ChildToken) {
    self.parent = parent
    self.child = child
    depth = (parent?.depth ?? 0) + 1
    var hasher = Hasher()
    hasher.combine(parent?.hash)
    hasher.combine(child)
    hash = hasher.finalize()
  }

  /// The paths from one path up to another, which is left out; the longest one first.
  static func all(from path: ChildPath?, to end: ChildPath?) -> [ChildPath] {
    var paths: [ChildPath] = []
    var next = path
    while let here = next, here !== end {
      paths.append(here)
      next = here.parent
    }
    return paths
  }

  /// Calls the body with the child at a path in the state of a store, if it is there. The path nil leads to this state
  /// itself.
  static func find(_ path: ChildPath?, in root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    guard let path else { return body(root) }
    find(path.parent, in: root) { path.child.owner.finder.child($0, path.child.id, body) }
  }

  /// Changes the child at a path in the state of a store, in place. False if it is not there.
  static func modify(
    _ path: ChildPath?, in root: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer) -> Void
  ) -> Bool {
    guard let path else {
      body(root)
      return true
    }
    var isThere = false
    return modify(path.parent, in: root) { isThere = path.child.owner.finder.modify($0, path.child.id, body) }
      && isThere
  }

  /// The id of the innermost element of a list on the way, for diagnostics.
  var row: String? {
    if child.owner.finder.isList, let id = child.id { return "\(id.base)" }
    return parent?.row
  }

  /// Whether this is the path of a parent of the child at another path.
  func isProperPrefix(of path: ChildPath) -> Bool {
    guard depth < path.depth else { return false }
    var above: ChildPath? = path
    while let here = above, here.depth > depth { above = here.parent }
    return above == self
  }

  @usableFromInline static func == (lhs: ChildPath, rhs: ChildPath) -> Bool {
    lhs === rhs
      || (lhs.hash == rhs.hash && lhs.depth == rhs.depth && lhs.child == rhs.child && lhs.parent == rhs.parent)
  }

  @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
