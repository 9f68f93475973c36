// MutationStep: a mutation on its way into a state.

/// One mutation of a reactor: how it changes the state of that reactor, whose type the store does not know.
///
/// A class, so that an effect's node stays small.
@usableFromInline package final class MutationStep: Sendable {
  /// The mutation, for observers of mutations.
  @usableFromInline package let mutation: any Sendable
  /// Changes the reactor's state in place.
  let apply: @Sendable (UnsafeMutableRawPointer) -> Void
  /// Makes the mutations that are reduced instead of this one, by `transform(mutation:)`. Nil if it is reduced as it
  /// is.
  let transformed: (@Sendable () -> [MutationStep])?

  /// - Parameters:
  ///   - transformed: called on the draining thread, outside of the state gate, when the mutation's turn comes.
  ///   - reduce: changes the state of the reactor.
  package init<State, Mutation: Sendable>(
    _ mutation: Mutation, transformed: (@Sendable () -> [MutationStep])? = nil,
    _ reduce: @escaping @Sendable (inout State, Mutation) -> Void
  ) {
    self.mutation = mutation
    self.transformed = transformed
    apply = { reduce(&$0.assumingMemoryBound(to: State.self).pointee, mutation) }
  }
}
