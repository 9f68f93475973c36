// MutationHost: the engine as a desk sees it; and seats of reactors, children with reactors, and a mutation on its way.

@usableFromInline protocol MutationHost: AnyObject, Sendable {
  /// From now on the desk is to be asked before each action.
  func noteReactors()
  /// Begins the reactors of the whole state that have not begun. On the draining thread.
  func beginReactors()
  /// Whether this thread drains the store.
  var isDrainingHere: Bool { get }
  /// The number of commits.
  var revision: UInt64 { get }
  /// Calls the body with the address of the state of the last commit. False inside the store's reduce, and
  /// inside `withLock` of a shared value.
  func readState(_ body: (UnsafeRawPointer) -> Void) -> Bool
  /// Does some work on the draining thread, when its turn comes. False if the store has closed.
  func doInTurn(_ work: @escaping @Sendable (_ isOpen: Bool) -> Void) -> Bool
  /// Reduces a mutation that belongs to no action, when its turn comes, if the child of the desk is still there. It
  /// waits until somebody drains.
  func submit(_ step: MutationStep, from desk: MutationDesk)
  /// Drains the store, if threads that send drain it themselves.
  func drain()
  /// Values wait for their time in a stream of a reactor, and the store is not idle.
  ///
  /// `origin` is where the operator of the stream was written. `early` lets the values go before their time. It is called on the
  /// draining thread when the store is flushed, at most once, and not after the end of the wait; nil if they wait in any case.
  /// Returns a function to call when none waits any more; nil if the store has closed.
  func beginWait(_ origin: EffectOrigin, early: (@Sendable () -> Void)?) -> (@Sendable () -> Void)?
  /// Calls the body with the address of the state, in its turn and after each commit.
  func observeCommits(_ body: @escaping (UnsafeRawPointer) -> Void, closed: @escaping () -> Void) -> AnyObserver
  func endObserving(_ observer: AnyObserver)
  func diagnose(_ diagnostic: Diagnostic)
}

/// How actions of one type reach a store.
@usableFromInline final class ActionSender<Action: Sendable>: Sendable {
  /// Sends an action. False if the store refuses it.
  ///
  /// `transformer` is the reactor that has transformed the action already: then the action waits until somebody drains.
  /// `ended` is called when everything that the action causes has ended.
  let send: @Sendable (Action, _ transformer: ObjectIdentifier?, _ ended: (@Sendable () -> Void)?) -> Bool

  init(_ send: @escaping @Sendable (Action, ObjectIdentifier?, (@Sendable () -> Void)?) -> Bool) { self.send = send }
}

/// One mutation of a reactor: how it changes the state of that reactor, whose type the store does not know.
///
/// A class, so that an effect's node stays small.
@usableFromInline package final class MutationStep: Sendable {
  /// The mutation, for observers of mutations.
  @usableFromInline package let mutation: any Sendable
  /// Changes the reactor's state in place.
  let apply: @Sendable (UnsafeMutableRawPointer) -> Void
  /// Makes the mutations that are reduced instead of this one, by `transform(mutation:)`. Nil if it is reduced as it
  /// is.
  let transformed: (@Sendable () -> [MutationStep])?

  /// - Parameters:
  ///   - transformed: called on the draining thread, outside of the state gate, when the mutation's turn comes.
  ///   - reduce: changes the state of the reactor.
  package init<State, Mutation: Sendable>(
    _ mutation: Mutation, transformed: (@Sendable () -> [MutationStep])? = nil,
    _ reduce: @escaping @Sendable (inout State, Mutation) -> Void
  ) {
    self.mutation = mutation
    self.transformed = transformed
    apply = { reduce(&$0.assumingMemoryBound(to: State.self).pointee, mutation) }
  }
}

/// A reactor's seat, as the store sees it. All calls come on the draining thread, outside of the state gate.
@usableFromInline package protocol MutationSeat: AnyObject {
  var types: DeskTypes { get }
  /// Called once, before anything flows.
  func begin()
  /// Called once, when the reactor's state has gone or the store has closed.
  func end()
}

/// An operator's children with reactors, as the parent's desk sees them. All calls come on the draining thread, outside
/// of the state gate.
protocol ReactorChildren: AnyObject {
  /// The types at the parent's desk.
  var types: DeskTypes { get }
  /// Sees which children have come and gone.
  ///
  /// - Parameter state: the address of the parent's state.
  func settle(in state: UnsafeRawPointer)
  /// - Parameter action: the address of the parent's action.
  func prepare(_ action: UnsafeRawPointer)
  func end()
}

/// The types of the state and the actions at a desk.
@usableFromInline package struct DeskTypes: Equatable, Sendable {
  @usableFromInline let state: ObjectIdentifier
  @usableFromInline let action: ObjectIdentifier

  @inlinable package init<State, Action>(_: State.Type, _: Action.Type) {
    state = ObjectIdentifier(State.self)
    action = ObjectIdentifier(Action.self)
  }
}
