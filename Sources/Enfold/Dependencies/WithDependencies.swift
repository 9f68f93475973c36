// withDependencies: binding values for the time of an operation.

/// Runs an operation with some dependencies replaced.
///
/// ```swift
/// withDependencies { $0.date = .constant(start) } operation: { … }
/// ```
///
/// The operation sees them, and so does what it calls and the tasks it starts; detached tasks and other threads do not.
/// A store that is made in it keeps them. Inside a reducer they do not reach the effect that is returned: use
/// ``Effect/dependencies(_:)-(DependencyValues)`` or ``Reducer/dependency(_:_:)`` for that.
///
/// - Parameter update: changes a copy of the values that are bound here, or of the process's own.
@discardableResult
public func withDependencies<R>(
  _ update: (inout DependencyValues) throws -> Void, operation: () throws -> R
) rethrows -> R {
  var values = DependencyValues.here
  try values.update(update)
  return try withDependencies(values, operation: operation)
}

/// Runs an asynchronous operation with some dependencies replaced, on the caller's executor.
@discardableResult
nonisolated(nonsending) public func withDependencies<R>(
  _ update: (inout DependencyValues) throws -> Void, operation: nonisolated(nonsending) () async throws -> R
) async rethrows -> R {
  var values = DependencyValues.here
  try values.update(update)
  return try await withDependencies(values, operation: operation)
}

/// Runs an operation with these dependencies.
@discardableResult
public func withDependencies<R>(_ values: DependencyValues, operation: () throws -> R) rethrows -> R {
  try DependencyValues.$current.withValue(values, operation: operation)
}

/// Runs an asynchronous operation with these dependencies, on the caller's executor.
@discardableResult
nonisolated(nonsending) public func withDependencies<R>(
  _ values: DependencyValues, operation: nonisolated(nonsending) () async throws -> R
) async rethrows -> R {
  try await DependencyValues.$current.withValue(values, operation: operation)
}
