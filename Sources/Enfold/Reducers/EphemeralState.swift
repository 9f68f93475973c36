// EphemeralState: a child that goes away after its first action.

/// The state of something that waits for one answer, such as an alert or a menu.
///
/// A child with such a state, added by `ifLet`, goes by itself: when it and its parent have dealt with an action for
/// it, it is set to nil, unless another child is in its place by then, with another id or of another case. Of ``DialogState`` each that
/// was made anew is another one.
///
/// So does a child that is an `@Action` enum, a destination, while it is in a case with such a state:
///
/// ```swift
/// @Action enum State { case alert(Alert), edit(Edit.State) }   // Alert: EphemeralState
/// @Action enum Action { case alert(Answer), edit(Edit.Action) }
/// ```
///
/// There the case of the action must have the name of the case of the state: `.alert(…)` takes the alert away,
/// `.edit(…)` does not. In an `@Reducer` enum ``ReducerCaseEphemeral()`` says the same of a case.
public protocol EphemeralState: Sendable {}

/// Which children go away after their action. Remembers what it has learned of the cases of an enum.
@usableFromInline struct Ephemerality<Child> {
  private let isEphemeral = Child.self is any EphemeralState.Type
  private let isEnum = Child.self is any CasePathable.Type
  /// The enum, if `@Reducer` has written it: then its cases may be marked.
  private let caseReducer = Child.self as? any CaseReducerState.Type
  private var cases: [String: Bool] = [:]

  @usableFromInline init() {}

  /// Whether any child could ever go.
  @usableFromInline var isPossible: Bool { isEphemeral || isEnum }

  /// Whether a child goes after an action for it.
  @usableFromInline mutating func ends(_ child: Child, after action: some Any) -> Bool {
    if isEphemeral { return true }
    guard let child = child as? any CasePathable else { return false }
    let name = child.caseName
    let isEphemeralCase =
      cases[name]
      ?? (caseReducer?.isMarkedEphemeral(name) == true
        || Mirror(reflecting: child).children.first?.value is any EphemeralState)
    cases[name] = isEphemeralCase
    return isEphemeralCase && (action as? any CasePathable)?.caseName == name
  }
}

extension Ephemerality {
  /// What tells a dialog from another one in the same place, whose identity is the same; nil if the child is no dialog.
  @usableFromInline static func token(of child: Child) -> DialogToken? {
    if let dialog = child as? any DialogTokenHolder { return dialog._$token }
    guard child is any CasePathable else { return nil }
    return (Mirror(reflecting: child).children.first?.value as? any DialogTokenHolder)?._$token
  }
}

extension Reducer {
  /// Adds a child without logic, such as an alert. When an action for the child comes, this reducer deals with it, and
  /// then the child is set to nil; see ``EphemeralState``.
  ///
  /// If the child is nil, an action for it changes nothing and causes a diagnostic, but this reducer still gets the
  /// action.
  @inlinable public func ifLet<Child: EphemeralState, ChildAction: Sendable>(
    _ property: WritableKeyPath<State, Child?> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> where Action: CasePathable {
    ifLet(property, action: action, fileID: fileID, line: line) {}
  }

  /// Adds a child without logic, such as an alert.
  @inlinable @_disfavoredOverload public func ifLet<Child: EphemeralState, ChildAction: Sendable>(
    _ property: WritableKeyPath<State, Child?> & Sendable, action: WritableKeyPath<Action, ChildAction?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    ifLet(property, action: action, fileID: fileID, line: line) {}
  }
}
