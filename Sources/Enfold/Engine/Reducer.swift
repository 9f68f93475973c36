// The protocol of application logic.

/// How a state evolves: the whole logic of a feature, in one function.
///
/// `reduce` changes the state for one action and returns what else must happen. It is called by one thread at a time for
/// each store, is never interrupted, and does nothing but compute: whatever waits, reads or writes the world belongs in
/// the returned ``Effect``.
public protocol Reducer<State, Action> {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  /// Changes `state` for one action and returns the effects to run.
  func reduce(into state: inout State, action: Action) -> Effect<Action>
}
