// onChange: a reducer that runs when a value has changed.

extension Reducer {
  /// Runs another reducer, with the same action, when this one has changed a value.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .onChange(of: \.count) { old, new in
  ///     Reduce { state, action in … }
  ///   }
  /// ```
  ///
  /// It runs at most once for an action: what the other reducer changes does not count. The old value is kept while
  /// this reducer runs, so a list that you watch is copied when it changes. Watch its count, for example, to avoid
  /// that.
  @inlinable public func onChange<Value: Equatable, Change: Reducer<State, Action>>(
    of value: @escaping (State) -> Value,
    @ReducerBuilder<State, Action> _ reducer: @escaping (_ old: Value, _ new: Value) -> Change
  ) -> some Reducer<State, Action> { changing(value, ==, reducer) }

  /// Runs another reducer, with the same action, when this one has changed a value.
  ///
  /// - Parameter isDuplicate: whether two values count as the same, so that there is no change.
  @inlinable public func onChange<Value, Change: Reducer<State, Action>>(
    of value: @escaping (State) -> Value, removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool,
    @ReducerBuilder<State, Action> _ reducer: @escaping (_ old: Value, _ new: Value) -> Change
  ) -> some Reducer<State, Action> { changing(value, isDuplicate, reducer) }

  @inlinable func changing<Value, Change: Reducer<State, Action>>(
    _ value: @escaping (State) -> Value, _ isDuplicate: @escaping (Value, Value) -> Bool,
    _ change: @escaping (Value, Value) -> Change
  ) -> Composed<Self, EmptyReducer<State, Action>> {
    Composed(self) { base, site in
      let reduce = base._$function(in: site)
      return { state, action in
        let old = value(state)
        let effect = reduce(&state, action)
        let new = value(state)
        if isDuplicate(old, new) { return effect }
        // The other reducer is made of the two values, so it is for this action only.
        return effect.merge(with: change(old, new).reduce(into: &state, action: action))
      }
    }
  }
}
