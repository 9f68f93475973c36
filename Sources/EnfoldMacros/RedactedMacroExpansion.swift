// @Redacted: the errors for places that no host sees, and for labels that a case does not have.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Expands to nothing: `@ObservableState` and `@Action` read the mark.
struct RedactedMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let place = context.lexicalContext.first
    if let structure = place?.as(StructDeclSyntax.self), structure.isObservableState {
      if let problem = propertyProblem(of: declaration, node) { context.diagnose(problem) }
    } else if let enumeration = place?.as(EnumDeclSyntax.self), enumeration.isAction || enumeration.isReducer {
      caseProblems(of: declaration, node).forEach(context.diagnose)
    } else {
      let message =
        "@Redacted has a meaning only in the body of an @ObservableState struct or an @Action or @Reducer enum"
        + advice(at: place)
      context.diagnose(Diagnostic(message, id: "redactedAlone", at: node))
    }
    return []
  }

  private static func advice(at place: Syntax?) -> String {
    if let structure = place?.as(StructDeclSyntax.self) {
      return "; mark '\(structure.name.text)' with @ObservableState"
    }
    if let enumeration = place?.as(EnumDeclSyntax.self) { return "; mark '\(enumeration.name.text)' with @Action" }
    return ""
  }

  private static func other(_ node: AttributeSyntax) -> Diagnostic {
    Diagnostic(
      "@Redacted marks properties of a state and cases of an action, which this is not", id: "redactedOther", at: node)
  }

  /// The error for a mark in a state; nil if there is none, or if `@ObservableState` reports it.
  private static func propertyProblem(
    of declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax
  ) -> Diagnostic? {
    guard let property = declaration.as(VariableDeclSyntax.self) else { return other(node) }
    if let kind = property.kindWithoutJSON {
      return Diagnostic(
        "\(kind.name) has no place in the state's JSON, so hosts never see it: remove @Redacted\(kind.advice)",
        id: "redactedUnseen", at: node)
    }
    if !node.redactedLabels.isEmpty {
      return Diagnostic(
        "@Redacted takes labels only at a case; a property is redacted as a whole", id: "redactedProperty", at: node)
    }
    return nil
  }

  /// The errors for a mark in an action.
  private static func caseProblems(of declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax) -> [Diagnostic] {
    guard let cases = declaration.as(EnumCaseDeclSyntax.self) else { return [other(node)] }
    return cases.elements.flatMap { element -> [Diagnostic] in
      let (name, keys) = (element.name.bareName, element.valueKeys)
      if keys.isEmpty {
        return [
          Diagnostic(
            "'\(name)' has no values, and @Redacted does not hide the name of a case: remove @Redacted",
            id: "redactedCase", at: node)
        ]
      }
      return node.redactedLabels.compactMap { label in
        guard let text = label.plainText else {
          return Diagnostic("the labels of @Redacted are string literals", id: "redactedLabel", at: label)
        }
        if keys.contains(text) { return nil }
        let all = keys.map { "'\($0)'" }.joined(separator: ", ")
        return Diagnostic(
          "'\(name)' has no value '\(text)'; it has \(all)", id: "redactedLabel", at: label)
      }
    }
  }
}

extension VariableDeclSyntax {
  /// What kind of property this is, if it has no place in the JSON of its state; and what else could help.
  fileprivate var kindWithoutJSON: (name: String, advice: String)? {
    if modifiers.contains(.static) || modifiers.contains(.class) { return ("a static property", "") }
    if hasAttribute(["Ignored"]) { return ("an @Ignored property", "") }
    if modifiers.contains(.lazy) { return ("a lazy property", "") }
    if !hasAttribute([derivedAttribute]), !isStateStorage { return ("a computed property", ", or add @Derived") }
    return nil
  }
}

extension EnumDeclSyntax {
  fileprivate var isAction: Bool {
    attributes.contains { element in
      guard case .attribute(let attribute) = element else { return false }
      return attribute.attributeName.mentions(anyOf: ["Action"])
    }
  }
}

extension EnumCaseElementSyntax {
  /// The keys of the values: the labels, or `_0` for a first value without one.
  fileprivate var valueKeys: [String] { actionValues.map(\.key) }
}
