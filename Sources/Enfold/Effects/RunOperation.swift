// RunOperation: the asynchronous leaf of an effect tree.

/// Work, its error handler, and where it was written. A class, so that copies of an effect are equal.
@usableFromInline final class RunOperation<Action: Sendable>: Sendable {
  @usableFromInline typealias Body = nonisolated(nonsending) @Sendable (Send<Action>) async throws -> Void
  @usableFromInline typealias Handler = nonisolated(nonsending) @Sendable (any Error, Send<Action>) async -> Void

  @usableFromInline let origin: EffectOrigin
  @usableFromInline let priority: TaskPriority?
  @usableFromInline let operation: Body
  @usableFromInline let handler: Handler?
  /// Begins the work outside of a store, see ``Effect/first()``; nil if that is not possible.
  @usableFromInline let opening: Opening?

  @usableFromInline typealias Opening = @Sendable () -> (action: Action?, rest: Effect<Action>)

  @inlinable init(
    origin: EffectOrigin, priority: TaskPriority? = nil, operation: @escaping Body, handler: Handler? = nil,
    opening: Opening? = nil
  ) {
    self.origin = origin
    self.priority = priority
    self.operation = operation
    self.handler = handler
    self.opening = opening
  }

  /// Does the work. Every way it can end is in the outcome.
  @usableFromInline nonisolated(nonsending) func execute(_ send: Send<Action>) async -> EffectOutcome {
    do {
      try await operation(send)
      return isCancelled(send) ? .cancelled : .finished
    } catch is CancellationError {
      return .cancelled
    } catch {
      if isCancelled(send) { return .cancelled }
      guard let handler else { return .failed(error) }
      await handler(error, send)
      return isCancelled(send) ? .cancelled : .finished
    }
  }

  /// Whether the work was cancelled. Called in its own task, which the work may have cancelled itself.
  private func isCancelled(_ send: Send<Action>) -> Bool { Task.isCancelled || send.hasEnded }

  /// This work, with its actions wrapped into others.
  func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> RunOperation<Other> {
    sending(opening: opening.map { Self.opening($0, transform) }) { $0.map(transform) }
  }

  private static func opening<Other>(
    _ opening: @escaping Opening, _ transform: @escaping @Sendable (Action) -> Other
  ) -> RunOperation<Other>.Opening {
    {
      let (action, rest) = opening()
      return (action.map(transform), rest.map(transform))
    }
  }

  /// This work, with its actions as mutations.
  func mutating<Other>(_ step: @escaping @Sendable (Action) -> MutationStep) -> RunOperation<Other> {
    sending { $0.mutating(step) }
  }

  /// This work, with another way to send.
  private func sending<Other>(
    opening: RunOperation<Other>.Opening? = nil, _ convert: @escaping @Sendable (Send<Other>) -> Send<Action>
  ) -> RunOperation<Other> {
    RunOperation<Other>(
      origin: origin, priority: priority,
      operation: { [operation] send in try await operation(convert(send)) },
      handler: converted(handler, convert), opening: opening)
  }
}

/// An error handler that sends in another way.
private func converted<Action, Other>(
  _ handler: RunOperation<Action>.Handler?, _ convert: @escaping @Sendable (Send<Other>) -> Send<Action>
) -> RunOperation<Other>.Handler? {
  guard let handler else { return nil }
  return { error, send in await handler(error, convert(send)) }
}

/// How an effect ended.
@usableFromInline enum EffectOutcome: Sendable {
  case finished
  case failed(any Error)
  case cancelled
}
