// Reduce: a reducer from a function.

/// A reducer made from a closure, a function or another reducer.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Reduce { state, action in
///     …
///     return .none
///   }
///   Reduce(appReducer)   // func appReducer(state: inout State, action: Action)
/// }
/// ```
public struct Reduce<State: Sendable, Action: Sendable>: ReducerOperator {
  @usableFromInline let function: (ReducerSite) -> ReduceFunction<State, Action>

  /// What `reduce` does.
  @inlinable
  public init(_ reduce: @escaping (inout State, Action) -> Effect<Action>) { function = { _ in reduce } }

  /// What a function without effects does. (A closure of several statements returns an effect: `.none`.)
  @inlinable @_disfavoredOverload
  public init(_ reduce: @escaping (inout State, Action) -> Void) {
    self.init { state, action in
      reduce(&state, action)
      return .none
    }
  }

  /// Another reducer, its type hidden.
  @inlinable
  public init(_ reducer: some Reducer<State, Action>) { function = { reducer._$function(in: $0) } }

  @inlinable public func _$function(in site: ReducerSite) -> ReduceFunction<State, Action> { function(site) }
}
