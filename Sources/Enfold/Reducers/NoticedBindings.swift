// NoticedBindings: finds out whether somebody writes the bindings of a feature, or of a store or child without one.

extension Reducer where Action: BindableAction, Action.State == State {
  public func _$function(in site: ReducerSite) -> ReduceFunction<State, Action> {
    noticingBindings("\(Self.self)", { $0.binding }) { state, action in reduce(into: &state, action: action) }
  }
}

extension Reducer
where Body: Reducer, Body.State == State, Body.Action == Action, Action: BindableAction, Action.State == State {
  public func _$function(in site: ReducerSite) -> ReduceFunction<State, Action> {
    noticingBindings("\(Self.self)", { $0.binding }, body._$function(in: site))
  }
}

extension Reducer {
  /// The function of the reducer of a whole store or child. If closures stand there in the place of a feature, bindings that
  /// nobody writes are noticed as they are in a feature.
  @inlinable package func wholeFunction(in site: ReducerSite) -> ReduceFunction<State, Action> {
    let reduce = _$function(in: site)
    let isFeature = !(Self.self is any ReducerOperator.Type)
    return isFeature || !(Action.self is any BindableAction.Type) ? reduce : noticingBindings(reduce)
  }

  @usableFromInline func noticingBindings(
    _ reduce: @escaping ReduceFunction<State, Action>
  ) -> ReduceFunction<State, Action> {
    func reader<Bindable: BindableAction>(_: Bindable.Type) -> (Action) -> BindingAction<State>? {
      { ($0 as? Bindable)?.binding as? BindingAction<State> }
    }
    guard let bindable = Action.self as? any BindableAction.Type else { return reduce }
    return noticingBindings("the reducer of \(typeName(State.self))", reader(bindable), reduce)
  }

  /// A function that reports the first binding that nobody has written.
  private func noticingBindings(
    _ feature: String, _ binding: @escaping (Action) -> BindingAction<State>?,
    _ reduce: @escaping ReduceFunction<State, Action>
  ) -> ReduceFunction<State, Action> {
    let isReported = Reception()
    return { state, action in
      let effect = reduce(&state, action)
      guard let binding = binding(action), !binding.reception.isTaken.load(ordering: .relaxed),
        !isReported.isTaken.exchange(true, ordering: .relaxed),
        !binding.reception.isReported.exchange(true, ordering: .relaxed)
      else { return effect }
      return effect.merge(with: .notWritten(.noReducer(feature, binding.shownPlace)))
    }
  }
}
