// MarkerMacro: @ViewState and @Bindable, marks that @ObservableState reads.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Expands to nothing. Reports an error for a mark that no macro reads.
struct MarkerMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let name = "@" + node.attributeName.trimmedDescription
    let structure = context.lexicalContext.first?.as(StructDeclSyntax.self)
    if structure?.isObservableState != true {
      context.diagnose(
        Diagnostic("\(name) has a meaning only inside an @ObservableState struct", id: "markerAlone", at: node))
    } else if declaration.as(VariableDeclSyntax.self)?.hasAttribute(pulseAttributes) == true {
      // @ObservableState reports it.
    } else if let derived = declaration.as(VariableDeclSyntax.self), derived.derivation != nil {
      if let problem = problem(of: derived, name, node) { context.diagnose(problem) }
    } else if declaration.as(VariableDeclSyntax.self)?.isObservable != true {
      context.diagnose(
        Diagnostic("\(name) marks stored variables of the state, which this is not", id: "markerOther", at: node))
    }
    return []
  }

  /// The error for a mark at a derived property; nil if hosts may write it.
  private static func problem(
    of derived: VariableDeclSyntax, _ name: String, _ node: AttributeSyntax
  ) -> Diagnostic? {
    if derived.derivation == .read {
      return Diagnostic(
        "\(name) lets hosts write the property: give it a setter, or remove \(name)", id: "markerReadOnly", at: node)
    }
    if derived.propertyAttributes.everyAssignment {
      return Diagnostic(
        "@Derived excludes ignoreEquality: a derived value is computed, so nothing is assigned to it",
        id: "markerDerived", at: node)
    }
    return nil
  }
}

extension StructDeclSyntax {
  var isObservableState: Bool {
    attributes.contains { element in
      guard case .attribute(let attribute) = element else { return false }
      return attribute.attributeName.mentions(anyOf: ["ObservableState"])
    }
  }
}
