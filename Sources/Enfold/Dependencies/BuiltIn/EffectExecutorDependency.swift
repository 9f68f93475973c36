// The dependency `effectExecutor`: runs the work that an effect begins in a task of its own.

private enum EffectExecutorKey: DependencyInjectable {
  static var live: (any TaskExecutor)? { nil }
  static var test: (any TaskExecutor)? { nil }
}

extension DependencyValues {
  /// Where the tasks run that streams make in order to wait. Nil is the global executor. A store for tests gives its own, so
  /// that it knows when they have gone as far as they can.
  package var effectExecutor: (any TaskExecutor)? {
    get { self[EffectExecutorKey.self] }
    set { self[EffectExecutorKey.self] = newValue }
  }
}
