// @ViewState and @Bindable: marks that @ObservableState reads.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Expands to nothing. Reports an error where no macro reads the mark.
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
    } else if declaration.as(VariableDeclSyntax.self)?.isObservable != true {
      context.diagnose(
        Diagnostic("\(name) marks stored variables of the state, which this is not", id: "markerOther", at: node))
    }
    return []
  }
}

extension StructDeclSyntax {
  fileprivate var isObservableState: Bool {
    attributes.contains { element in
      guard case .attribute(let attribute) = element else { return false }
      return attribute.attributeName.mentions(anyOf: ["ObservableState"])
    }
  }
}
