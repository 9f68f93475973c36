// TextState, ButtonState: the texts and buttons of dialogs, as data for the host.

/// A text that a host shows. In JSON it is a string.
///
/// The host decides how it looks; Enfold neither translates nor formats it.
public struct TextState: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  public var text: String

  public init(_ text: String) { self.text = text }
  /// The same, for code that says that its text is not to be translated.
  public init(verbatim text: String) { self.text = text }
  public init(stringLiteral text: String) { self.text = text }

  public var description: String { text }

  public static func + (lhs: Self, rhs: Self) -> Self { TextState(lhs.text + rhs.text) }
}

extension TextState: JSONEncodable, JSONDecodable, JSONDescribable {
  public func writeJSON(to writer: inout JSONWriter) { text.writeJSON(to: &writer) }
  public func hasSameJSON(as other: Self) -> Bool { text.hasSameJSON(as: other.text) }
  public init(json reader: inout JSONReader) throws(JSONError) { text = try String(json: &reader) }
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { String.jsonSchema(in: &builder) }
  public static func jsonAllows(_ path: JSONPath) -> Bool { path.isEmpty }
}

/// A button of a dialog. In JSON: `{"role":"destructive","label":"Delete","action":{"delete":{}}}`.
public struct ButtonState<Action: Sendable>: Sendable {
  public var role: ButtonStateRole?
  public var label: TextState
  /// The action that the host sends to the dialog's place when the button is pressed. Nil: it dismisses the dialog.
  public var action: Action?

  public init(role: ButtonStateRole? = nil, action: Action? = nil, label: () -> TextState) {
    self.role = role
    self.label = label()
    self.action = action
  }

  public init(_ label: TextState, role: ButtonStateRole? = nil, action: Action? = nil) {
    self.init(role: role, action: action) { label }
  }
}

extension ButtonState: Equatable where Action: Equatable {}
extension ButtonState: Hashable where Action: Hashable {}
extension ButtonState: JSONEncodable, JSONDecodable, JSONDescribable where Action: JSONCodable {}

/// What a button is for, so that the host can show it accordingly.
public enum ButtonStateRole: String, Sendable, CaseIterable, JSONEncodable, JSONDecodable, JSONDescribable {
  case cancel, destructive

  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    .enumeration(allCases.map { .string($0.rawValue) })
  }
}

/// Puts the buttons of a dialog together.
@resultBuilder public enum ButtonStateBuilder<Action: Sendable> {
  public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] { [button] }
  public static func buildBlock(_ buttons: [ButtonState<Action>]...) -> [ButtonState<Action>] {
    buttons.flatMap(\.self)
  }
  public static func buildArray(_ buttons: [[ButtonState<Action>]]) -> [ButtonState<Action>] { buttons.flatMap(\.self) }
  public static func buildOptional(_ buttons: [ButtonState<Action>]?) -> [ButtonState<Action>] { buttons ?? [] }
  public static func buildEither(first buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }
  public static func buildEither(second buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }
}
