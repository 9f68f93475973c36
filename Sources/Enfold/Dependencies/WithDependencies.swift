// withDependencies: binding values while an operation runs.

/// Runs an operation with some dependencies replaced.
///
/// ```swift
/// withDependencies { $0.date = .constant(start) } operation: { … }
/// ```
///
/// The operation sees the replaced dependencies, and so does what it calls, and the tasks that it starts. Detached
/// tasks and other threads do not. A store that is made in the operation keeps them. So does an effect that the
/// operation returns: see the other ``withDependencies(_:operation:)``. An effect inside something else that is
/// returned, such as a tuple, does not: use ``Effect/dependencies(_:)-(DependencyValues)`` for it.
///
/// - Parameter update: changes a copy of the values that are bound here, or of the process's own.
@discardableResult public func withDependencies<R>(
  _ update: (inout DependencyValues) throws -> Void, operation: () throws -> R
) rethrows -> R {
  var values = DependencyValues.here
  try values.update(update)
  return try withDependencies(values, operation: operation)
}

/// Runs an asynchronous operation with some dependencies replaced, on the caller's executor.
@discardableResult nonisolated(nonsending) public func withDependencies<R>(
  _ update: (inout DependencyValues) throws -> Void, operation: nonisolated(nonsending) () async throws -> R
) async rethrows -> R {
  var values = DependencyValues.here
  try values.update(update)
  return try await withDependencies(values, operation: operation)
}

/// Runs an operation with these dependencies.
@discardableResult
public func withDependencies<R>(_ values: DependencyValues, operation: () throws -> R) rethrows -> R {
  try DependencyValues.bind(values, operation: operation)
}

/// Runs an asynchronous operation with these dependencies, on the caller's executor.
@discardableResult nonisolated(nonsending) public func withDependencies<R>(
  _ values: DependencyValues, operation: nonisolated(nonsending) () async throws -> R
) async rethrows -> R { try await DependencyValues.$current.withValue(values, operation: operation) }
