// Store: replacing the whole state from outside, by one that was kept.

extension Store {
  /// Replaces the state, when its turn in the queue comes and as a commit of its own, which has no action. Observers
  /// are told if their value differs. Effects go on; but those of children that are not in the new state are cancelled,
  /// as after any commit.
  ///
  /// A store that is made by `scope` replaces its part of the state. May be called on any thread, also inside a callback
  /// or `reduce`.
  ///
  /// - Returns: a task that ends when the state was replaced. A store that is made by ``view(value:action:)`` cannot be
  ///   written: the task fails with ``StoreError/readOnly``.
  @discardableResult
  public func restore(_ state: State) -> StoreTask { source.restore(state) }
}

extension StateSource where State: Sendable {
  /// Replaces the state in its turn, as ``Store/restore(_:)`` says.
  public func restore(_ state: State) -> StoreTask {
    writeInTurn { [self] in replaceNow(by: state) }
  }
}
