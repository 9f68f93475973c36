// Store: writing a property from outside, which is one side of a two-way binding.

extension Store {
  /// Writes one property, when its turn in the queue comes and as a commit of its own; but not if it has that value
  /// already, with the same JSON. (A property that is `@ViewState(ignoreEquality: true)` is always written.)
  ///
  /// If the feature takes bindings (see ``BindableAction``), the write is an action: its case `binding` is reduced, and a
  /// ``BindingReducer`` writes the property. In a store that is made by `scope` it is the child's case `binding`, if the child
  /// takes bindings, and else no action.
  ///
  /// - Parameter action: makes an action that is sent after the property was written.
  /// - Returns: a task that ends when the property was written; of an action, when everything that it causes has ended. A
  ///   store that is made by ``view(value:action:)`` cannot be written: the task fails with ``StoreError/readOnly``. If the
  ///   child of a scope is absent, the task fails with ``StoreError/absent``, and there is a diagnostic.
  @discardableResult public func set<Value: Equatable & Sendable>(
    _ property: WritableKeyPath<State, Value> & Sendable, to value: Value,
    then action: (@Sendable (_ old: Value, _ new: Value) -> Action)? = nil
  ) -> StoreTask {
    set(
      PropertyWrite(property, value) { [self] old in
        if let action { send(action(old, value)) }
      })
  }

  /// Writes one property of something that may be absent: of an optional, or of an element of a list.
  ///
  /// ```swift
  /// store.set(\.rows[id: 9], \.isDone, to: true)
  /// ```
  ///
  /// This is like ``set(_:to:then:)``. If nothing is there, nothing is written: the task fails with ``StoreError/absent``, and
  /// there is a diagnostic. Never write `!` in a key path for `set`: it is read when the turn of the write comes, and traps if
  /// the value has gone meanwhile.
  @discardableResult public func set<Container, Value: Equatable & Sendable>(
    _ container: WritableKeyPath<State, Container?> & Sendable,
    _ property: WritableKeyPath<Container, Value> & Sendable,
    to value: Value, then action: (@Sendable (_ old: Value, _ new: Value) -> Action)? = nil
  ) -> StoreTask {
    set(
      PropertyWrite(container, property, value) { [self] old in
        if let action { send(action(old, value)) }
      })
  }

  @discardableResult @usableFromInline package func set(_ write: PropertyWrite<State>) -> StoreTask {
    switch origin {
    case .root(let engine, _): engine.set(write)
    case .derived(let derivation): derivation.set(write)
    }
  }
}

extension StoreEngine {
  /// Writes a property in its turn, as ``Store/set(_:to:then:)`` says.
  package func set(_ write: PropertyWrite<State>) -> StoreTask {
    guard takesBindings(Action.self, of: State.self) else { return setPlainly(write) }
    let turn = BindingTurn()
    return bind(turn) { [self] in write.action(in: $0, of: self, turn) }
  }
}

extension Derivation {
  func set(_ write: PropertyWrite<State>) -> StoreTask {
    if takesBindings(Action.self, of: State.self) {
      let turn = BindingTurn()
      return bind(turn) { [source] in write.action(in: $0, of: source, turn) }
    }
    // If its actions are those of its parent, so are its bindings.
    return setInWhole?(write) ?? source.setPlainly(write)
  }
}

extension Store {
  /// Changes the state, when its turn in the queue comes and as a commit of its own.
  ///
  /// - Parameter change: changes the state under the state gate. If it returns false, it has changed nothing, and there is no
  ///   commit.
  @discardableResult package func write(_ change: @escaping @Sendable (inout State) -> Bool) -> StoreTask {
    source.writeInTurn { [source] in source.commitNow(.set, change) == nil ? .readOnly : nil }
  }
}

extension StateSource {
  /// Writes one property in its turn, without an action.
  func setPlainly(_ write: PropertyWrite<State>) -> StoreTask {
    writeInTurn { [self] in
      var tell: (@Sendable () -> Void)?
      // Nil as soon as the part is there.
      var absentPlace: String? = absentPart
      let hasChanged = commitNow(.set) { state in
        let outcome = write.outcome(in: state, of: self)
        absentPlace = outcome == .noTarget ? write.place(state) : nil
        guard outcome == .changed else { return false }
        tell = write.telling(state)
        write.setter.write(&state)
        return true
      }
      if hasChanged == nil { return .readOnly }
      if let absentPlace {
        diagnose(.absent(absentPlace))
        return .absent
      }
      tell?()
      return nil
    }
  }
}
