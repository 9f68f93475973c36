// TaskResult: how a task ended.

/// How a task ended.
public enum TaskResult: Sendable {
  /// Everything the action caused has ended.
  case finished
  /// An effect threw an error that it does not catch; the first one if there were several.
  case failed(any Error)
  /// The task was cancelled, or its store closed.
  case cancelled
}
