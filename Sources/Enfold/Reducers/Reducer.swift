// Reducer: the protocol of application logic.

/// How a state evolves: the whole logic of a feature.
///
/// A feature implements one of two requirements. A single function:
///
/// ```swift
/// func reduce(into state: inout State, action: Action) -> Effect<Action> { … }
/// ```
///
/// or a composition of other reducers:
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Scope(state: \.counter, action: \.counter) { Counter() }
///   Reduce { state, action in … }
/// }
/// ```
///
/// Reducing changes the state for one action and returns what else must happen. It is done by one thread at a time for
/// each store, is never interrupted, and does nothing but compute: whatever waits, reads or writes the world belongs in
/// the returned ``Effect``.
public protocol Reducer<State, Action> {
  associatedtype State: Sendable
  associatedtype Action: Sendable
  associatedtype Body

  /// Changes `state` for one action and returns the effects to run.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that this one is made of, run from top to bottom for every action.
  @ReducerBuilder<State, Action> var body: Body { get }

  /// This reducer as one function. A store asks for it once, so that `body` is not built for every action.
  ///
  /// - Parameter site: what is known about the store; see ``ReducerSite``.
  func _$function(in site: ReducerSite) -> ReduceFunction<State, Action>

  /// Whether there may be reactors in a reducer of this type; see ``ReactorSearch``.
  static func _$hasReactors(_ search: inout ReactorSearch) -> Bool
}

/// A reducer as a function.
public typealias ReduceFunction<State, Action: Sendable> = (inout State, Action) -> Effect<Action>

/// A reducer with the state and the actions of another: `some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer {
  @inlinable
  public func _$function(in site: ReducerSite) -> ReduceFunction<State, Action> {
    { state, action in reduce(into: &state, action: action) }
  }
}

extension Reducer {
  /// Refused by the compiler, with a message that says what to write instead.
  @available(
    *, unavailable,
    message: """
      a reducer has 'func reduce(into state: inout State, action: Action) -> Effect<Action>' or \
      'var body: some ReducerOf<Self>': is '-> Effect<Action>' missing?
      """
  )
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { fatalError("unavailable") }
}

extension Reducer where Body == Never {
  /// A reducer with a `reduce` of its own has no body.
  public var body: Never { fatalError("\(Self.self) has no body: call reduce(into:action:)") }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  @inlinable
  public func _$function(in site: ReducerSite) -> ReduceFunction<State, Action> { body._$function(in: site) }
}

/// A reducer that is made of others. Its `_$function(in:)` says how.
public protocol ReducerOperator<State, Action>: Reducer where Body == Never {}

extension ReducerOperator {
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    _$function(in: .anywhere)(&state, action)
  }
}
