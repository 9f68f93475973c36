// What these tests share: operations that must fail their test, and what the failures say.
import EnfoldTesting
import Synchronization
import Testing

/// A failure of a test.
struct Failure: Sendable {
  let text: String
  let line: Int
  let isWarning: Bool

  init(_ issue: Issue) {
    text = issue.comments.map(\.rawValue).joined(separator: "\n")
    line = issue.sourceLocation?.line ?? 0
    isWarning = issue.severity == .warning
  }
}

/// Runs something that must fail its test, and returns the failures.
nonisolated(nonsending) func failures(
  sourceLocation: SourceLocation = #_sourceLocation,
  _ operation: nonisolated(nonsending) () async -> Void
) async -> [Failure] {
  let failures = Mutex<[Failure]>([])
  await withKnownIssue(sourceLocation: sourceLocation) {
    await operation()
  } matching: { issue in
    failures.withLock { $0.append(Failure(issue)) }
    return true
  }
  return failures.withLock { $0 }
}

extension String {
  var firstLine: String { String(prefix { $0 != "\n" }) }

  /// With ordinary spaces: those before unchanged lines are as wide as the signs before the others.
  var plain: String { replacing("\u{2007}", with: " ") }
}
