// Observing a Swift store: by key path, by closure, as an asynchronous sequence.

extension Store {
  /// Observes a property.
  ///
  /// The callback runs on whichever thread drains the store, never twice at once, with observers in the order in which
  /// they subscribed; it may send, subscribe, cancel and close. Inside, the store's state is that of the event.
  ///
  /// Of an `@ObservableState` a commit costs what changed and is observed: an observer of a property, also of a nested or
  /// optional state's (`\.child.count`, `\.child?.count`) or of an element of a list (`\.items[id: 7]?.title`), costs
  /// nothing as long as that is not written. A property that is `@Ignored` is never told after the first value; of one
  /// that is `@ViewState(ignoreEquality: true)` every assignment is told, also to observers of what it is in.
  ///
  /// - Parameters:
  ///   - filter: `distinct` (default): only when the value differs from the one told last; `raw`: every commit; `pulse`:
  ///     the assignments to a `@Pulse`.
  ///   - coalesce: whether each commit is told (default), or once when the drain ends.
  ///   - skipNull: whether `nil` is left out. It still counts as the value before the next.
  ///   - initial: whether to begin with the value of now: before this returns, if the store is idle and drains on its
  ///     caller, else as the first event. No commit is missed or seen twice.
  @inlinable
  public func observe<Value: Equatable & SendableMetatype>(
    _ keyPath: KeyPath<State, Value> & Sendable, filter: ObservationFilter = .distinct,
    coalesce: ObservationCoalescing = .none, skipNull: Bool = false, initial: Bool = true,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    subscribe(
      Selection(keyPath), isDuplicate: filter.comparison(Value.self), InterestOptions(filter, coalesce),
      skipsNil: skipNull, initial: initial, closed: nil, body)
  }

  /// Observes a property whose type does not compare: on every commit.
  // Disfavoured: it has fewer parameters, and would be taken for properties that do compare.
  @inlinable @_disfavoredOverload
  public func observe<Value>(
    _ keyPath: KeyPath<State, Value> & Sendable, initial: Bool = true, _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    subscribe(Selection(keyPath), isDuplicate: nil, .raw, skipsNil: false, initial: initial, closed: nil, body)
  }

  /// Observes a value computed from the state. It is computed when something has changed, whatever that is: a key path, if
  /// there is one, costs less.
  @inlinable
  public func observe<Value: Equatable & SendableMetatype>(
    _ select: @escaping @Sendable (State) -> Value, filter: ObservationFilter = .distinct,
    coalesce: ObservationCoalescing = .none, skipNull: Bool = false, initial: Bool = true,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    subscribe(
      Selection(select), isDuplicate: filter.comparison(Value.self), InterestOptions(filter, coalesce),
      skipsNil: skipNull,
      initial: initial, closed: nil, body)
  }

  /// Observes a value computed from the state, with a comparison of one's own.
  ///
  /// - Parameter isDuplicate: whether a value needs no event after the one told last; nil: every commit is told.
  @inlinable
  public func observe<Value>(
    _ select: @escaping @Sendable (State) -> Value, isDuplicate: (@Sendable (_ last: Value, _ new: Value) -> Bool)?,
    initial: Bool = true, _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    subscribe(
      Selection(select), isDuplicate: isDuplicate, isDuplicate == nil ? .raw : [], skipsNil: false, initial: initial,
      closed: nil, body)
  }

  /// Observes the assignments to a `@Pulse` property: `observe(\.$alert)`. Also one of an equal value is told; several in
  /// one action are one event, with the last value.
  @inlinable
  public func observe<Value>(
    _ pulse: KeyPath<State, Pulse<Value>> & Sendable, coalesce: ObservationCoalescing = .none, skipNull: Bool = false,
    initial: Bool = true, _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    subscribe(
      Selection(pulse), isDuplicate: { !$1.isAssignment(after: $0) }, InterestOptions(.distinct, coalesce),
      skipsNil: false, initial: initial, closed: nil
    ) {
      let value = $0.wrappedValue
      if !(skipNull && isNil(value)) { body(value) }
    }
  }

  /// Observes the assignments to a `@Pulse` that a closure finds: as of one that a key path leads to.
  @inlinable
  public func observe<Value>(
    _ select: @escaping @Sendable (State) -> Pulse<Value>, initial: Bool = true,
    _ body: @escaping @Sendable (Pulse<Value>) -> Void
  ) -> Subscription {
    subscribe(
      Selection(select), isDuplicate: { !$1.isAssignment(after: $0) }, [], skipsNil: false, initial: initial,
      closed: nil, body)
  }

