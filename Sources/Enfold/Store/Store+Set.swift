// Store: writing a property from outside, which is one side of a two-way binding.

extension Store {
  /// Writes one property, when its turn in the queue comes and as a commit of its own; but not if it has that value
  /// already, with the same JSON. (A property that is `@ViewState(ignoreEquality: true)` is always written.)
  ///
  /// - Parameter action: makes an action that is sent after the property was written.
  /// - Returns: a task that ends when the property was written. A store that is made by ``view(value:action:)`` cannot
  ///   be written: the task fails with ``StoreError/readOnly``.
  @discardableResult public func set<Value: Equatable & Sendable>(
    _ property: WritableKeyPath<State, Value> & Sendable, to value: Value,
    then action: (@Sendable (_ old: Value, _ new: Value) -> Action)? = nil
  ) -> StoreTask {
    source.set(property, to: value) { [self] old in
      if let action { send(action(old, value)) }
    }
  }
}

extension Store {
  /// Changes the state, when its turn in the queue comes and as a commit of its own.
  ///
  /// - Parameter change: changes the state under the state gate. If it returns false, it has changed nothing, and there is no
  ///   commit.
  @discardableResult package func write(_ change: @escaping @Sendable (inout State) -> Bool) -> StoreTask {
    source.writeInTurn { [source] in source.commitNow(.set, change) }
  }
}

extension StateSource {
  /// Writes one property in its turn, as ``Store/set(_:to:then:)`` says.
  ///
  /// - Parameter written: called with the old value when the property was written.
  public func set<Value: Equatable & Sendable>(
    _ property: WritableKeyPath<State, Value> & Sendable, to value: Value,
    then written: @escaping @Sendable (_ old: Value) -> Void
  ) -> StoreTask {
    let isSame = sameness(Value.self)
    return writeInTurn { [self] in
      let countsEveryAssignment = countsEveryAssignment(to: property)
      var old: Value?
      let hasChanged = commitNow(.set) { state in
        guard countsEveryAssignment || !isSame(state[keyPath: property], value) else { return false }
        old = state[keyPath: property]
        state[keyPath: property] = value
        return true
      }
      if let old { written(old) }
      return hasChanged
    }
  }
}
