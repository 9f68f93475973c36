// AnyMutations: mutations whose source is chosen at run time.
import Enfold

/// Mutations of any source, for a `mutate` that returns now an effect and now a publisher.
public struct AnyMutations<Mutation: Sendable>: MutationSource {
  private let effect: Effect<Mutation>

  public init(_ source: some MutationSource<Mutation>) { effect = source.effect { $0 } }

  public func effect<Sent: Sendable>(_ transform: @escaping @Sendable (Mutation) -> Sent) -> Effect<Sent> {
    effect.effect(transform)
  }
}
