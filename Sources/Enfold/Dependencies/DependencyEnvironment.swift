// DependencyEnvironment: which of its values a dependency gives.

/// What a program is: the real thing, a preview of it, or a test.
///
/// Chosen where ``DependencyValues`` are made, and nowhere else: nothing looks at the process for hints.
public enum DependencyEnvironment: Sendable, CaseIterable {
  case live
  case preview
  case test
}
