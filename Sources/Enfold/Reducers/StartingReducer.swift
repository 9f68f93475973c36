// StartingReducer: a reducer that knows the state to begin with.

/// A reducer whose instances say with which state a store begins. Reactors do.
public protocol StartingReducer<State, Action>: Reducer {
  /// The state of a store that is opened with this reducer.
  var initialState: State { get }
}
