// Result { try await … }: what asynchronous work returns or throws.

extension Result where Failure == any Error {
  /// Runs asynchronous work, on the caller's executor, and keeps what it returns or throws:
  /// `await send(.loaded(Result { try await api.load() }))`.
  @inlinable @_disfavoredOverload
  nonisolated(nonsending) public init(catching body: nonisolated(nonsending) () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