  /// The values of a property from now on, without repetitions. Every consumer has a buffer of its own, which holds what
  /// it has not yet taken; the sequence ends when the store closes.
  public func values<Value: Equatable & Sendable>(
    _ keyPath: KeyPath<State, Value> & Sendable
  ) -> AsyncStream<Value> {
    stream(Selection(keyPath)) { $0 == $1 }
  }

  func stream<Value: Sendable>(
    _ selection: Selection<State, Value>, isDuplicate: @escaping @Sendable (Value, Value) -> Bool
  ) -> AsyncStream<Value> {
    AsyncStream { continuation in
      let subscription = subscribe(
        selection, isDuplicate: isDuplicate, [], skipsNil: false, initial: true, closed: { continuation.finish() },
        { continuation.yield($0) })
      continuation.onTermination = { _ in subscription.cancel() }
    }
  }

  @inlinable
  func subscribe<Value>(
    _ selection: Selection<State, Value>, isDuplicate: (@Sendable (Value, Value) -> Bool)?, _ options: InterestOptions,
    skipsNil: Bool, initial: Bool, closed: (@Sendable () -> Void)?, _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    // Without an initial event the first commit is compared with the value of the subscription's beginning.
    let last = LastValue<Value>()
    let select = selection.value
    let observation = Observation<State>(
      options, at: selection.place, isComputed: selection.isComputed, closed: closed
    ) { state, flags in
      let isInitial = flags.contains(.initial)
      if isInitial, !initial, isDuplicate == nil { return }
      let value = select(state)
      if let isDuplicate {
        // An assignment that counts whatever it assigns is no duplicate.
        if !isInitial, !flags.contains(.forced), !flags.contains(.pulse), let last = last.value,
          isDuplicate(last, value)
        {
          return
        }
        last.value = value
      }
      if isInitial && !initial || skipsNil && isNil(value) { return }
      body(value)
    }
    let source = source
    let observer = source.add(observation)
    // The subscription keeps the store, not its engine alone.
    return Subscription { [self] in withExtendedLifetime(self) { source.remove(observer) } }
  }
}

extension Store where State: Equatable {
  /// The states from now on, without repetitions; as ``values(_:)``.
  public var states: AsyncStream<State> { stream(.whole) { $0 == $1 } }
}

/// Which value of a state is observed.
@usableFromInline struct Selection<State, Value>: @unchecked Sendable {
  // Unchecked: made from Sendable key paths and closures only.
  @usableFromInline let value: (UnsafePointer<State>) -> Value
  /// Nil: it may be anywhere.
  @usableFromInline let place: AnyKeyPath?
  @usableFromInline let isComputed: Bool

  @inlinable
  init(_ keyPath: KeyPath<State, Value> & Sendable) {
    value = { state in borrowed(state) { $0[keyPath: keyPath] } }
    place = keyPath
    isComputed = false
  }

  @inlinable
  init(_ select: @escaping @Sendable (State) -> Value) {
    value = { state in borrowed(state, select) }
    place = nil
    isComputed = true
  }

  private init(whole value: @escaping (UnsafePointer<State>) -> Value) {
    self.value = value
    place = nil
    isComputed = false
  }
}

extension Selection where State == Value {
  static var whole: Self { Self(whole: { $0.pointee }) }
}

extension ObservationFilter {
  /// Whether two values are the same to an observer; nil: none are.
  @inlinable
  func comparison<Value: Equatable & SendableMetatype>(_ type: Value.Type) -> (@Sendable (Value, Value) -> Bool)? {
    self == .distinct ? { @Sendable (last: Value, new: Value) in last == new } : nil
  }
}

extension InterestOptions {
  @usableFromInline
  init(_ filter: ObservationFilter, _ coalesce: ObservationCoalescing) {
    self = filter == .raw ? .raw : filter == .pulse ? .pulse : []
    if coalesce == .drain { insert(.coalesce) }
  }
}

/// Whether a value is nil, whatever its type.
@usableFromInline func isNil<Value>(_ value: Value) -> Bool {
  guard let optional = value as? any OptionalValue else { return false }
  return optional.isNil
}

private protocol OptionalValue { var isNil: Bool { get } }

extension Optional: OptionalValue {
  fileprivate var isNil: Bool { self == nil }
}
