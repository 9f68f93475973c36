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
    let source = PublisherSource(publisher)
    return .run(name: name ?? "publisher", fileID: fileID, line: line) { send in
      try await source.subscribed().forward(to: send)
    } opening: {
      let pull = source.subscribed()
      let (value, hasEnded) = pull.first()
      let rest: Self =
        if hasEnded { .none } else {
          .run(name: name ?? "publisher", fileID: fileID, line: line) { send in try await pull.forward(to: send) }
        }
      return (value, rest)
    }
  }

  /// Sends every value of the publisher that a closure makes when the effect begins.
  public static func publisher<P: Publisher>(
    name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line, _ make: @escaping @Sendable () -> P
  ) -> Self where P.Output == Action {
    .publisher(Deferred(createPublisher: make), name: name, fileID: fileID, line: line)
  }
}

/// A publisher that an effect may subscribe to.
private struct PublisherSource<Output>: @unchecked Sendable {
  // Unchecked: the closure only subscribes, which by the contract of publishers any thread may do.
  let subscribe: (PublisherPull<Output>) -> Void

  init<P: Publisher>(_ publisher: P) where P.Output == Output {
    subscribe = { publisher.mapError { $0 as any Error }.receive(subscriber: $0) }
  }

  /// A new subscription. It ends when nobody has it any more.
  func subscribed() -> Pull {
    let pull = PublisherPull<Output>()
    let reporter = Surroundings.Reporter { [weak pull] in pull?.note($0) }
    Surroundings.$reporter.withValue(reporter) { subscribe(pull) }
    return Pull(pull)
  }

  /// Keeps a subscription alive. The subscription itself and its publisher keep each other.
  final class Pull: @unchecked Sendable {
    // Unchecked: `pull` is safe for use by many threads.
    private let pull: PublisherPull<Output>

    init(_ pull: PublisherPull<Output>) { self.pull = pull }
    deinit { pull.cancel() }

    /// The first value, if it comes at once, and whether that was all.
    func first() -> (value: Output?, hasEnded: Bool) { pull.first() }

    /// Sends all further values, and returns when there are no more.
    nonisolated(nonsending) func forward(to send: Send<Output>) async throws where Output: Sendable {
      try await withTaskCancellationHandler {
        try await withUnsafeThrowingContinuation { (end: UnsafeContinuation<Void, any Error>) in
          pull.forward { [weak pull] in
            send.immediately($0)
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
}
