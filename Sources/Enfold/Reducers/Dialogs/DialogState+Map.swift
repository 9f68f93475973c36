// DialogState.map: the same dialog with other actions, for a feature that shows a dialog of another one.

extension AlertState {
  /// The same alert with other actions: `state.alert = Child.alert.map { $0.map(Answer.child) }`. Nil is a button that dismisses.
  public func map<Other: Sendable>(_ transform: (Action?) -> Other?) -> AlertState<Other> {
    AlertState<Other>(title: title, message: message, buttons: buttons.map { $0.map(transform) })
  }
}

extension ConfirmationDialogState {
  /// The same dialog with other actions; see ``AlertState/map(_:)``.
  public func map<Other: Sendable>(_ transform: (Action?) -> Other?) -> ConfirmationDialogState<Other> {
    ConfirmationDialogState<Other>(title: title, message: message, buttons: buttons.map { $0.map(transform) })
  }
}

extension ButtonState {
  /// The same button with another action.
  public func map<Other: Sendable>(_ transform: (Action?) -> Other?) -> ButtonState<Other> {
    ButtonState<Other>(label, role: role, action: transform(action))
  }
}
