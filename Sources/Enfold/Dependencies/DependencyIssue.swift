// DependencyIssue: a test used a dependency that has no value for tests.

/// Says which dependency a test used although it has no value for tests.
public struct DependencyIssue: Sendable, CustomStringConvertible {
  /// The name of the dependency's key.
  public let key: String
  /// One text: what is wrong and what would be right.
  public let message: String

  public var description: String { message }

  /// - Parameter override: an assignment that gives the dependency a value.
  init(missing key: String, override: String) {
    self.key = key
    message = """
      the dependency \(key) has no value for tests, and one is used: override it, \
      as in DependencyValues(.test) { \(override) }, or give its key a `static var test`
      """
  }

  /// Tells the reporter of the values that are bound. If there is none, writes to the standard error stream.
  func report() {
    if let report = DependencyValues.current?.report { report(self) } else { StandardError.print(message) }
  }
}
