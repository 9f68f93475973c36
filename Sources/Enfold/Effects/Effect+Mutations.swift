// Effect.mutations: the mutations of an action as an effect.

extension Effect {
  /// The mutations of an action, each of which makes a commit.
  ///
  /// They begin when those who observe the action's own commit have been told. What is at hand at once is committed
  /// before the next action is reduced. What comes later is an entry of the store's queue.
  ///
  /// - Parameters:
  ///   - mutations: makes what the mutations come from, outside of the state gate.
  ///   - step: how a mutation is reduced.
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
