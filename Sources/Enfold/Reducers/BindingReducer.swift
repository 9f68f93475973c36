// BindingReducer: writes the properties that the bindings of a feature name.

/// Writes the property that a binding names. It belongs into the body of a feature that takes bindings, most often as its
/// first part:
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///   Reduce { state, action in … }    // sees the state with the new value
/// }
/// ```
///
/// It writes at its place in the body, so an `onChange` around it sees the old and the new value. If the place of the
/// property is absent, because its element has gone, nothing is written, and there is a diagnostic. Without a
/// `BindingReducer` nothing is written at all, and the first binding causes a diagnostic.
public struct BindingReducer<State: Sendable, Action: Sendable, Bindable: BindableAction>: ReducerOperator
where Bindable.State == State {
  private let bindable: @Sendable (Action) -> Bindable?

  public init() where Action == Bindable { bindable = { $0 } }

  /// For bindings that are a case of the actions of a view: `BindingReducer(action: \.view)`. `set` does not find them there:
  /// they must be sent.
  public init(action: CaseKeyPath<Action, Bindable> & Sendable) where Action: CasePathable {
    let path = Action.allCasePaths[keyPath: action]
    bindable = path.extract
  }

  public func _$function(in site: ReducerSite) -> ReduceFunction<State, Action> {
    { [bindable] state, action in
      guard let binding = bindable(action)?.binding, !binding.write(to: &state) else { return .none }
      return .notWritten(.absent(binding.shownPlace))
    }
  }
}

// The function of a feature that takes bindings: it finds out whether somebody writes them.

extension Reducer where Action: BindableAction, Action.State == State {
  public func _$function(in site: ReducerSite) -> ReduceFunction<State, Action> {
    noticingBindings { state, action in reduce(into: &state, action: action) }
  }

  /// A function that reports the first binding that nobody has written.
  func noticingBindings(_ reduce: @escaping ReduceFunction<State, Action>) -> ReduceFunction<State, Action> {
    let isReported = Reception()
    return { state, action in
      let effect = reduce(&state, action)
      guard let binding = action.binding, !binding.reception.isTaken.load(ordering: .relaxed),
        !isReported.isTaken.exchange(true, ordering: .relaxed)
      else { return effect }
      return effect.merge(with: .notWritten(.noReducer("\(Self.self)", binding.shownPlace)))
    }
  }
}

extension Reducer
where Body: Reducer, Body.State == State, Body.Action == Action, Action: BindableAction, Action.State == State {
  public func _$function(in site: ReducerSite) -> ReduceFunction<State, Action> {
    noticingBindings(body._$function(in: site))
  }
}

extension BindingAction {
  /// The place of the property, for messages.
  fileprivate var shownPlace: String { pointer.map { "\"\($0)\"" } ?? "a property of \(typeName(Root.self))" }
}
