// Effect: effects with dependencies of their own.

extension Effect {
  /// This effect, whose work runs with these dependencies. The work may bind others again. `none` stays `none`.
  @inlinable public func dependencies(_ values: DependencyValues) -> Self { isNone ? self : bound(to: values) }

  @usableFromInline func bound(to values: DependencyValues) -> Self {
    switch operation {
    case .run, .node: Self(operation.rebuilt(send: Operation.send, run: { .run($0.bound(to: values)) }))
    case .none, .send: self
    }
  }
}

extension RunOperation {
  fileprivate func bound(to values: DependencyValues) -> RunOperation {
    // `execute` calls the handler, if there is one.
    RunOperation(
      origin: origin, priority: priority,
      operation: { send in
        switch await withDependencies(values, operation: { await self.execute(send) }) {
        case .finished: break
        case .failed(let error): throw error
        case .cancelled: throw CancellationError()
        }
      })
  }
}

// MARK: withDependencies

/// Runs an operation with some dependencies replaced, and gives them to the effect that it returns.
///
/// ```swift
/// case .save:
///   return withDependencies { $0.date = .constant(start) } operation: {
///     .run { send in await send(.saved(at: Dependency(\.date).wrappedValue.now)) }
///   }
/// ```
///
/// The work of the effect sees what the operation sees, as by ``Effect/dependencies(_:)-(DependencyValues)``.
///
/// - Parameter update: changes a copy of the values that are bound here, or of the process's own.
public func withDependencies<Action>(
  _ update: (inout DependencyValues) throws -> Void, operation: () throws -> Effect<Action>
) rethrows -> Effect<Action> {
  var values = DependencyValues.here
  try values.update(update)
  return try withDependencies(values, operation: operation)
}

/// Runs an asynchronous operation with some dependencies replaced, on the caller's executor, and gives them to the
/// effect that it returns.
nonisolated(nonsending) public func withDependencies<Action>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: nonisolated(nonsending) () async throws -> Effect<Action>
) async rethrows -> Effect<Action> {
  var values = DependencyValues.here
  try values.update(update)
  return try await withDependencies(values, operation: operation)
}

/// Runs an operation with these dependencies, and gives them to the effect that it returns.
public func withDependencies<Action>(
  _ values: DependencyValues, operation: () throws -> Effect<Action>
) rethrows -> Effect<Action> {
  try DependencyValues.bind(values, operation: operation).dependencies(values)
}

/// Runs an asynchronous operation with these dependencies, on the caller's executor, and gives them to the effect that
/// it returns.
nonisolated(nonsending) public func withDependencies<Action>(
  _ values: DependencyValues, operation: nonisolated(nonsending) () async throws -> Effect<Action>
) async rethrows -> Effect<Action> {
  try await DependencyValues.$current.withValue(values, operation: operation).dependencies(values)
}
