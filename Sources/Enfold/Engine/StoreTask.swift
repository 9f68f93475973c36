// StoreTask: everything that one sent action has caused. `send` returns it.

/// Everything that one sent action causes: its effects, the actions they send, their effects, and so on.
///
/// A task need not be kept: when it is released, nothing is cancelled.
public struct StoreTask: Sendable {
  @usableFromInline let account: TaskAccount?
  @usableFromInline let refusal: StoreError?

  /// Whether the action has started nothing.
  @inlinable package var isEmpty: Bool { account == nil }

  @inlinable init(account: TaskAccount?) {
    self.account = account
    refusal = nil
  }
  @inlinable init(refusal: StoreError) {
    account = nil
    self.refusal = refusal
  }

  /// Waits until everything has ended. If the Swift task that waits is cancelled, everything is cancelled.
  @discardableResult public func finish() async -> TaskResult {
    guard let account else { return result ?? .finished }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        account.whenEnded { continuation.resume(returning: $0) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Cancels everything that has not ended. Returns at once. A parent may have started effects in reaction to an action
  /// that an effect of its child sent. These go on.
  public func cancel() {
    guard let account else { return }
    account.registry.cancel(account)
  }

  /// Calls `body` once with the result: now, or on the thread that ends the task.
  public func whenEnded(_ body: @escaping @Sendable (TaskResult) -> Void) {
    if let account { account.whenEnded(body) } else { body(result ?? .finished) }
  }

  /// The child that the action was meant for, if it was not there. If an action of its effects was meant for an absent
  /// child, only the ``result`` says so.
  @inlinable public var missingChild: MissingChild? { account.flatMap { $0.missingChild } }

  /// How the task ended; nil while it goes on.
  public var result: TaskResult? {
    if let account { return account.currentResult }
    return switch refusal {
    case nil: .finished
    case .closed: .cancelled
    case .queueFull?, .readOnly?, .absent?: refusal.map { .failed($0) }
    }
  }
}
