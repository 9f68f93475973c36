// StoreTask: what `send` returns.

/// Everything that one sent action causes: its effects, the actions they send, their effects, and so on.
///
/// Letting go of a task cancels nothing.
public struct StoreTask: Sendable {
  @usableFromInline let node: TaskNode?
  @usableFromInline let refusal: StoreError?

  @inlinable init(node: TaskNode?) {
    self.node = node
    refusal = nil
  }
  @inlinable init(refusal: StoreError) {
    node = nil
    self.refusal = refusal
  }

  /// Waits until everything has ended. If the Swift task that waits is cancelled, everything is cancelled.
  @discardableResult
  public func finish() async -> TaskResult {
    guard let node else { return result ?? .finished }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        node.whenEnded { continuation.resume(returning: $0) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Cancels everything that has not ended. Returns at once.
  public func cancel() {
    guard let node else { return }
    node.registry.cancel(node)
  }

  /// Calls `body` once with the result: now, or on the thread that ends the task.
  public func whenEnded(_ body: @escaping @Sendable (TaskResult) -> Void) {
    if let node { node.whenEnded(body) } else { body(result ?? .finished) }
  }

  /// The child that the action was meant for and that was not there. One that an action of its effects was meant for is
  /// in the ``result`` only.
  @inlinable public var missingChild: MissingChild? { node.flatMap { $0.missingChild } }

  /// How it ended; nil while it goes on.
  public var result: TaskResult? {
    if let node { return node.currentResult }
    return switch refusal {
    case nil: .finished
    case .closed: .cancelled
    case .queueFull?, .readOnly?: refusal.map { .failed($0) }
    }
  }
}
