// Reactor: the protocol of application logic whose actions lead to mutations.

/// Logic in two steps, as in ReactorKit: an action is *mutated* to mutations, which may need services and time, and each
/// mutation is *reduced* into the state, which needs nothing.
///
/// ```swift
/// @Reactor final class Follow: Reactor {
///   @Action enum Action { case follow(userID: Int) }
///   enum Mutation { case setFollowing(Bool) }
///   @ObservableState struct State { var isFollowing = false }
///
///   let initialState = State()
///
///   func mutate(action: Action) -> Observable<Mutation> {
///     switch action {
///     case .follow(let userID): api.follow(userID).map { _ in Mutation.setFollowing(true) }.eraseToAnyPublisher()
///     }
///   }
///   func reduce(state: inout State, mutation: Mutation) {
///     switch mutation {
///     case .setFollowing(let isFollowing): state.isFollowing = isFollowing
///     }
///   }
/// }
/// ```
///
/// A reactor is a reducer, and runs wherever reducers run: in a ``Store``, in a `TestStore`, in a plugin. The store asks
/// `mutate` before it reduces an action. The first mutation that is at hand at once is a part of the action's commit. Each
/// other one makes a commit of its own: those at hand at once before the next action, later ones in the order of the
/// store's queue. Observers are told of each before the next one is asked for.
///
/// A reactor is `Sendable`: its `initialState` and its services are constants, and everything that changes is in its state.
public protocol Reactor<State, Action>: AnyObject, StartingReducer, Sendable where Body == Never {
  /// A change of the state. A reactor that declares no type for it uses its actions.
  associatedtype Mutation: Sendable = Action
  /// The result of `mutate`: an ``Effect``, an `AnyPublisher`, an `AsyncStream` or an `AsyncThrowingStream`.
  associatedtype Mutations: MutationSource<Mutation> = Effect<Mutation>

  /// Returns the mutations of an action. Called on the draining thread, once for each action, before it is reduced:
  /// ``currentState`` is that of the last commit.
  func mutate(action: Action) -> Mutations

  /// Changes the state for one mutation, and does nothing else.
  func reduce(state: inout State, mutation: Mutation)

  /// Called once for a store, before anything flows. Returns the actions that `mutate` gets in place of those that are
  /// sent. An action that comes at another time, because another stream is merged in, is an action of its own.
  func transform(action: Observable<Action>) -> Observable<Action>

  /// Called once for a store, before anything flows. Returns the mutations that are reduced in place of those of
  /// `mutate`. A mutation that comes at another time belongs to no action:
  ///
  /// ```swift
  /// func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
  ///   .merge(mutation, user.map { Mutation.setUser($0) })
  /// }
  /// ```
  func transform(mutation: Observable<Mutation>) -> Observable<Mutation>

  /// Called once for a store, before anything flows. Returns the states that ``state`` and ``currentState`` show.
  /// Observers of the store, hosts and JSON see the state as it was reduced.
  func transform(state: Observable<State>) -> Observable<State>

  /// Actions that the reactor gets by itself, such as those of a timer or of a child's events. It is subscribed to once, when
  /// the store has been made, and until it closes or the reactor's state has gone. An action of it is sent to the store like
  /// any other, but ``transform(action:)-(_)`` does not see it.
  func transformAction() -> Observable<Action>

  /// The reactor's link to its store, which the macro ``Reactor()`` adds.
  var _$link: ReactorLink<State, Action>? { get }
}

extension Reactor where Mutation == Action {
  /// Each action is its own mutation.
  @inlinable public func mutate(action: Action) -> Effect<Action> { .send(action) }
}

extension Reactor {
  public func transform(action: Observable<Action>) -> Observable<Action> { action }
  public func transform(mutation: Observable<Mutation>) -> Observable<Mutation> { mutation }
  public func transform(state: Observable<State>) -> Observable<State> { state }
  public func transformAction() -> Observable<Action> { .empty() }

  public var _$link: ReactorLink<State, Action>? { nil }

  /// There are reactors in a reactor.
  public static func _$hasReactors(_ search: inout ReactorSearch) -> Bool { true }

  @inlinable public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    _$function(in: .anywhere)(&state, action)
  }

  @inlinable public func _$function(in site: ReducerSite) -> ReduceFunction<State, Action> {
    if let desk = site.desk { _$link?.take(desk, for: self) }
    let seat = ReactorSeat(HeldReactor(self, isHeld: true), in: site)
    return { state, action in seat.reduce(&state, action) }
  }
}

/// ``Reactor`` under the name that it has in ReactableKit.
public typealias Reactable = Reactor
