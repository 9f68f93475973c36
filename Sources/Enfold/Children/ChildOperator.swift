// ChildOperator: an operator such as forEach, as effects know it: which child of which operator they belong to.

/// One composition operator's place in the tree of reducers, as far as the store's effects know it: the step from the
/// parent to the child. In a store each operator is one of its own; elsewhere two are equal if they lead to the same
/// property, since a reducer may be made into a function again for every action.
@usableFromInline final class ChildOperator: Hashable, @unchecked Sendable {
  // Unchecked: key paths are immutable, the closures only read, and `observed` is touched by one thread.
  private let path: AnyKeyPath
  private let hash: Int
  /// Whether it is one store's alone, which then sees to the effects of absent children.
  @usableFromInline let isInStore: Bool
  /// Whether its child is presented, so that `dismiss` works in it.
  let isPresented: Bool
  let finder: ChildFinder
  /// Touched by the drainer of its store only.
  lazy var observed = ObservedPlace(path)

  @usableFromInline init(_ path: AnyKeyPath, in site: ReducerSite, _ finder: ChildFinder, isPresented: Bool = false) {
    self.path = path
    self.finder = finder
    hash = path.hashValue
    isInStore = site.isStore
    self.isPresented = isPresented
  }

  /// Whether its child is the value of a case of the parent's state.
  var isCase: Bool { type(of: path).valueType is any AnyCasePath.Type }

  /// Whether its children are the screens of a stack.
  var isStack: Bool { isPresented && finder.isList }

  /// Whether a child may go while its parent stays.
  var mayBeAbsent: Bool { finder.mayBeAbsent }

  /// Whether the child at a path is there. Of a store's state, on the draining thread.
  func isPresent(at path: ChildPath, in root: UnsafeRawPointer) -> Bool {
    if !isInStore { return true }
    var isThere = false
    ChildPath.find(path, in: root) { _ in isThere = true }
    return isThere
  }

  /// The ids of the children of the parent at a path, and which of the last ones have gone. Nil if there is no list, or
  /// if looking for this many children one by one is better.
  func ids(
    at parent: ChildPath?, in root: UnsafeRawPointer, count: Int, last: ChildIDs?
  ) -> (now: ChildIDs, absent: [AnyHashable?])? {
    guard let ids = finder.ids else { return nil }
    var found: (now: ChildIDs, absent: [AnyHashable?])?
    ChildPath.find(parent, in: root) { found = ids($0, count, last) }
    return found
  }

  @usableFromInline static func == (lhs: ChildOperator, rhs: ChildOperator) -> Bool {
    lhs === rhs || (!(lhs.isInStore && rhs.isInStore) && lhs.hash == rhs.hash && lhs.path == rhs.path)
  }

  @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// One child of an operator; if the operator has several, the child with this id.
@usableFromInline struct ChildToken: Hashable, @unchecked Sendable {
  // Unchecked: the id is that of a Sendable state, made of values.
  let owner: ChildOperator
  let id: AnyHashable?
}
