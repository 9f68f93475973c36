// Effects of children: whose they are, and the end of those whose child has gone.

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
