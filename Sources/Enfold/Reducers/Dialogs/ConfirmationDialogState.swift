// ConfirmationDialogState: a choice of what to do next.

/// A choice of what to do next, such as a menu of actions, as data for the host.
///
/// ```swift
/// @Presents var dialog: ConfirmationDialogState<Action.Answer>?
///
/// state.dialog = ConfirmationDialogState {
///   TextState("Delete the note?")
/// } actions: {
///   ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
///   ButtonState(role: .cancel) { TextState("Keep") }
/// }
///
/// .ifLet(\.$dialog, action: \.dialog)
/// ```
///
/// Its JSON has all that a host needs to show it: see ``DialogState``. It goes with its first action.
public struct ConfirmationDialogState<Action: Sendable>: DialogState {
  public var title: TextState
  public var message: TextState?
  public var buttons: [ButtonState<Action>]
  public private(set) var _$token = DialogToken()

  public init(title: TextState, message: TextState? = nil, buttons: [ButtonState<Action>] = []) {
    self.title = title
    self.message = message
    self.buttons = buttons
  }

  public static var _$kind: String { "confirmation" }
}

extension ConfirmationDialogState: Equatable where Action: Equatable {}
extension ConfirmationDialogState: Hashable where Action: Hashable {}
extension ConfirmationDialogState: JSONEncodable, JSONDecodable, JSONDescribable where Action: JSONCodable {}
extension ConfirmationDialogState: CustomReflectable {}
