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
  // Only one initialiser takes a closure and nothing else, so that the compiler can say what is wrong inside the
  // closure.
  @usableFromInline let function: (ReducerSite) -> ReduceFunction<State, Action>

  @inlinable init(function: @escaping (ReducerSite) -> ReduceFunction<State, Action>) { self.function = function }

  /// A reducer that calls `reduce`.
  @inlinable public init(_ reduce: @escaping (inout State, Action) -> Effect<Action>) { function = { _ in reduce } }

  /// A reducer that calls a function without effects.
  @inlinable public static func withoutEffects(_ reduce: @escaping (inout State, Action) -> Void) -> Self {
    Self { state, action in
      reduce(&state, action)
      return .none
    }
  }

  @inlinable public func _$function(in site: ReducerSite) -> ReduceFunction<State, Action> { function(site) }
}

extension Reducer {
  /// This reducer with its type hidden. If there are reactors in it, use ``ErasedReducer``: behind this type a store does not
  /// look for them, so it asks them for mutations only after the observers of the action's commit.
  @inlinable public func eraseToReduce() -> Reduce<State, Action> { Reduce(function: { _$function(in: $0) }) }
}
