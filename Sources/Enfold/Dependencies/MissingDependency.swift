// MissingDependency: the error of the compiler for a `@Dependency` whose key path names nothing.

/// Stands for a dependency that does not exist. The initialisers with its key paths are never called: they are there for
/// their message. Without them the compiler says that a key path is no type, and not that the key is wrong.
@dynamicMemberLookup
public struct MissingDependency: Sendable {
  public subscript(dynamicMember name: String) -> MissingDependency { self }
}

extension Dependency {
  /// Refused by the compiler, with a message that says what to write instead.
  @available(
    *, unavailable,
    message: "DependencyValues has no property of this name and type: is the key mistyped, or is it not declared?"
  )
  @_disfavoredOverload
  public init(_ key: KeyPath<MissingDependency, MissingDependency>) { fatalError("unavailable") }
}

extension Dependency<MissingDependency> {
  /// Refused by the compiler, for a property whose type would follow from the key.
  @available(
    *, unavailable,
    message: "DependencyValues has no property of this name and type: is the key mistyped, or is it not declared?"
  )
  @_disfavoredOverload
  public init(_ key: KeyPath<MissingDependency, MissingDependency>) { fatalError("unavailable") }
}
