// DependencyEnvironment: live, preview or test.

/// The purpose of a program: for use, as a preview, or as a test.
///
/// It is chosen where ``DependencyValues`` are made, and nowhere else: Enfold does not look at the process to guess it.
public enum DependencyEnvironment: Sendable, CaseIterable {
  case live
  case preview
  case test
}
