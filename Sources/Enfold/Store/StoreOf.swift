// StoreOf: the store of a reducer.

/// A store with the state and the actions of a reducer: `StoreOf<Counter>`.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>
