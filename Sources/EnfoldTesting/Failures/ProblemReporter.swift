// ProblemReporter: keeps problems that come up before anybody can receive them.

/// The initial state is made with the dependencies of a test store, before there is a store to note problems. They wait
/// here until `connect`.
final class ProblemReporter: Sendable {
  private struct Content: Sendable {
    var problems: [String] = []
    var note: (@Sendable (String) -> Void)?
  }

  private let content = Locked(Content())

  func report(_ problem: String) {
    let note = content.withLock { content in
      if content.note == nil { content.problems.append(problem) }
      return content.note
    }
    note?(problem)
  }

  /// Passes on the problems that were kept, and from now on each new one.
  func connect(_ note: @escaping @Sendable (String) -> Void) {
    let problems = content.withLock { content in
      content.note = note
      defer { content.problems = [] }
      return content.problems
    }
    for problem in problems { note(problem) }
  }
}
