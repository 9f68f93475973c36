// Writing a property of a store from outside: one side of a two-way binding.

extension Store {
  /// Writes one property, in its turn and as a commit of its own, unless it has that value already. (A
  /// property that is `@ViewState(ignoreEquality: true)` is written in any case.)
  ///
  /// - Parameter action: makes an action that is sent after it, if it changed something.
  /// - Returns: a task that has ended when the property was written; in the store made by
  ///   ``view(value:action:)`` nothing can be written, and it fails with ``StoreError/readOnly``.
  @discardableResult
  public func set<Value: Equatable & Sendable>(
    _ property: WritableKeyPath<State, Value> & Sendable, to value: Value,
    then action: (@Sendable (_ old: Value, _ new: Value) -> Action)? = nil
  ) -> StoreTask {
    let task = TaskNode(registry: EffectRegistry())
    let performed = source.inTurn { [self] isOpen in
      guard isOpen else { return task.leaveCancelled() }
      let countsEveryAssignment = source.countsEveryAssignment(to: property)
      var old: Value?
      let hasChanged = source.commitNow { state in
        guard countsEveryAssignment || state[keyPath: property] != value else { return false }
        old = state[keyPath: property]
        state[keyPath: property] = value
        return true
      }
      if hasChanged == nil { task.fail(StoreError.readOnly) }
      if let old, let action { send(action(old, value)) }
      task.leave()
    }
    if let error = performed.refusal { return StoreTask(refusal: error) }
    return StoreTask(node: task)
  }
}
