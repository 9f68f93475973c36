// The protocol of application logic.

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
}

/// What a reducer comes down to.
public typealias ReduceFunction<State, Action: Sendable> = (inout State, Action) -> Effect<Action>

/// A reducer with the state and the actions of another: `some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

/// A store of another reducer's state and actions.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

/// What is known of the place where the function of a reducer is used.
public struct ReducerSite: @unchecked Sendable {
  // Unchecked: what finds a state only reads it, by key paths, which are immutable.
  /// Finds the reducer's state in a store's, if it is there; nil if the function is not one store's alone.
  let find: StateFinder?

  /// The function belongs to one store, and is the reducer of its whole state. The store sees to it that what runs for
  /// a child ends when the child goes.
  public static let store = ReducerSite(find: { root, _, body in body(root) })
  /// Nothing is known: the function may be thrown away after the first action. Then the operators look for children
  /// that have gone.
  public static let anywhere = ReducerSite(find: nil)
}

/// Calls `body` with the state at a path, unless something on the way is absent.
///
/// - Parameters:
///   - root: the store's state.
///   - path: the way from there; nil is the root itself.
typealias StateFinder = (_ root: UnsafeRawPointer, _ path: EffectPath?, _ body: (UnsafeRawPointer) -> Void) -> Void

extension Reducer {
  @inlinable
  public func _$function(in site: ReducerSite) -> ReduceFunction<State, Action> {
    { state, action in reduce(into: &state, action: action) }
  }
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

/// A reducer that is made of others: it says how in `_$function(in:)`.
public protocol ReducerOperator<State, Action>: Reducer where Body == Never {}

extension ReducerOperator {
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    _$function(in: .anywhere)(&state, action)
  }
}
