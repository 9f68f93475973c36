// MutationSource: the types that a reactor's mutate may return.
import Enfold
import OpenCombine

/// Where the mutations of an action come from: an ``Effect``, a publisher, or an asynchronous stream.
///
/// If a publisher or a stream fails, there is a diagnostic, and the effect of the action ends as failed. The store lives
/// on.
public protocol MutationSource<Mutation> {
  associatedtype Mutation

  /// The mutations as an effect.
  ///
  /// - Parameter transform: makes the action that the effect sends for each mutation.
  func effect<Sent: Sendable>(_ transform: @escaping @Sendable (Mutation) -> Sent) -> Effect<Sent>

  /// Begins the work: the first mutation, if it is at hand at once, and an effect of the rest.
  func _$begin<Sent: Sendable>(
    _ transform: @escaping @Sendable (Mutation) -> Sent
  ) -> (action: Sent?, rest: Effect<Sent>)
}

extension MutationSource {
  @inlinable public func _$begin<Sent: Sendable>(
    _ transform: @escaping @Sendable (Mutation) -> Sent
  ) -> (action: Sent?, rest: Effect<Sent>) { effect(transform).first() }
}

extension MutationSource where Mutation: Sendable {
  /// The mutations as an effect that sends them as they are.
  @inlinable package var mutations: Effect<Mutation> { self as? Effect<Mutation> ?? effect { $0 } }

  /// As `_$begin`, for the mutations as they are.
  @inlinable func begin() -> (action: Mutation?, rest: Effect<Mutation>) {
    guard let effect = self as? Effect<Mutation> else { return _$begin { $0 } }
    return effect.first()
  }
}

extension Effect: MutationSource {
  public typealias Mutation = Action

  public func effect<Sent: Sendable>(_ transform: @escaping @Sendable (Action) -> Sent) -> Effect<Sent> {
    map(transform)
  }
}

extension AnyPublisher: MutationSource {
  public typealias Mutation = Output

  public func effect<Sent: Sendable>(_ transform: @escaping @Sendable (Output) -> Sent) -> Effect<Sent> {
    .publisher(self, nil, transform)
  }

  @inlinable public func _$begin<Sent: Sendable>(
    _ transform: @escaping @Sendable (Output) -> Sent
  ) -> (action: Sent?, rest: Effect<Sent>) {
    let (first, rest) = PublisherPull(self).begin()
    return (first.map(transform), rest.map { .forwarding($0, transform) } ?? .none)
  }
}

extension AsyncStream: MutationSource {
  public typealias Mutation = Element

  public func effect<Sent: Sendable>(_ transform: @escaping @Sendable (Element) -> Sent) -> Effect<Sent> {
    .stream(self, transform)
  }
}

extension AsyncThrowingStream: MutationSource {
  public typealias Mutation = Element

  public func effect<Sent: Sendable>(_ transform: @escaping @Sendable (Element) -> Sent) -> Effect<Sent> {
    .stream(self, transform)
  }
}

extension Effect {
  /// Sends the elements of a stream of the standard library, transformed.
  fileprivate static func stream<S: AsyncSequence & SendableMetatype>(
    _ stream: S, _ transform: @escaping @Sendable (S.Element) -> Action
  ) -> Self where S.AsyncIterator: SendableMetatype {
    let stream = Iterated(stream: stream)
    return .run(name: "stream") { send in
      for try await element in stream.stream { await send(transform(element)) }
    }
  }
}

/// A stream on its way to the effect that reads it.
private struct Iterated<S: AsyncSequence>: @unchecked Sendable {
  // Unchecked: the streams of the standard library may be read on any thread, and only the effect reads this one.
  let stream: S
}
