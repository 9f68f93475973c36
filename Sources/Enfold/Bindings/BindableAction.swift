// BindableAction: the actions of a feature that takes bindings.

/// The actions of a feature whose properties are written by actions.
///
/// ```swift
/// @Action enum Action: BindableAction {
///   case binding(BindingAction<State>)
///   case save
/// }
/// ```
///
/// The feature *takes bindings*: what a view or a host writes with `set` becomes its case `binding`, is reduced like every
/// other action, and can be observed like one. A ``BindingReducer`` in its body does the writing. A case of that name
/// without this protocol means nothing.
public protocol BindableAction<State> {
  /// The state whose properties are written.
  associatedtype State

  /// The case `binding`.
  static func binding(_ binding: BindingAction<State>) -> Self

  /// The binding, if this is one. `@Action` writes this property.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// The binding that writes a value to a property: `store.send(.set(\.text, "x"))`.
  public static func set<Value: Equatable & Sendable>(
    _ property: WritableKeyPath<State, Value> & Sendable, _ value: Value
  ) -> Self { .binding(.set(property, value)) }
}

/// The action that a binding becomes; nil if the actions take no bindings of this state.
@usableFromInline func bindingAction<State, Action>(of binding: BindingAction<State>, _: Action.Type) -> Action? {
  func make<Bindable: BindableAction>(_: Bindable.Type) -> Action? {
    (binding as? BindingAction<Bindable.State>).flatMap { Bindable.binding($0) as? Action }
  }
  return (Action.self as? any BindableAction.Type).flatMap { make($0) }
}

/// Whether actions take bindings of a state.
package func takesBindings<State, Action>(_: Action.Type, of _: State.Type) -> Bool {
  func isSame<Bindable: BindableAction>(_: Bindable.Type) -> Bool { Bindable.State.self == State.self }
  return (Action.self as? any BindableAction.Type).map { isSame($0) } ?? false
}
