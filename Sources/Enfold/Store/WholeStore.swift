// WholeStore: the store around a derived one that has the same actions. What the derived one writes, it writes.

/// The store of which a derived one is a part, if both have the same actions.
@usableFromInline class WholeStore<State>: @unchecked Sendable {
  // Unchecked: the subclass says why.
  func set<Value>(_: PropertyWrite<State, Value>, written: @escaping @Sendable (Value) -> Void) -> StoreTask {
    preconditionFailure("abstract")
  }
}

@usableFromInline
final class WholeStoreOf<Whole: Sendable, Action: Sendable, State>: WholeStore<State>, @unchecked Sendable {
  // Unchecked: nothing changes after init.
  private let store: Store<Whole, Action>
  private let part: WritableKeyPath<Whole, State> & Sendable

  @usableFromInline init(_ store: Store<Whole, Action>, _ part: WritableKeyPath<Whole, State> & Sendable) {
    self.store = store
    self.part = part
  }

  override func set<Value>(
    _ write: PropertyWrite<State, Value>, written: @escaping @Sendable (Value) -> Void
  ) -> StoreTask { store.set(write.lifted(to: part), written: written) }
}
