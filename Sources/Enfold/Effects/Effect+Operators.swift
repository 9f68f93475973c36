// Effect: operators such as cancelling and delaying.

extension Effect {
  // MARK: Cancelling

  /// Cancels the running effects of an id, and their parts that wait to begin. A part of a concatenation with this id
  /// is left out if it has not begun, and the next part begins instead. The concatenation that this effect is a part of
  /// is left alone.
  ///
  /// Ids belong to the store and to the reducer that uses them: the same id of two children, or of two elements of a
  /// list, are two ids. A parent reaches the effects of its children by their ids, never the other way round. Values of
  /// different types are different ids, also where they look alike.
  ///
  /// The actions of a cancelled effect are dropped, also those that it has sent already, if they were not reduced yet.
  /// An effect that this one is a part of is not cancelled.
  @inlinable public static func cancel(id: some Hashable & Sendable) -> Self { .leaf(.cancel(EffectID(id))) }

  /// Makes the effect one that ``cancel(id:)`` ends.
  ///
  /// - Parameters:
  ///   - id: Several effects may have the same id, and one effect may have several ids.
  ///   - cancelInFlight: whether the effects that have begun with this id are cancelled when this one begins: those of
  ///     children, too.
  @inlinable public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    wrapped(.cancellable(EffectID(id), cancelInFlight: cancelInFlight))
  }

  // MARK: Time

  /// Begins the effect when no other of the same id has come for some time. An effect that has not begun by then, or
  /// still runs, is cancelled by the one that comes.
  ///
  /// - Parameters:
  ///   - id: as in ``cancellable(id:cancelInFlight:)``: it may be cancelled by it, too.
  ///   - duration: how long it has to be quiet.
  ///   - clock: whose time counts; nil is the dependency `clock` where this is called.
  @inlinable public func debounce(
    id: some Hashable & Sendable, for duration: Duration, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    if isNone { return self }
    let origin = EffectOrigin(name: "debounce", fileID: fileID, line: line)
    let delay = Delay(duration, on: clock ?? DependencyValues.clockHere, origin)
    return wrapped(.debounce(Debounce(id: EffectID(id), delay: delay)))
  }

  /// Begins the effect at once if none of the same id has begun for some time, and otherwise when that time is over. So
  /// between the beginnings of two effects there is at least that time: what begins at the end of an interval opens the next.
  ///
  /// The time belongs to the id: it goes on when the child whose effect began has gone.
  ///
  /// - Parameters:
  ///   - id: as in ``cancellable(id:cancelInFlight:)``: it may be cancelled by it, too.
  ///   - interval: how long nothing begins after an effect has begun.
  ///   - latest: which of the effects that come meanwhile begins when the interval is over: the latest, or the first.
  ///   - clock: whose time counts; nil is the dependency `clock` where this is called.
  public func throttle(
    id: some Hashable & Sendable, for interval: Duration, latest: Bool = true, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    throttle(id: id, for: interval, keeping: latest ? .latest : .first, clock: clock, fileID: fileID, line: line)
  }

  /// Begins the effect at once if none of the same id has begun for some time.
  ///
  /// - Parameters:
  ///   - keeping: the treatment of effects that come meanwhile.
  public func throttle(
    id: some Hashable & Sendable, for interval: Duration, keeping: ThrottleKeeps, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    if isNone { return self }
    let clock = clock ?? DependencyValues.clockHere
    let origin = EffectOrigin(name: "throttle", fileID: fileID, line: line)
    return wrapped(
      .throttle(Throttle(id: EffectID(id), interval: interval, keeps: keeping, clock: clock, origin: origin)))
  }

  @inlinable func wrapped(_ kind: EffectKind) -> Self {
    isNone ? self : Self(.node(EffectNode(kind, [operation])))
  }

  // MARK: Work

  /// Sends every element of a sequence, as it comes, and ends with it.
  ///
  /// An error that the sequence throws is the effect's; see ``run(name:fileID:line:operation:catch:)``.
  public static func sequence<S: AsyncSequence & Sendable>(
    _ sequence: S, priority: TaskPriority? = nil, name: String? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self where S.Element == Action {
    .sequence(sequence, priority: priority, name: name, fileID: fileID, line: line) { $0 }
  }

  /// Sends an action for every element of a sequence, as it comes, and ends with it.
  public static func sequence<S: AsyncSequence & Sendable>(
    _ sequence: S, priority: TaskPriority? = nil, name: String? = nil, fileID: StaticString = #fileID,
    line: UInt = #line, action: @escaping @Sendable (S.Element) -> Action
  ) -> Self {
    .run(priority: priority, name: name, fileID: fileID, line: line) { send in
      for try await element in sequence { await send(action(element)) }
    }
  }

  /// Does something that sends nothing: writing a file, telling somebody.
  public static func fireAndForget(
    priority: TaskPriority? = nil, name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ work: nonisolated(nonsending) @escaping @Sendable () async throws -> Void
  ) -> Self { .run(priority: priority, name: name, fileID: fileID, line: line) { _ in try await work() } }
}
