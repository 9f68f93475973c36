// Task.never: work that never ends, for stubs.

extension Task where Failure == Never {
  /// Waits until the task is cancelled, and then throws `CancellationError`: `$0.facts.fetch = { _ in try await Task.never() }`.
  @_disfavoredOverload public static func never() async throws -> Success {
    let (stream, continuation) = AsyncStream<Success>.makeStream()
    for await value in stream { return value }
    withExtendedLifetime(continuation) {}
    throw _Concurrency.CancellationError()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Waits until the task is cancelled, and then throws `CancellationError`.
  @_disfavoredOverload public static func never() async throws { let _: Never = try await Task<Never, Never>.never() }
}
