// Observing a Swift store: by key path, by closure, as an asynchronous sequence.

extension Store {
  /// Observes a property.
  ///
  /// The callback runs on whichever thread drains the store, never twice at once, with observers in the order in which
  /// they subscribed; it may send, subscribe, cancel and close. Inside, the store's state is that of the event.
  ///
  /// - Parameters:
  ///   - filter: `distinct` (default): only when the value differs from the one told last; `raw`: every commit.
  ///   - initial: whether to begin with the value of now: before this returns, if the store is idle and drains on its
  ///     caller, else as the first event. No commit is missed or seen twice.
  @inlinable
  public func observe<Value: Equatable & SendableMetatype>(
    _ keyPath: KeyPath<State, Value> & Sendable, filter: ObservationFilter = .distinct, initial: Bool = true,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    observe({ $0[keyPath: keyPath] }, filter: filter, initial: initial, body)
  }

  /// Observes a property whose type does not compare: on every commit.
  // Disfavoured: it has fewer parameters, and would be taken for properties that do compare.
  @inlinable @_disfavoredOverload
  public func observe<Value>(
    _ keyPath: KeyPath<State, Value> & Sendable, initial: Bool = true, _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    observe({ $0[keyPath: keyPath] }, isDuplicate: nil, initial: initial, body)
  }

  /// Observes a value computed from the state.
  @inlinable
  public func observe<Value: Equatable & SendableMetatype>(
    _ select: @escaping @Sendable (State) -> Value, filter: ObservationFilter = .distinct, initial: Bool = true,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    observe(select, isDuplicate: filter == .distinct ? { @Sendable in $0 == $1 } : nil, initial: initial, body)
  }

  /// Observes a value computed from the state, with a comparison of one's own.
  ///
  /// - Parameter isDuplicate: whether a value needs no event after the one told last; nil: every commit is told.
  @inlinable
  public func observe<Value>(
    _ select: @escaping @Sendable (State) -> Value, isDuplicate: (@Sendable (_ last: Value, _ new: Value) -> Bool)?,
    initial: Bool = true, _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    subscribe(select, isDuplicate: isDuplicate, initial: initial, closed: nil, body)
  }

  /// Observes the assignments to a `@Pulse` property: `observe(\.$alert)`. Also one of an equal value is told; several in
  /// one action are one event, with the last value.
  @inlinable
  public func observe<Value>(
    _ pulse: KeyPath<State, Pulse<Value>> & Sendable, initial: Bool = true,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    subscribe(
      { $0[keyPath: pulse] }, isDuplicate: { $0.count == $1.count }, initial: initial, closed: nil,
      { body($0.wrappedValue) })
  }

  /// The values of a property from now on, without repetitions. Every consumer has a buffer of its own, which holds what
  /// it has not yet taken; the sequence ends when the store closes.
  public func values<Value: Equatable & Sendable>(
    _ keyPath: KeyPath<State, Value> & Sendable
  ) -> AsyncStream<Value> {
    stream({ $0[keyPath: keyPath] }, isDuplicate: { $0 == $1 })
  }

  func stream<Value: Sendable>(
    _ select: @escaping @Sendable (State) -> Value, isDuplicate: @escaping @Sendable (Value, Value) -> Bool
  ) -> AsyncStream<Value> {
    AsyncStream { continuation in
      let subscription = subscribe(
        select, isDuplicate: isDuplicate, initial: true, closed: { continuation.finish() },
        { continuation.yield($0) })
      continuation.onTermination = { _ in subscription.cancel() }
    }
  }

  @inlinable
  func subscribe<Value>(
    _ select: @escaping @Sendable (State) -> Value, isDuplicate: (@Sendable (Value, Value) -> Bool)?,
    initial: Bool, closed: (@Sendable () -> Void)?, _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    // Without an initial event the first commit is compared with the value of the subscription's beginning.
    let told = Told<Value>()
    let observer = Observer<State>(
      body: { state in
        let value = select(state.pointee)
        let isFirst = told.isFirst
        told.isFirst = false
        if let isDuplicate {
          if let last = told.last, isDuplicate(last, value) { return }
          told.last = value
        }
        if !isFirst || initial { body(value) }
      }, closed: closed)
    source.add(observer)
    return Subscription { [self] in source.remove(observer) }
  }
}

extension Store where State: Equatable {
  /// The states from now on, without repetitions; as ``values(_:)``.
  public var states: AsyncStream<State> { stream({ $0 }, isDuplicate: { $0 == $1 }) }
}
