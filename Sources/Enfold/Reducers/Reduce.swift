// Reduce: a reducer from a function.

/// A reducer made from a closure or a function.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Reduce { state, action in
///     …
///     return .none
///   }
///   Reduce.withoutEffects(appReducer)   // func appReducer(state: inout State, action: Action)
/// }
/// ```
public struct Reduce<State: Sendable, Action: Sendable>: ReducerOperator {
  // There is one way to begin with a closure, so that the compiler can say what is wrong inside of it.
  @usableFromInline let function: (ReducerSite) -> ReduceFunction<State, Action>

  @inlinable init(function: @escaping (ReducerSite) -> ReduceFunction<State, Action>) { self.function = function }

  /// What `reduce` does.
  @inlinable
  public init(_ reduce: @escaping (inout State, Action) -> Effect<Action>) { function = { _ in reduce } }

  /// What a function without effects does.
  @inlinable
  public static func withoutEffects(_ reduce: @escaping (inout State, Action) -> Void) -> Self {
    Self { state, action in
      reduce(&state, action)
      return .none
    }
  }

  @inlinable public func _$function(in site: ReducerSite) -> ReduceFunction<State, Action> { function(site) }
}

extension Reducer {
  /// This reducer, its type hidden.
  @inlinable
  public func eraseToReduce() -> Reduce<State, Action> { Reduce(function: { _$function(in: $0) }) }
}
