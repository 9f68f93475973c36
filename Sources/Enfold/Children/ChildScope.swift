// ChildScope: which child of which operator an effect belongs to.

/// One composition operator's place in the tree of reducers, as far as the store's effects know it: the step from the
/// parent to the child. In a store each operator is one of its own; elsewhere two are equal if they lead to the same
/// property, since a reducer may be made into a function again for every action.
@usableFromInline final class ChildScope: Hashable, @unchecked Sendable {
  // Unchecked: key paths are immutable, and the closures only read.
  private let path: AnyKeyPath
  private let hash: Int
  private let findParent: StateFinder?
  private let look: ChildLook

  /// - Parameters:
  ///   - path: the way from the parent's state to the child's.
  ///   - look: how to look for the children.
  @usableFromInline
  init(_ path: AnyKeyPath, in site: ReducerSite, _ look: ChildLook) {
    self.path = path
    self.look = look
    hash = path.hashValue
    findParent = site.find
  }

  /// For whom the child is made into a function.
  @usableFromInline var site: ReducerSite {
    isInStore ? ReducerSite { [self] in find($0, $1, $2) } : .anywhere
  }

  /// The child at a path, if it is there.
  private func find(_ root: UnsafeRawPointer, _ path: EffectPath?, _ body: (UnsafeRawPointer) -> Void) {
    guard let path else { return }
    findParent?(root, path.parent) { look.child($0, path.child.id, body) }
  }

  /// Whether the store sees to the effects of absent children.
  @usableFromInline var isInStore: Bool { findParent != nil }

  /// Whether a child may go while its parent stays.
  var mayBeAbsent: Bool { look.mayBeAbsent }

  /// Whether the child at a path is there. Of a store's state, on the draining thread.
  func isPresent(at path: EffectPath, in root: UnsafeRawPointer) -> Bool {
    if !isInStore { return true }
    var isThere = false
    find(root, path) { _ in isThere = true }
    return isThere
  }

  /// The ids of the children of the parent at a path, and which of the last ones have gone. Nil if there is no list, or
  /// if it is better to look for so many children one by one.
  func ids(
    at parent: EffectPath?, in root: UnsafeRawPointer, count: Int, last: ChildIDs?
  ) -> (now: ChildIDs, absent: [AnyHashable?])? {
    guard let ids = look.ids, let findParent else { return nil }
    var found: (now: ChildIDs, absent: [AnyHashable?])?
    findParent(root, parent) { found = ids($0, count, last) }
    return found
  }

  @usableFromInline static func == (lhs: ChildScope, rhs: ChildScope) -> Bool {
    lhs === rhs || (!(lhs.isInStore && rhs.isInStore) && lhs.hash == rhs.hash && lhs.path == rhs.path)
  }

  @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// One child: of an operator that has several, the one with this id.
@usableFromInline struct ChildKey: Hashable, @unchecked Sendable {
  // Unchecked: the id is that of a Sendable state, made of values.
  let scope: ChildScope
  let id: AnyHashable?
}
