// ActionCase: a case of an @Action enum, with the facts for its JSON form and its case path.
import SwiftSyntax
import SwiftSyntaxMacros

/// One case and its associated values.
struct ActionCase {
  struct Value {
    /// As written, perhaps in backticks; nil if there is none.
    let label: TokenSyntax?
    let index: Int
    /// As written, where the case is declared.
    let type: TypeSyntax
    let defaultValue: ExprSyntax?

    /// The key in objects. A value without a label is numbered, as in Swift's derived `Codable`: `_0`.
    var key: String { label?.bareName ?? "_\(index)" }
    var local: String { "_\(index)" }
    /// Whether an object may leave the value out.
    var isOptional: Bool { defaultValue != nil || type.isOptional }
    /// The type as an expression: `(Int).self`.
    var typeWitness: String { "(\(type.trimmedDescription)).self" }
  }

  /// The JSON form of the values.
  enum Form {
    case none, single(Value), array, object
  }

  /// As written, perhaps in backticks.
  let identifier: TokenSyntax
  let index: Int
  let values: [Value]
  let redaction: Redaction

  var name: String { identifier.bareName }

  var form: Form {
    if values.isEmpty { return .none }
    if values.count == 1, values[0].label == nil { return .single(values[0]) }
    return values.allSatisfy { $0.label == nil } ? .array : .object
  }

  /// Whether it may be the binding of a feature that takes bindings.
  var isBinding: Bool {
    guard name == "binding", case .single(let value) = form else { return false }
    return value.type.trimmedDescription.contains("BindingAction<")
  }

  /// The pattern that binds all values: `.rename(_0, _1)`.
  var pattern: String { values.isEmpty ? ".\(identifier.text)" : "let .\(identifier.text)(\(locals))" }

  /// The expression that makes the case, such as `.rename(a, b)`. `argument` writes each argument.
  func construct(_ argument: (Value) -> String) -> String {
    guard !values.isEmpty else { return ".\(identifier.text)" }
    let arguments = values.map { value in (value.label.map { "\($0.text): " } ?? "") + argument(value) }
    return ".\(identifier.text)(\(arguments.joined(separator: ", ")))"
  }

  var locals: String { values.map(\.local).joined(separator: ", ") }

  /// The type of all values together, for a case path. In it `typeName`, the enum's name, replaces `Self`.
  func valueType(in typeName: String) -> String {
    let types = values.map { $0.type.naming(self: typeName) }
    guard types.count != 1 else { return "(\(types[0]))" }
    let elements = zip(values, types).map { value, type in (value.label.map { "\($0.text): " } ?? "") + type }
    return "(\(elements.joined(separator: ", ")))"
  }

  /// The values as an expression of the type `valueType(in:)`.
  var tuple: String { values.count == 1 ? "_0" : "(\(locals))" }
}

extension [DeclSyntax] {
  /// The cases that are declared.
  var actionCases: [ActionCase] {
    caseElements.enumerated().map { index, element in
      let declaration = element.parent?.parent?.as(EnumCaseDeclSyntax.self)
      return ActionCase(
        identifier: element.name.trimmed, index: index, values: element.actionValues,
        redaction: declaration?.attributes.redaction ?? .nothing)
    }
  }

  /// Whether one of the cases is declared `indirect`.
  var haveIndirectCase: Bool {
    contains { $0.as(EnumCaseDeclSyntax.self)?.modifiers.contains(.indirect) ?? false }
  }
}

extension EnumDeclSyntax {
  /// Whether the inheritance clause begins with a raw type of the standard library.
  var isRaw: Bool {
    let names: Set<String> = [
      "String", "Int", "UInt", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
      "Float",
    ]
    return inheritanceClause?.inheritedTypes.first?.type.mentions(anyOf: names) ?? false
  }
}

extension EnumCaseElementSyntax {
  /// The associated values.
  var actionValues: [ActionCase.Value] {
    let parameters = parameterClause.map { Array($0.parameters) } ?? []
    return parameters.enumerated().map { index, parameter in
      let label = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0.trimmed }
      return ActionCase.Value(
        label: label, index: index, type: parameter.type, defaultValue: parameter.defaultValue?.value.trimmed)
    }
  }
}
