// Effect: effects of reducers that were not written in Swift.

extension Effect {
  /// Runs asynchronous work, as ``run(name:fileID:line:operation:catch:)`` does.
  package static func run(
    _ origin: EffectOrigin,
    operation: nonisolated(nonsending) @escaping @Sendable (_ send: Send<Action>) async throws -> Void
  ) -> Self { Self(.run(RunOperation(origin: origin, operation: operation))) }

  /// Fails at once: for reducers that were not written in Swift and report an error.
  public static func failure(_ error: any Error, of origin: EffectOrigin) -> Self {
    Self(.run(RunOperation(origin: origin, priority: nil, operation: { _ in throw error }, handler: nil)))
  }
}
