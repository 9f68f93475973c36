// Marks in effect trees: this belongs to a child; cancel those of absent children (outside stores).

extension Effect {
  /// The effect of a child: cancelled when the child goes, and its ids are its own.
  @usableFromInline
  func of(_ owner: ChildOperator, id: AnyHashable? = nil) -> Self {
    isNone ? self : Self(.node(EffectNode(.child(ChildStep(owner: owner, id: id)), [operation])))
  }

  /// Cancels the effects of those children of an operator that are not there any more.
  ///
  /// - Parameter isPresent: whether the child with an id (nil: the only child) is there.
  @usableFromInline
  static func cancelAbsent(of owner: ChildOperator, isPresent: @escaping @Sendable (AnyHashable?) -> Bool) -> Self {
    .leaf(.cancelAbsent(owner, isPresent))
  }

  /// Cancels the effects of the only child of an operator, if it has gone since `before`.
  @usableFromInline
  static func cancelAbsent(of owner: ChildOperator, before: ChildIdentity, now: ChildIdentity) -> Self {
    before == now || before == .absent ? .none : .cancelAbsent(of: owner) { .present($0) == now }
  }

  /// Says that an action was meant for a child that is not there: a diagnostic, and a failure of the task.
  @usableFromInline
  static func missing(_ child: MissingChild) -> Self { .leaf(.missing(child)) }
}
