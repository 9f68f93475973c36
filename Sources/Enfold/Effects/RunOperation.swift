// The asynchronous leaf of an effect tree.

/// Work, its error handler, and where it was written. A class, so that copies of an effect are equal.
@usableFromInline final class RunOperation<Action: Sendable>: Sendable {
  @usableFromInline typealias Body = nonisolated(nonsending) @Sendable (Send<Action>) async throws -> Void
  @usableFromInline typealias Handler = nonisolated(nonsending) @Sendable (any Error, Send<Action>) async -> Void

  @usableFromInline let origin: EffectOrigin
  @usableFromInline let priority: TaskPriority?
  private let operation: Body
  private let handler: Handler?

  init(
    origin: EffectOrigin, priority: TaskPriority? = nil, operation: @escaping Body, handler: Handler? = nil
  ) {
    self.origin = origin
    self.priority = priority
    self.operation = operation
    self.handler = handler
  }

  /// Does the work. Every way it can end is in the outcome.
  @usableFromInline nonisolated(nonsending) func execute(_ send: Send<Action>) async -> EffectOutcome {
    do {
      try await operation(send)
      return send.isCancelled ? .cancelled : .finished
    } catch is CancellationError {
      return .cancelled
    } catch {
      if send.isCancelled { return .cancelled }
      guard let handler else { return .failed(error) }
      await handler(error, send)
      return send.isCancelled ? .cancelled : .finished
    }
  }

  func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> RunOperation<Other> {
    let handler = handler
    return RunOperation<Other>(
      origin: origin, priority: priority,
      operation: { [operation] send in try await operation(send.map(transform)) },
      handler: mapped(handler, transform))
  }
}

/// An error handler for actions that are wrapped into others.
private func mapped<Action, Other>(
  _ handler: RunOperation<Action>.Handler?, _ transform: @escaping @Sendable (Action) -> Other
) -> RunOperation<Other>.Handler? {
  guard let handler else { return nil }
  return { error, send in await handler(error, send.map(transform)) }
}

/// How an effect ended.
@usableFromInline enum EffectOutcome: Sendable {
  case finished
  case failed(any Error)
  case cancelled
}
