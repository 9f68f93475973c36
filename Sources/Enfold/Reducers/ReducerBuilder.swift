// ReducerBuilder: reducers written one below the other.

/// Joins reducers into one that runs them from top to bottom, on the same state, for every action. Their effects are
/// merged in that order.
///
/// `if`, `switch`, `for` and `if #available` choose among reducers when the whole is built: once for a store, not once
/// for an action.
@resultBuilder
public enum ReducerBuilder<State: Sendable, Action: Sendable> {
  /// - Parameter type: only there so that the compiler does not take an `any Reducer` for an `R`.
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R, _ type: R.Type = R.self) -> R { reducer }

  /// A reducer whose type is not known: `any ReducerOf<Self>`.
  @inlinable @_disfavoredOverload
  public static func buildExpression(_ reducer: any Reducer<State, Action>) -> ErasedReducer<State, Action> {
    ErasedReducer(reducer)
  }

  @inlinable public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  @inlinable public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  @inlinable public static func buildPartialBlock<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    accumulated: First, next: Second
  ) -> ReducerPair<First, Second> { ReducerPair(accumulated, next) }

  @inlinable public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    first: First
  ) -> EitherReducer<First, Second> { .first(first) }

  @inlinable public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    second: Second
  ) -> EitherReducer<First, Second> { .second(second) }

  @inlinable public static func buildOptional<R: Reducer<State, Action>>(
    _ reducer: R?
  ) -> EitherReducer<R, EmptyReducer<State, Action>> { reducer.map { .first($0) } ?? .second(EmptyReducer()) }

  @inlinable public static func buildArray(_ reducers: [some Reducer<State, Action>]) -> ErasedReducer<State, Action> {
    reducers.reduce(ErasedReducer(EmptyReducer())) { ErasedReducer(ReducerPair($0, $1)) }
  }

  @inlinable
  public static func buildLimitedAvailability(_ reducer: some Reducer<State, Action>) -> Reduce<State, Action> {
    reducer.eraseToReduce()
  }
}

/// A reducer that does nothing.
public struct EmptyReducer<State: Sendable, Action: Sendable>: ReducerOperator {
  @inlinable public init() {}

  @inlinable public func _$function(in site: ReducerSite) -> ReduceFunction<State, Action> { { _, _ in .none } }
}

/// Two reducers, one after the other.
public struct ReducerPair<First: Reducer, Second: Reducer<First.State, First.Action>>: ReducerOperator {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  @inlinable public func _$function(in site: ReducerSite) -> ReduceFunction<First.State, First.Action> {
    let (first, second) = (first._$function(in: site), second._$function(in: site))
    return { state, action in first(&state, action).merge(with: second(&state, action)) }
  }

  @inlinable public static func _$hasReactors(_ search: inout ReactorSearch) -> Bool {
    First._$hasReactors(&search) || Second._$hasReactors(&search)
  }
}

/// One of two reducers.
public enum EitherReducer<First: Reducer, Second: Reducer<First.State, First.Action>>: ReducerOperator {
  case first(First)
  case second(Second)

  @inlinable public func _$function(in site: ReducerSite) -> ReduceFunction<First.State, First.Action> {
    switch self {
    case .first(let reducer): reducer._$function(in: site)
    case .second(let reducer): reducer._$function(in: site)
    }
  }

  @inlinable public static func _$hasReactors(_ search: inout ReactorSearch) -> Bool {
    First._$hasReactors(&search) || Second._$hasReactors(&search)
  }
}

/// Several reducers as one, for an operator that is to enclose all of them:
///
/// ```swift
/// CombineReducers {
///   Editing()
///   Saving()
/// }
/// .ifLet(\.alert, action: \.alert) { Alert() }
/// ```
public struct CombineReducers<State: Sendable, Action: Sendable, Reducers: Reducer<State, Action>>: ReducerOperator {
  @usableFromInline let reducers: Reducers

  @inlinable public init(@ReducerBuilder<State, Action> _ reducers: () -> Reducers) { self.reducers = reducers() }

  @inlinable public func _$function(in site: ReducerSite) -> ReduceFunction<State, Action> {
    reducers._$function(in: site)
  }

  @inlinable public static func _$hasReactors(_ search: inout ReactorSearch) -> Bool { Reducers._$hasReactors(&search) }
}

/// A reducer whose type is known at run time only. There may be reactors in it.
public struct ErasedReducer<State: Sendable, Action: Sendable>: ReducerOperator {
  @usableFromInline let function: (ReducerSite) -> ReduceFunction<State, Action>

  @inlinable public init(_ reducer: some Reducer<State, Action>) { function = { reducer._$function(in: $0) } }

  @inlinable public func _$function(in site: ReducerSite) -> ReduceFunction<State, Action> { function(site) }

  @inlinable public static func _$hasReactors(_ search: inout ReactorSearch) -> Bool { true }
}
