// Store: observing values, by key path, by closure, as an asynchronous sequence; and observing actions.

extension Store {
  /// Observes a property.
  ///
  /// The callback runs on the thread that drains the store, never on two threads at once. Observers are called in the
  /// order in which they subscribed. The callback may send, subscribe, cancel and close. Inside it, the store's state
  /// is that of the event.
  ///
  /// If the state is an `@ObservableState`, a commit costs only what was changed and is observed: an observer costs
  /// nothing as long as its property is not written. The property may be that of a nested or optional state
  /// (`\.child.count`, `\.child?.count`) or of an element of a list (`\.items[id: 7]?.title`). An observer of an `@Ignored`
  /// property gets only the first value. If a property is `@ViewState(ignoreEquality: true)`, its observers and those of the
  /// states around it get every assignment.
  ///
  /// - Parameters:
  ///   - filter: `distinct` (default): only when the value differs from the one told last in its JSON, or by `==` if it has
  ///     none; `raw`: every commit;
  ///     `pulse`: the assignments to a `@Pulse`.
  ///   - coalesce: `none` (default): a call for each commit; `drain`: one call, when the drain ends.
  ///   - skipNull: whether `nil` makes no call. The next value is compared with it nevertheless.
  ///   - initial: whether to begin with the present value. This call comes before this returns, if the store is idle and drains
  ///     on its caller; otherwise it is the first one. No commit is missed or seen twice.
  @inlinable public func observe<Value: Equatable & SendableMetatype>(
    _ keyPath: KeyPath<State, Value> & Sendable, filter: ObservationFilter = .distinct,
    coalesce: ObservationCoalescing = .none, skipNull: Bool = false, initial: Bool = true,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    subscribe(
      Selection(keyPath), isDuplicate: filter.comparison(sameness(Value.self)), InterestOptions(filter, coalesce),
      skipsNil: skipNull, initial: initial, body)
  }

  /// Observes a property whose type is not `Equatable`: a call for each commit.
  // Disfavoured: it has fewer parameters, so the compiler would prefer it even for properties that are `Equatable`.
  @inlinable @_disfavoredOverload public func observe<Value>(
    _ keyPath: KeyPath<State, Value> & Sendable, initial: Bool = true, _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription { subscribe(Selection(keyPath), isDuplicate: nil, .raw, initial: initial, body) }

  /// Observes a value computed from the state. It is computed after every commit that changed anything, and compared by
  /// `==`. A key path, if there is one, costs less.
  @inlinable public func observe<Value: Equatable & SendableMetatype>(
    _ select: @escaping @Sendable (State) -> Value, filter: ObservationFilter = .distinct,
    coalesce: ObservationCoalescing = .none, skipNull: Bool = false, initial: Bool = true,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    subscribe(
      Selection(select), isDuplicate: filter.comparison { $0 == $1 }, InterestOptions(filter, coalesce),
      skipsNil: skipNull, initial: initial, body)
  }

  /// Observes a value computed from the state, with a comparison of your own.
  ///
  /// - Parameter isDuplicate: whether a new value makes no call, because it equals the last one; nil: a call for each
  ///   commit.
  @inlinable public func observe<Value>(
    _ select: @escaping @Sendable (State) -> Value, isDuplicate: (@Sendable (_ last: Value, _ new: Value) -> Bool)?,
    initial: Bool = true, _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    subscribe(
      Selection(select), isDuplicate: isDuplicate, isDuplicate == nil ? .raw : [], initial: initial, body)
  }

  /// Observes the assignments to a `@Pulse` property: `observe(\.$alert)`. An assignment of an equal value counts, too. Several
  /// assignments in one action are one event, with the last value.
  @inlinable public func observe<Value>(
    _ pulse: KeyPath<State, Pulse<Value>> & Sendable, coalesce: ObservationCoalescing = .none, skipNull: Bool = false,
    initial: Bool = true, _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    subscribe(
      Selection(pulse), isDuplicate: { !$1.isAssignment(after: $0) }, InterestOptions(.distinct, coalesce),
      initial: initial
    ) {
      let value = $0.wrappedValue
      if !(skipNull && isNil(value)) { body(value) }
    }
  }

  /// Observes the assignments to a `@Pulse` that a closure returns. They count as those of a `@Pulse` at a key path.
  @inlinable public func observe<Value>(
    _ select: @escaping @Sendable (State) -> Pulse<Value>, initial: Bool = true,
    _ body: @escaping @Sendable (Pulse<Value>) -> Void
  ) -> Subscription {
    subscribe(Selection(select), isDuplicate: { !$1.isAssignment(after: $0) }, [], initial: initial, body)
  }

  /// The values of a property from now on, without repetitions. Every consumer has a buffer of its own for values that
  /// it has not yet taken; the sequence ends when the store closes.
  public func values<Value: Equatable & Sendable>(
    _ keyPath: KeyPath<State, Value> & Sendable
  ) -> AsyncStream<Value> { stream(Selection(keyPath), isDuplicate: sameness(Value.self)) }

  func stream<Value: Sendable>(
    _ selection: Selection<State, Value>, isDuplicate: @escaping @Sendable (Value, Value) -> Bool
  ) -> AsyncStream<Value> {
    AsyncStream { continuation in
      let subscription = subscribe(
        selection, isDuplicate: isDuplicate, [], initial: true, closed: { continuation.finish() },
        { continuation.yield($0) })
      continuation.onTermination = { _ in subscription.cancel() }
    }
  }

  @inlinable func subscribe<Value>(
    _ selection: Selection<State, Value>, isDuplicate: (@Sendable (Value, Value) -> Bool)?, _ options: InterestOptions,
    skipsNil: Bool = false, initial: Bool, closed: (@Sendable () -> Void)? = nil,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    let telling = ValueObserver(
      isDuplicate, options, skipsNil: skipsNil, isToldFirst: initial, closed: closed,
      tellValue: { observer, value, flags in
        ValueObserver<Value>.of(observer).tell(value.assumingMemoryBound(to: Value.self).pointee, flags)
      }, body)
    let select = selection.value
    let observation = Observation<State>(
      telling, at: selection.place, isComputed: selection.isComputed, tellsValue: true
    ) { observer, state, flags in
      let telling = ValueObserver<Value>.of(observer)
      if telling.isNeeded(flags) { telling.tell(select(state.assumingMemoryBound(to: State.self)), flags) }
    }
    let source = source
    let observer = source.add(observation)
    // The subscription keeps the store alive, and not the engine alone.
    return Subscription { [self] in withExtendedLifetime(self) { source.remove(observer) } }
  }
}

extension Store where State: Equatable {
  /// The states from now on, without repetitions; see ``values(_:)``.
  public var states: AsyncStream<State> {
    var whole = Selection(\State.self)
    whole.place = nil
    return stream(whole, isDuplicate: sameness(State.self))
  }
}

/// Which value of a state is observed.
@usableFromInline struct Selection<State, Value>: @unchecked Sendable {
  // Unchecked: made from Sendable key paths and closures only.
  @usableFromInline let value: (UnsafePointer<State>) -> Value
  /// Where the value is; nil if it may be anywhere.
  @usableFromInline var place: AnyKeyPath?
  @usableFromInline let isComputed: Bool

