// @ReducerCaseIgnored and @ReducerCaseEphemeral: marks that @Reducer reads.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Expands to nothing. Reports an error for a mark that no macro reads.
struct ReducerCaseMarkerMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let enumeration = context.lexicalContext.first?.as(EnumDeclSyntax.self)
    if declaration.is(EnumCaseDeclSyntax.self), enumeration?.isReducer == true { return [] }
    let name = "@" + node.attributeName.trimmedDescription
    let advice =
      if let enumeration, declaration.is(EnumCaseDeclSyntax.self) {
        "; mark '\(enumeration.name.text)' with @Reducer, or remove the mark"
      } else {
        ""
      }
    context.diagnose(
      Diagnostic("\(name) has a meaning only at a case of an @Reducer enum\(advice)", id: "reducerCaseAlone", at: node))
    return []
  }
}

extension EnumDeclSyntax {
  var isReducer: Bool { attributes.contains { $0.mentions("Reducer") } }
}
