// pullback: makes a reducer of the whole from a reducer of a part.

/// Makes a reducer of the whole from a reducer of a part.
///
/// ```swift
/// combine(
///   pullback(counterReducer, value: \.count, action: \.counter),
///   pullback(favoritesReducer, value: \.favorites, action: \.favorites))
/// ```
///
/// An action that is not the part's changes nothing: the value is neither read nor written. Otherwise a stored property
/// is changed in place; a computed one, a projection, is read once and written once.
///
/// - Parameters:
///   - value: the part's state.
///   - action: a case of an `@Action` enum (`\.counter`); or a property of type `LocalAction?` with getter and setter,
///     which is nil if the action is not the part's.
@inlinable public func pullback<LocalValue, GlobalValue, LocalAction, GlobalAction: CasePathable>(
  _ reducer: @escaping (inout LocalValue, LocalAction) -> Void, value: WritableKeyPath<GlobalValue, LocalValue>,
  action: CaseKeyPath<GlobalAction, LocalAction>
) -> (inout GlobalValue, GlobalAction) -> Void {
  pulledBack(reducer, value, GlobalAction.allCasePaths[keyPath: action].extract)
}

/// Makes a reducer of the whole from a reducer of a part.
@inlinable @_disfavoredOverload public func pullback<LocalValue, GlobalValue, LocalAction, GlobalAction>(
  _ reducer: @escaping (inout LocalValue, LocalAction) -> Void, value: WritableKeyPath<GlobalValue, LocalValue>,
  action: WritableKeyPath<GlobalAction, LocalAction?>
) -> (inout GlobalValue, GlobalAction) -> Void { pulledBack(reducer, value) { $0[keyPath: action] } }

/// Makes a reducer of the whole from a reducer of a part. Its effects send actions of the part, and the ids by which
/// they are cancelled belong to the part, as in a ``Scope``.
@inlinable
public func pullback<LocalValue: Sendable, GlobalValue: Sendable, LocalAction: Sendable, GlobalAction: CasePathable>(
  _ reducer: @escaping (inout LocalValue, LocalAction) -> Effect<LocalAction>,
  value: WritableKeyPath<GlobalValue, LocalValue> & Sendable, action: CaseKeyPath<GlobalAction, LocalAction> & Sendable
) -> (inout GlobalValue, GlobalAction) -> Effect<GlobalAction> {
  Scope(state: value, action: action) { Reduce(reducer) }._$function(in: .anywhere)
}

/// Makes a reducer of the whole from a reducer of a part. Its effects send actions of the part. Each of these is put
/// into the action with which the effect began.
@inlinable @_disfavoredOverload
public func pullback<LocalValue: Sendable, GlobalValue: Sendable, LocalAction: Sendable, GlobalAction: Sendable>(
  _ reducer: @escaping (inout LocalValue, LocalAction) -> Effect<LocalAction>,
  value: WritableKeyPath<GlobalValue, LocalValue> & Sendable,
  action: WritableKeyPath<GlobalAction, LocalAction?> & Sendable
) -> (inout GlobalValue, GlobalAction) -> Effect<GlobalAction> {
  Scope(state: value, action: action) { Reduce(reducer) }._$function(in: .anywhere)
}

@inlinable func pulledBack<LocalValue, GlobalValue, LocalAction, GlobalAction>(
  _ reducer: @escaping (inout LocalValue, LocalAction) -> Void, _ value: WritableKeyPath<GlobalValue, LocalValue>,
  _ extract: @escaping (GlobalAction) -> LocalAction?
) -> (inout GlobalValue, GlobalAction) -> Void {
  let access = InPlace(value).access
  return { state, action in
    guard let action = extract(action) else { return }
    access(&state) { reducer(&$0, action) }
  }
}

// MARK: Another spelling

/// ``pullback(_:value:action:)`` in another spelling.
@inlinable public func pullBack<LocalValue, GlobalValue, LocalAction, GlobalAction: CasePathable>(
  _ reducer: @escaping (inout LocalValue, LocalAction) -> Void, value: WritableKeyPath<GlobalValue, LocalValue>,
  action: CaseKeyPath<GlobalAction, LocalAction>
) -> (inout GlobalValue, GlobalAction) -> Void { pullback(reducer, value: value, action: action) }

/// ``pullback(_:value:action:)`` in another spelling.
@inlinable @_disfavoredOverload public func pullBack<LocalValue, GlobalValue, LocalAction, GlobalAction>(
  _ reducer: @escaping (inout LocalValue, LocalAction) -> Void, value: WritableKeyPath<GlobalValue, LocalValue>,
  action: WritableKeyPath<GlobalAction, LocalAction?>
) -> (inout GlobalValue, GlobalAction) -> Void { pullback(reducer, value: value, action: action) }

/// ``pullback(_:value:action:)`` in another spelling.
@inlinable
public func pullBack<LocalValue: Sendable, GlobalValue: Sendable, LocalAction: Sendable, GlobalAction: CasePathable>(
  _ reducer: @escaping (inout LocalValue, LocalAction) -> Effect<LocalAction>,
  value: WritableKeyPath<GlobalValue, LocalValue> & Sendable, action: CaseKeyPath<GlobalAction, LocalAction> & Sendable
) -> (inout GlobalValue, GlobalAction) -> Effect<GlobalAction> { pullback(reducer, value: value, action: action) }

/// ``pullback(_:value:action:)`` in another spelling.
@inlinable @_disfavoredOverload
public func pullBack<LocalValue: Sendable, GlobalValue: Sendable, LocalAction: Sendable, GlobalAction: Sendable>(
  _ reducer: @escaping (inout LocalValue, LocalAction) -> Effect<LocalAction>,
  value: WritableKeyPath<GlobalValue, LocalValue> & Sendable,
  action: WritableKeyPath<GlobalAction, LocalAction?> & Sendable
) -> (inout GlobalValue, GlobalAction) -> Effect<GlobalAction> { pullback(reducer, value: value, action: action) }
