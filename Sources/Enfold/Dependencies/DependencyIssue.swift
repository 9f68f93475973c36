// DependencyIssue: a test used a dependency in a way that would be wrong elsewhere.

/// Says which dependency a test used although it has no value for tests; or which shared value could not be kept or shared as it
/// is declared.
public struct DependencyIssue: Sendable, CustomStringConvertible {
  /// The name of the dependency's key; `shared` for a shared value.
  public let key: String
  /// One text: what is wrong and what would be right.
  public let message: String
  package let topic: Diagnostic.Topic

  public var description: String { message }

  /// - Parameter override: an assignment that gives the dependency a value.
  init(missing key: String, override: String) {
    self.key = key
    message = """
      the dependency \(key) has no value for tests, and one is used: override it, \
      as in DependencyValues(.test) { \(override) }, or give its key a `static var test`
      """
    topic = .dependencyWithoutValue
  }

  /// A shared value that could not be kept or shared as it is declared.
  init(ofSharedValue message: String) {
    key = "shared"
    self.message = message
    topic = .sharedValue
  }

  /// Tells the reporter of the values that are bound. If there is none, writes to the standard error stream.
  func report() {
    if let report = DependencyValues.current?.report { report(self) } else { StandardError.print(message) }
  }
}
