// ChildScope: which child of which operator an effect belongs to.
import OrderedCollections

/// One composition operator's place in the tree of reducers, as far as the store's effects know it: the step from the
/// parent to the child. In a store each operator is one of its own; elsewhere two are equal if they lead to the same
/// property, since a reducer may be made into a function again for every action.
@usableFromInline final class ChildScope: Hashable, @unchecked Sendable {
  // Unchecked: key paths are immutable, and the closures only read.
  private let path: AnyKeyPath
  private let hash: Int
  private let find: StateFinder?
  private let mark: ((UnsafeRawPointer) -> ChildMark)?
  private let findParent: StateFinder?

  /// - Parameters:
  ///   - path: the way from the parent's state to the child's.
  ///   - child: the child with an id, if it is there.
  ///   - mark: tells whether the children may be others than before; nil if there is but one.
  @usableFromInline
  init<State, Child>(
    _ path: AnyKeyPath, in site: ReducerSite, child: @escaping (State, AnyHashable?) -> Child?,
    mark: ((State) -> ChildMark)? = nil
  ) {
    self.path = path
    hash = path.hashValue
    findParent = site.find
    if let findParent = site.find {
      find = { root, path, body in
        guard let path else { return }
        findParent(root, path.parent) { state in
          let state = state.assumingMemoryBound(to: State.self)
          if let child = child(state.pointee, path.child.id) { withUnsafePointer(to: child) { body($0) } }
        }
      }
    } else {
      find = nil
    }
    if let mark {
      self.mark = { state in mark(state.assumingMemoryBound(to: State.self).pointee) }
    } else {
      self.mark = nil
    }
  }

  /// For whom the child is made into a function.
  @usableFromInline var site: ReducerSite { ReducerSite(find: find) }

  /// Whether the store sees to the effects of absent children.
  @usableFromInline var isInStore: Bool { find != nil }

  /// Whether the child at a path is there. Of a store's state, on the draining thread.
  func isPresent(at path: EffectPath, in root: UnsafeRawPointer) -> Bool {
    guard let find else { return true }
    var isPresent = false
    find(root, path) { _ in isPresent = true }
    return isPresent
  }

  /// The mark of the children of the parent at a path; nil if there is none.
  func mark(at parent: EffectPath?, in root: UnsafeRawPointer) -> ChildMark? {
    guard let mark, let findParent else { return nil }
    var found: ChildMark?
    findParent(root, parent) { state in found = mark(state) }
    return found
  }

  @usableFromInline static func == (lhs: ChildScope, rhs: ChildScope) -> Bool {
    lhs === rhs || (!(lhs.isInStore && rhs.isInStore) && lhs.hash == rhs.hash && lhs.path == rhs.path)
  }

  @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The ids of a list at one time.
@usableFromInline struct ChildMark: @unchecked Sendable {
  // Unchecked: ids are those of a Sendable state, made of values.
  private let ids: Any
  private let absentIn: (Any) -> [AnyHashable?]

  @usableFromInline init<ID: Hashable>(_ ids: OrderedSet<ID>) {
    self.ids = ids
    absentIn = { later in
      // One look, if the list has not changed: then they share their storage.
      guard let later = later as? OrderedSet<ID>, ids != later else { return [] }
      return ids.filter { !later.contains($0) }.map { $0 as AnyHashable? }
    }
  }

  /// Those that a later mark of the same list has not.
  func ids(absentIn later: ChildMark) -> [AnyHashable?] { absentIn(later.ids) }
}

/// One child: of an operator that has several, the one with this id.
@usableFromInline struct ChildKey: Hashable, @unchecked Sendable {
  // Unchecked: the id is that of a Sendable state, made of values.
  let scope: ChildScope
  let id: AnyHashable?
}

extension Effect {
  /// The effect of a child: cancelled when the child goes, and its ids are its own.
  @usableFromInline
  func of(_ scope: ChildScope, id: AnyHashable? = nil) -> Self {
    isNone ? self : Self(.node(EffectNode(.child(ChildKey(scope: scope, id: id)), [operation])))
  }

  /// Cancels the effects of those children of an operator that are not there any more.
  ///
  /// - Parameter isPresent: whether the child with an id (nil: the only child) is there.
  @usableFromInline
  static func cancelAbsent(of scope: ChildScope, isPresent: @escaping @Sendable (AnyHashable?) -> Bool) -> Self {
    Self(.node(EffectNode(.cancelAbsent(scope, isPresent), [])))
  }

  /// Cancels the effects of the only child of an operator, if it has gone since `before`.
  @usableFromInline
  static func cancelAbsent(of scope: ChildScope, before: ChildIdentity, now: ChildIdentity) -> Self {
    before == now || before == .absent ? .none : .cancelAbsent(of: scope) { .present($0) == now }
  }

  /// Says that an action was meant for a child that is not there: a diagnostic, and a failure of the task.
  @usableFromInline
  static func missing(_ child: MissingChild) -> Self { Self(.node(EffectNode(.missing(child), []))) }
}
