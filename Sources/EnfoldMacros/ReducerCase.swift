// ReducerCase: a case of an @Reducer enum, with what the macro writes for it.
import SwiftSyntax
import SwiftSyntaxMacros

/// One case, as it is declared.
struct ReducerCase {
  enum Kind {
    /// A feature, where its type is written, and the expression that makes its reducer.
    case feature(TypeSyntax, reducer: String)
    /// A state without logic, which goes with its first action.
    case ephemeral(TypeSyntax)
    /// Data without actions.
    case data
  }

  let element: EnumCaseElementSyntax
  let kind: Kind
  /// Whether `@ReducerCaseEphemeral` says that it goes. Of dialogs the library knows it.
  let isMarkedEphemeral: Bool
  let isIndirect: Bool
  /// The attribute `@Redacted`, as it is written.
  let redaction: String?

  /// As written, perhaps in backticks.
  var identifier: String { element.name.text }
  var name: String { element.name.bareName }

  init(_ element: EnumCaseElementSyntax) {
    let declaration = element.parent?.parent?.as(EnumCaseDeclSyntax.self)
    self.element = element
    isMarkedEphemeral = element.isMarked(ephemeralCaseAttribute)
    isIndirect = declaration?.modifiers.contains(.indirect) ?? false
    redaction = declaration?.attributes.first { $0.mentions(redactedAttribute) }?.trimmedDescription
    if let value = element.onlyValue, !element.isMarked(ignoredCaseAttribute) {
      let isDialog = value.type.mentions(anyOf: ["AlertState", "ConfirmationDialogState"])
      if isMarkedEphemeral || isDialog {
        kind = .ephemeral(value.type)
      } else if value.type.mayBeFeature {
        let type = value.type.trimmedDescription
        let reducer = value.defaultValue.map { "(\($0.value.trimmedDescription)) as \(type)" } ?? "\(type)()"
        kind = .feature(value.type, reducer: reducer)
      } else {
        kind = .data
      }
    } else {
      kind = .data
    }
  }
}

let ignoredCaseAttribute = "ReducerCaseIgnored"
let ephemeralCaseAttribute = "ReducerCaseEphemeral"

extension EnumCaseElementSyntax {
  /// Whether the declaration of the case has an attribute.
  func isMarked(_ name: String) -> Bool {
    parent?.parent?.as(EnumCaseDeclSyntax.self)?.attributes.contains { $0.mentions(name) } ?? false
  }

  /// The value, if there is one, without a label.
  var onlyValue: EnumCaseParameterSyntax? {
    guard let parameters = parameterClause?.parameters, parameters.count == 1, let value = parameters.first,
      value.firstName == nil || value.firstName?.tokenKind == .wildcard
    else { return nil }
    return value
  }
}

extension AttributeListSyntax.Element {
  func mentions(_ name: String) -> Bool {
    self.as(AttributeSyntax.self)?.attributeName.mentions(anyOf: [name]) ?? false
  }
}

extension TypeSyntax {
  /// Whether it is written as a type that could be a reducer: a name, which is not that of a value of the standard library.
  var mayBeFeature: Bool {
    if isScalar || isOptional { return false }
    if let name = self.as(IdentifierTypeSyntax.self)?.name.text {
      return !["Array", "Dictionary", "Set", "Character", "Duration", "Any"].contains(name)
    }
    return self.is(MemberTypeSyntax.self)
  }
}
