// What the Composable Architecture's reducers and states are called here: names that do not exist, for their messages.

/// Refused by the compiler, with a message that says what to write instead.
@available(*, unavailable, message: "write Reducer: see ReducerProtocol in docs/coming-from.md")
public protocol ReducerProtocol {}

/// Refused by the compiler, with a message that says what to write instead.
@available(*, unavailable, message: "write any Reducer: see AnyReducer in docs/coming-from.md")
public struct AnyReducer<State, Action, Environment> {}

extension Reducer {
  /// Refused by the compiler, with a message that says what to write instead.
  @available(*, unavailable, message: "write printChanges(): see _printChanges in docs/coming-from.md")
  @_disfavoredOverload public func _printChanges() -> Self { fatalError("unavailable") }
}

/// Refused by the compiler, with a message that says what to write instead.
@available(*, unavailable, message: "write @Ignored: see @ObservationStateIgnored in docs/coming-from.md")
@propertyWrapper public struct ObservationStateIgnored<Value> {
  public var wrappedValue: Value

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
