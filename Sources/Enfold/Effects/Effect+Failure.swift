// Effects that have failed before they begin.

extension Effect {
  /// Fails at once: for reducers that were not written in Swift and report an error.
  public static func failure(_ error: any Error, of origin: EffectOrigin) -> Self {
    Self(.run(RunOperation(origin: origin, priority: nil, operation: { _ in throw error }, handler: nil)))
  }
}
