// DialogState: what alerts and confirmation dialogs have in common: a title, a message, buttons.

/// A dialog as data: ``AlertState`` and ``ConfirmationDialogState``.
///
/// ```json
/// {"title":"Delete the note?","message":null,"buttons":[
///   {"role":"destructive","label":"Delete","action":{"delete":{}}},
///   {"role":"cancel","label":"Keep","action":null}]}
/// ```
///
/// `action` is the JSON of the button's own action, which the host puts into the template of the place, such as
/// `{"alert":{"presented":"$action"}}`; null means that the button dismisses: `{"alert":{"dismiss":{}}}`. The schema is marked
/// `"x-enfold-dialog"`: `"alert"` or `"confirmation"`. So one function of a host shows any dialog.
public protocol DialogState<Action>: EphemeralState, DialogTokenHolder {
  associatedtype Action: Sendable
  var title: TextState { get set }
  var message: TextState? { get set }
  var buttons: [ButtonState<Action>] { get set }

  init(title: TextState, message: TextState?, buttons: [ButtonState<Action>])

  /// What the schema calls it.
  static var _$kind: String { get }
}

extension DialogState {
  /// - Parameter actions: the buttons. If there are none, the host shows one that dismisses.
  public init(
    title: () -> TextState, @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) { self.init(title: title(), message: message?(), buttons: actions()) }

  public var customMirror: Mirror {
    Mirror(self, children: ["title": title, "message": message as Any, "buttons": buttons], displayStyle: .struct)
  }
}

extension DialogState where Action: Equatable {
  /// Whether both show the same.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.title == rhs.title && lhs.message == rhs.message && lhs.buttons == rhs.buttons
  }
}

extension DialogState where Action: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}
