// Effect.publisher: an effect that sends the values of a publisher.
import Enfold
import OpenCombine

extension Effect {
  /// Sends every value of a publisher, as it comes, and ends with it.
  ///
  /// Values are asked for one at a time. If the publisher fails, there is a diagnostic, and the effect ends as failed.
  public static func publisher<P: Publisher>(
    _ publisher: P, name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self where P.Output == Action {
    .publisher(publisher, EffectOrigin(name: name ?? "publisher", fileID: fileID, line: line)) { $0 }
  }

  /// Sends every value of the publisher that a closure makes when the effect begins.
  public static func publisher<P: Publisher>(
    name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line, _ make: @escaping @Sendable () -> P
  ) -> Self where P.Output == Action {
    .publisher(Deferred(createPublisher: make), name: name, fileID: fileID, line: line)
  }

  /// Sends what a closure makes of every value of a publisher.
  ///
  /// - Parameter origin: nil for a publisher that a reactor returns.
  static func publisher<P: Publisher>(
    _ publisher: P, _ origin: EffectOrigin?, _ transform: @escaping @Sendable (P.Output) -> Action
  ) -> Self {
    let source = PublisherSource(publisher)
    return .run(origin ?? originOfMutations) { send in
      try await HeldPull(source.subscribe()).forward(to: send, transform)
    } opening: {
      let (value, rest) = source.subscribe().begin()
      return (value.map(transform), rest.map { .forwarding($0, of: origin, transform) } ?? .none)
    }
  }

  /// Sends what a closure makes of the further values of a subscription.
  @usableFromInline static func forwarding<Output>(
    _ pull: HeldPull<Output>, of origin: EffectOrigin? = nil, _ transform: @escaping @Sendable (Output) -> Action
  ) -> Self {
    .run(origin ?? originOfMutations) { try await pull.forward(to: $0, transform) }
  }

  /// Where the effect of a publisher that a reactor returns is written.
  private static var originOfMutations: EffectOrigin { EffectOrigin(name: "publisher", fileID: #fileID, line: #line) }
}

/// A publisher that an effect may subscribe to.
private struct PublisherSource<Output>: @unchecked Sendable {
  // Unchecked: the closure only subscribes, which by the contract of publishers any thread may do.
  let subscribe: () -> PublisherPull<Output>

  init<P: Publisher>(_ publisher: P) where P.Output == Output { subscribe = { PublisherPull(publisher) } }
}

extension HeldPull {
  /// Sends what a closure makes of all further values, and returns when there are no more.
  nonisolated(nonsending) func forward<Action: Sendable>(
    to send: Send<Action>, _ transform: @escaping @Sendable (Output) -> Action
  ) async throws {
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { (end: UnsafeContinuation<Void, any Error>) in
        pull.forward { [weak pull] in
          send.immediately(transform($0))
          // Its task may not have been told yet: it has not been suspended.
          if send.hasEnded { pull?.cancel() }
        } ended: {
          end.resume(with: $0)
        }
      }
    } onCancel: {
      pull.cancel()
    }
  }
}
