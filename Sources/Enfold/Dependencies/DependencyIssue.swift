// DependencyIssue, MissingDependency: what went wrong with a dependency.

/// Says which dependency a test used although it has no value for tests; which shared value could not be kept or shared as it
/// is declared; which closure of a client was not implemented; or which case could not be changed.
public struct DependencyIssue: Sendable, CustomStringConvertible {
  /// The name of the dependency's key; `shared` for a shared value, `endpoint` for a closure of a client, `case` for a case,
  /// `dismiss` for a child.
  public let key: String
  /// One text: what is wrong and what would be right.
  public let message: String
  package let topic: Diagnostic.Topic

  public var description: String { message }

  /// - Parameter override: an assignment that gives the dependency a value.
  init(missing key: String, override: String) {
    self.init(
      key, .dependencyWithoutValue,
      """
      the dependency \(key) has no value for tests, and one is used: override it, \
      as in DependencyValues(.test) { \(override) }, or give its key a `static var test`
      """)
  }

  init(_ key: String, _ topic: Diagnostic.Topic, _ message: String) {
    self.key = key
    self.topic = topic
    self.message = message
  }

  /// Tells the reporter of the values that are bound. If there is none, writes to the standard error stream.
  func report() {
    if let report = DependencyValues.current?.report { report(self) } else { StandardError.print(message) }
  }
}

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
