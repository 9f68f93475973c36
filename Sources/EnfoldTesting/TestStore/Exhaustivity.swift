// Exhaustivity: how much a test must say of what happens in its store.

/// The demands of a ``TestStore`` on its test.
public enum Exhaustivity: Equatable, Sendable {
  /// Everything: the test must expect each change of the state, receive each action, and leave no effect running.
  case on
  /// Only what the test says.
  ///
  /// Closures get the state after the action, and set the values that matter. Actions that the test does not receive are
  /// reduced when it sends or receives the next one, skips actions, or calls `finish`.
  ///
  /// - Parameter showSkippedAssertions: whether events that were not expected are shown, as warnings.
  case off(showSkippedAssertions: Bool)

  /// Only what the test says, silently.
  public static let off = Self.off(showSkippedAssertions: false)
}
