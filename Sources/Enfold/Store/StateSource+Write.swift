// StateSource: writing a state from outside, each write in its turn and as a commit of its own.

extension StateSource {
  /// Writes when its turn in the queue comes.
  ///
  /// - Parameter commit: calls ``commitNow(_:_:)``, and returns what that returns.
  /// - Returns: a task that ends then. If this part cannot be written, it fails with ``StoreError/readOnly``.
  func writeInTurn(_ commit: @escaping @Sendable () -> Bool?) -> StoreTask {
    let task = TaskAccount(registry: EffectRegistry())
    let performed = inTurn { isOpen in
      guard isOpen else { return task.leaveCancelled() }
      if commit() == nil { task.fail(StoreError.readOnly) }
      task.leave()
    }
    if let error = performed.refusal { return StoreTask(refusal: error) }
    return StoreTask(node: task)
  }

  /// Replaces the whole state by another one, in a turn. Returns nil if it cannot be written.
  @discardableResult
  public func replaceNow(by state: consuming State) -> Bool? {
    // The old state is released after the commit, without the gate.
    var replaced = state
    return commitNow(.restore) { current in
      swap(&current, &replaced)
      return true
    }
  }
}
