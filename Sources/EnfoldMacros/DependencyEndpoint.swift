// DependencyEndpoint: a property of a @DependencyClient, with the facts for its initialisers and its method.
import SwiftSyntax

/// A stored property of a client.
struct DependencyEndpoint {
  let name: TokenSyntax
  let type: TypeSyntax
  let initial: ExprSyntax?
  /// As a prefix: `"public "`; nil if the property gives none.
  let access: String?
  /// The type of the closure, if the macro looks after it.
  let function: FunctionTypeSyntax?
  /// The attributes of the closure's type that belong to a function: `@MainActor`.
  let functionAttributes: [String]
  /// The name of the method, if it is given.
  let methodName: String?

  var returnsNothing: Bool {
    guard let result = function?.returnClause.type.trimmedDescription else { return false }
    return ["Void", "()", "Swift.Void"].contains(result)
  }

  /// Whether it can throw any error.
  var throwsAnything: Bool {
    guard let clause = function?.effectSpecifiers?.throwsClause else { return false }
    return clause.type.map { ["any Error", "Error", "any Swift.Error"].contains($0.trimmedDescription) } ?? true
  }

  /// Whether it has something to return when it is not implemented.
  var canReturn: Bool { initial != nil || returnsNothing || throwsAnything }

  /// `try await `, as far as a call needs it.
  var call: String {
    let effects = function?.effectSpecifiers
    return (effects?.throwsClause != nil ? "try " : "") + (effects?.asyncSpecifier != nil ? "await " : "")
  }
}

extension StructDeclSyntax {
  /// The stored properties of the instance that can be given a value.
  var endpoints: [DependencyEndpoint] {
    memberBlock.members.flatMap { member -> [DependencyEndpoint] in
      guard let variable = member.decl.as(VariableDeclSyntax.self), !variable.modifiers.contains(.static),
        !variable.modifiers.contains(.lazy)
      else { return [] }
      let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
      return variable.bindings.compactMap { binding in
        guard binding.isStored, let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
          !(isConstant && binding.initializer != nil),
          let type = binding.typeAnnotation?.type ?? binding.initializer?.value.literalType
        else { return nil }
        return DependencyEndpoint(
          name: name.trimmed, type: type.trimmed, in: variable, initial: binding.initializer?.value.trimmed)
      }
    }
  }
}

extension DependencyEndpoint {
  fileprivate init(name: TokenSyntax, type: TypeSyntax, in variable: VariableDeclSyntax, initial: ExprSyntax?) {
    let isIgnored = variable.hasAttribute(["DependencyEndpointIgnored"])
    let attributed = type.as(AttributedTypeSyntax.self)
    self.init(
      name: name, type: type, initial: initial ?? (type.isImplicitlyNil ? ExprSyntax(NilLiteralExprSyntax()) : nil),
      access: variable.modifiers.outwardAccess.map { $0.isEmpty && variable.modifiers.isPrivate ? "fileprivate " : $0 },
      function: isIgnored ? nil : (attributed?.baseType ?? type).as(FunctionTypeSyntax.self),
      functionAttributes: attributed?.attributes.map(\.trimmedDescription).filter { $0 != "@Sendable" } ?? [],
      methodName: variable.methodName)
  }
}

extension VariableDeclSyntax {
  /// The argument of `@DependencyEndpoint(method: "name")`.
  fileprivate var methodName: String? {
    for case .attribute(let attribute) in attributes
    where attribute.attributeName.mentions(anyOf: ["DependencyEndpoint"]) {
      guard case .argumentList(let arguments)? = attribute.arguments,
        let literal = arguments.first?.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
      else { continue }
      return literal.isEmpty ? nil : literal
    }
    return nil
  }
}
