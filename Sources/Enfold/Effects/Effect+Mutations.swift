// Effect.mutations: the mutations of an action as an effect.

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
    .leaf(
      .late {
        Self(
          mutations().operation.rebuilt(
            send: { Self.leaf(.mutate(step($0))).operation }, run: { .run($0.mutating(step)) }))
      })
  }
}
