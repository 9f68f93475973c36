// StoreOf: the store of a reducer.

/// A store of another reducer's state and actions.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>
