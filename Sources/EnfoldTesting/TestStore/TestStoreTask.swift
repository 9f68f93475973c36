// TestStoreTask: the task of an action that `TestStore.send` has sent.

/// Everything that an action causes, seen from a test. When it is released, nothing is cancelled.
public struct TestStoreTask: Sendable {
  typealias Finish = nonisolated(nonsending) @Sendable (Duration?, TestLocation) async -> Void

  private let task: StoreTask
  private let unwind: nonisolated(nonsending) @Sendable () async -> Void
  private let waitForEnd: Finish

  init(
    task: StoreTask, unwind: nonisolated(nonsending) @escaping @Sendable () async -> Void, finish: @escaping Finish
  ) {
    self.task = task
    self.unwind = unwind
    waitForEnd = finish
  }

  /// Cancels the effects of the action and of those that it caused. Actions that they have sent before were reduced,
  /// and can still be received.
  nonisolated(nonsending) public func cancel() async {
    task.cancel()
    await unwind()
  }

  /// Waits until these effects have ended, and fails if they run longer. Their actions wait to be received.
  ///
  /// - Parameter timeout: how long to wait, in real time; nil means ``TestStore/timeout``.
  nonisolated(nonsending) public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async { await waitForEnd(timeout, TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)) }

  /// How the task ended; nil while effects run.
  public var result: TaskResult? { task.result }

  /// Whether it was cancelled.
  public var isCancelled: Bool { if case .cancelled = task.result { true } else { false } }
}
