// Effect: parts that only the library makes: for mutations, for children, for features that are written in C.

extension Effect {
  /// The mutations of an action, each of which makes a commit.
  ///
  /// They begin when the observers of the action's own commit have been told. Mutations that are at hand at once are
  /// committed before the next action is reduced. A mutation that comes later is an entry of the store's queue.
  ///
  /// - Parameters:
  ///   - mutations: makes the effect whose actions are the mutations, outside of the state gate.
  ///   - step: makes the step that reduces a mutation.
  package static func mutations<Mutation>(
    _ mutations: @escaping @Sendable () -> Effect<Mutation>, _ step: @escaping @Sendable (Mutation) -> MutationStep
  ) -> Self {
    let make = { @Sendable in
      Self(
        mutations().operation.rebuilt(
          send: { Self.leaf(.mutate(step($0))).operation }, run: { .run($0.mutating(step)) }))
    }
    return Self(.node(EffectNode(.late, [], make: make)))
  }
}

extension Effect {
  /// The effect of a child: cancelled when the child goes, and its ids are its own.
  @usableFromInline func of(_ owner: ChildOperator, id: AnyHashable? = nil) -> Self {
    isNone ? self : Self(.node(EffectNode(.child(ChildToken(owner: owner, id: id)), [operation])))
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
  @usableFromInline static func missing(_ child: MissingChild) -> Self { .leaf(.missing(child)) }

  /// Says that nobody has written a binding: a diagnostic.
  static func notWritten(_ problem: BindingNotWritten) -> Self { .leaf(.notWritten(problem)) }
}

extension Effect {
  /// Runs asynchronous work, as ``run(name:fileID:line:operation:catch:)`` does.
  package static func run(
    _ origin: EffectOrigin,
    operation: nonisolated(nonsending) @escaping @Sendable (_ send: Send<Action>) async throws -> Void
  ) -> Self { Self(.run(RunOperation(origin: origin, operation: operation))) }

  /// Fails at once: for reducers that were not written in Swift and report an error.
  public static func failure(_ error: any Error, of origin: EffectOrigin) -> Self {
    Self(.run(RunOperation(origin: origin, priority: nil, operation: { _ in throw error }, handler: nil)))
  }
}
