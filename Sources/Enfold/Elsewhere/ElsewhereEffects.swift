// What the Composable Architecture's effects are called here: names that do not exist, for their messages.

/// Refused by the compiler, with a message that says what to write instead.
@available(
  *, unavailable, message: "write .cancellable(id:) behind the effect: see withTaskCancellation in docs/coming-from.md"
)
@_disfavoredOverload public func withTaskCancellation<Value>(
  id: some Hashable, cancelInFlight: Bool = false, operation: () async throws -> Value
) async rethrows -> Value { fatalError("unavailable") }

extension Task where Success == Never, Failure == Never {
  /// Refused by the compiler, with a message that says what to write instead.
  @available(*, unavailable, message: "return .cancel(id:) from the reducer: see Task.cancel in docs/coming-from.md")
  @_disfavoredOverload public static func cancel(id: some Hashable) { fatalError("unavailable") }
}

extension Effect {
  /// Refused by the compiler, with a message that says what to write instead.
  @available(*, unavailable, message: "write .run { send in … }: see .task in docs/coming-from.md")
  @_disfavoredOverload public static func task(
    priority: TaskPriority? = nil, operation: @escaping @Sendable () async throws -> Action
  ) -> Self { fatalError("unavailable") }

  /// Refused by the compiler, with a message that says what to write instead.
  @available(
    *, unavailable, message: "write it without scheduler: see .debounce(id:for:scheduler: in docs/coming-from.md"
  )
  @_disfavoredOverload public func debounce(id: some Hashable, for dueTime: Duration, scheduler: Any) -> Self {
    fatalError("unavailable")
  }

  /// Refused by the compiler, with a message that says what to write instead.
  @available(
    *, unavailable, message: "write it without scheduler: see .throttle(id:for:scheduler: in docs/coming-from.md"
  )
  @_disfavoredOverload public func throttle(
    id: some Hashable, for interval: Duration, scheduler: Any, latest: Bool
  ) -> Self { fatalError("unavailable") }
}

/// Refused by the compiler, with a message that says what to write instead.
@available(*, unavailable, message: "write Effect<Action>: see EffectTask in docs/coming-from.md")
public struct EffectTask<Action> {}

/// Refused by the compiler, with a message that says what to write instead.
@available(*, unavailable, message: "write Effect<Action>: see EffectPublisher in docs/coming-from.md")
public struct EffectPublisher<Action, Failure> {}

/// Refused by the compiler, with a message that says what to write instead.
@available(*, unavailable, message: "there are no schedulers, use \\.clock: see AnySchedulerOf in docs/coming-from.md")
public struct AnySchedulerOf<Scheduler> {}

/// Refused by the compiler, with a message that says what to write instead.
@available(
  *, unavailable, message: "there are no schedulers, use TestClock: see TestSchedulerOf in docs/coming-from.md"
)
public struct TestSchedulerOf<Scheduler> {}

/// Refused by the compiler, with a message that says what to write instead.
@available(*, unavailable, message: "write Mutex of Synchronization: see LockIsolated in docs/coming-from.md")
public struct LockIsolated<Value> {}

/// Refused by the compiler, with a message that says what to write instead.
@available(*, unavailable, message: "write Mutex of Synchronization: see ActorIsolated in docs/coming-from.md")
public struct ActorIsolated<Value> {}
