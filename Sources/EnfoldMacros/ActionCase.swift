// The cases of an enum, as far as their JSON form and case paths are concerned.
import SwiftSyntax
import SwiftSyntaxMacros

/// One case and its associated values.
struct ActionCase {
  struct Value {
    /// As written, perhaps in backticks; nil if there is none.
    let label: TokenSyntax?
    let index: Int
    let type: TypeSyntax
    let defaultValue: ExprSyntax?

    /// The key in objects: Swift's own derived `Codable` numbers what has no label.
    var key: String { label?.bareName ?? "_\(index)" }
    var local: String { "_\(index)" }
    /// Whether an object may do without it.
    var isOptional: Bool { defaultValue != nil || type.isOptional }
    /// The type as an expression: `(Int).self`.
    var typeWitness: String { "(\(type.trimmedDescription)).self" }
  }

  /// How the values stand in JSON.
  enum Form {
    case none, single(Value), array, object
  }

  /// As written, perhaps in backticks.
  let identifier: TokenSyntax
  let index: Int
  let values: [Value]

  var name: String { identifier.bareName }

  var form: Form {
    if values.isEmpty { return .none }
    if values.count == 1, values[0].label == nil { return .single(values[0]) }
    return values.allSatisfy { $0.label == nil } ? .array : .object
  }

  /// The pattern that binds all values: `.rename(_0, _1)`.
  var pattern: String {
    values.isEmpty ? ".\(identifier.text)" : "let .\(identifier.text)(\(locals))"
  }

  /// The values as an argument list, each written by `argument`.
  func construct(_ argument: (Value) -> String) -> String {
    guard !values.isEmpty else { return ".\(identifier.text)" }
    let arguments = values.map { value in (value.label.map { "\($0.text): " } ?? "") + argument(value) }
    return ".\(identifier.text)(\(arguments.joined(separator: ", ")))"
  }

  var locals: String { values.map(\.local).joined(separator: ", ") }

  /// The type of all values together, as a case path carries them. `Self` means the enum called `typeName`.
  func valueType(in typeName: String) -> String {
    let types = values.map { $0.type.naming(self: typeName) }
    guard types.count != 1 else { return "(\(types[0]))" }
    let elements = zip(values, types).map { value, type in (value.label.map { "\($0.text): " } ?? "") + type }
    return "(\(elements.joined(separator: ", ")))"
  }

  /// The values as an expression of that type.
  var tuple: String { values.count == 1 ? "_0" : "(\(locals))" }
}

extension EnumDeclSyntax {
  var actionCases: [ActionCase] {
    caseElements.enumerated().map { index, element in
      let parameters = element.parameterClause.map { Array($0.parameters) } ?? []
      let values = parameters.enumerated().map { index, parameter in
        let label = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0.trimmed }
        return ActionCase.Value(
          label: label, index: index, type: parameter.type.trimmed, defaultValue: parameter.defaultValue?.value.trimmed)
      }
      return ActionCase(identifier: element.name.trimmed, index: index, values: values)
    }
  }

  /// Whether the inheritance clause begins with a raw type of the standard library.
  var isRaw: Bool {
    let names: Set<String> = [
      "String", "Int", "UInt", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
      "Float",
    ]
    return inheritanceClause?.inheritedTypes.first?.type.mentions(anyOf: names) ?? false
  }
}
