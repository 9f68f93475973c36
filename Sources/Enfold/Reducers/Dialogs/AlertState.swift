// AlertState: a message with buttons that wants an answer.

/// A message with buttons that wants an answer, as data for the host.
///
/// ```swift
/// @Presents var alert: AlertState<Action.Answer>?
///
/// state.alert = AlertState {
///   TextState("Delete the note?")
/// } actions: {
///   ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
///   ButtonState(role: .cancel) { TextState("Keep") }
/// }
///
/// .ifLet(\.$alert, action: \.alert)
/// ```
///
/// Its JSON has all that a host needs to show it: see ``DialogState``. It goes with its first action.
public struct AlertState<Action: Sendable>: DialogState {
  public var title: TextState
  public var message: TextState?
  public var buttons: [ButtonState<Action>]
  public private(set) var _$token = DialogToken()

  public init(title: TextState, message: TextState? = nil, buttons: [ButtonState<Action>] = []) {
    self.title = title
    self.message = message
    self.buttons = buttons
  }

  public static var _$kind: String { "alert" }
}

extension AlertState: Equatable where Action: Equatable {}
extension AlertState: Hashable where Action: Hashable {}
extension AlertState: JSONEncodable, JSONDecodable, JSONDescribable where Action: JSONCodable {}
extension AlertState: CustomReflectable {}
