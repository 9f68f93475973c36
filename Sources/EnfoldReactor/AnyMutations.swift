// AnyMutations: mutations whose source is chosen at run time.
import Enfold

/// Mutations of any source, for a `mutate` that returns sometimes an effect and sometimes a publisher.
public struct AnyMutations<Mutation: Sendable>: MutationSource {
  private let all: Effect<Mutation>

  public init(_ source: some MutationSource<Mutation>) { all = source.mutations }

  public func effect<Sent: Sendable>(_ transform: @escaping @Sendable (Mutation) -> Sent) -> Effect<Sent> {
    all.map(transform)
  }
}
