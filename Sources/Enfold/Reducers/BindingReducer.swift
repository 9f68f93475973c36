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

extension BindingAction {
  /// The place of the property, for messages.
  var shownPlace: String { pointer.map { "\"\($0)\"" } ?? "a property of \(typeName(Root.self))" }
}
