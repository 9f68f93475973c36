// Exhaustivity: how much a test store wants to be told.

/// What a ``TestStore`` insists on.
public enum Exhaustivity: Equatable, Sendable {
  /// Everything: each change of the state is expected, each action received, no effect left running.
  case on
  /// Only what the test says.
  ///
  /// Closures are given the state after the action and name some of its values. Actions that nobody receives are reduced
  /// when the next one is sent, received or skipped to, and when the store is finished.
  ///
  /// - Parameter showSkippedAssertions: whether what was not expected is shown, as warnings.
  case off(showSkippedAssertions: Bool)

  /// Only what the test says, silently.
  public static let off = Self.off(showSkippedAssertions: false)
}