  @inlinable init(_ keyPath: KeyPath<State, Value> & Sendable) {
    value = { $0.pointee[keyPath: keyPath] }
    place = keyPath
    isComputed = false
  }

  @inlinable init(_ select: @escaping @Sendable (State) -> Value) {
    value = { select($0.pointee) }
    place = nil
    isComputed = true
  }
}

extension ObservationFilter {
  /// The comparison that finds duplicates; nil if no value is one.
  @inlinable func comparison<Value>(
    _ isSame: @escaping @Sendable (Value, Value) -> Bool
  ) -> (@Sendable (Value, Value) -> Bool)? { self == .distinct ? isSame : nil }
}

extension InterestOptions {
  @usableFromInline init(_ filter: ObservationFilter, _ coalesce: ObservationCoalescing) {
    self = filter == .raw ? .raw : filter == .pulse ? .pulse : []
    if coalesce == .drain { insert(.coalesce) }
  }
}

extension Store {
  /// Observes the actions that this store reduces, each with its revision and the state of that revision.
  ///
  /// A derived store reports its own actions only. A store that is made by ``view(value:action:)`` reports none, because its
  /// actions cannot be distinguished from others.
  ///
  /// - Parameters:
  ///   - phase: when the call for an action comes. `reduced`: with its commit, in the order of subscriptions. `finished`: when
  ///     its effects have ended, in whatever way; until then an observer keeps a copy of the state, so the next write copies.
  ///   - mutations: called for each mutation of a reactor, with the revision and the state of its commit, when that is
  ///     made, whatever the phase is. A mutation that is a part of its action's commit comes before the action. A derived store
  ///     reports the mutations that its own actions have led to.
  public func observeActions(
    _ phase: ActionPhase = .reduced,
    mutations: (@Sendable (_ mutation: any Sendable, _ revision: UInt64, State) -> Void)? = nil,
    _ body: @escaping @Sendable (Action, _ revision: UInt64, State) -> Void
  ) -> Subscription {
    var tellMutation: MutationBody?
    if let mutations { tellMutation = { mutation, _, revision, state in mutations(mutation, revision, state) } }
    return observeActions(phase, tellMutation, body)
  }

  /// Called for a mutation and the action that has led to it.
  @usableFromInline typealias MutationBody =
    @Sendable (_ mutation: any Sendable, _ action: Action, _ revision: UInt64, State) -> Void

  @usableFromInline func observeActions(
    _ phase: ActionPhase, _ mutations: MutationBody?,
    _ body: @escaping @Sendable (Action, _ revision: UInt64, State) -> Void
  ) -> Subscription {
    switch origin {
    case .derived(let derivation): return derivation.observeActions?(phase, mutations, body) ?? Subscription {}
    case .root(let engine, _): return observeActions(of: engine, phase, mutations, body)
    }
  }

  private func observeActions(
    of engine: StoreEngine<State, Action>, _ phase: ActionPhase, _ mutations: MutationBody?,
    _ body: @escaping @Sendable (Action, _ revision: UInt64, State) -> Void
  ) -> Subscription {
    var tellMutation: ActionObserver<State, Action>.TellMutation?
    if let mutations { tellMutation = { mutations($0, $1, $2, $3.pointee) } }
    let observer = ActionObserver<State, Action>(
      phase: phase,
      prepare: { action, revision, state in
        if phase == .reduced { return { body(action, revision, state.pointee) } }
        let state = state.pointee
        return { body(action, revision, state) }
      }, mutations: tellMutation)
    engine.add(observer, mayDrain: engine.drainsOnCaller)
    // The subscription keeps the store alive, and not the engine alone.
    return Subscription { [self] in
      withExtendedLifetime(self) { engine.remove(observer, mayDrain: engine.drainsOnCaller) }
    }
  }
}
