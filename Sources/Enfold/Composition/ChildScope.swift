// ChildScope: which child of which operator an effect belongs to.
import Synchronization

/// One composition operator's place in the tree of reducers, as far as the store's effects know it: the step from the
/// parent to the child. In a store each operator is one of its own; elsewhere two are equal if they lead to the same
/// property, since a reducer may be made into a function again for every action.
@usableFromInline final class ChildScope: Hashable, @unchecked Sendable {
  // Unchecked: key paths are immutable; the rest is atomic.
  private let path: AnyKeyPath
  private let hash: Int
  /// How many effects of children run in the store, counted by its registry.
  @usableFromInline let running = Atomic<Int>(0)
  @usableFromInline let isCounted: Bool

  /// - Parameter path: the way from the parent's state to the child's.
  @usableFromInline init(_ path: AnyKeyPath, in site: ReducerSite) {
    self.path = path
    hash = path.hashValue
    isCounted = site.isStore
  }

  /// Whether something may be running that has to be cancelled when a child goes.
  @inlinable var mayHaveEffects: Bool { !isCounted || running.load(ordering: .relaxed) > 0 }

  /// Whether something is running for sure.
  @usableFromInline var hasEffects: Bool { isCounted && mayHaveEffects }

  @usableFromInline static func == (lhs: ChildScope, rhs: ChildScope) -> Bool {
    lhs === rhs || (!(lhs.isCounted && rhs.isCounted) && lhs.hash == rhs.hash && lhs.path == rhs.path)
  }

  @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(hash) }
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
    // Absent before, and yet something runs: it was taken away by no action.
    let hasGone = before == now ? now == .absent && scope.hasEffects : before != .absent
    return hasGone ? .cancelAbsent(of: scope) { .present($0) == now } : .none
  }

  /// Says that an action was meant for a child that is not there: a diagnostic, and a failure of the task.
  @usableFromInline
  static func missing(_ child: MissingChild) -> Self { Self(.node(EffectNode(.missing(child), []))) }
}
