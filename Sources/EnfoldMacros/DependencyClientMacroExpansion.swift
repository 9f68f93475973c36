// @DependencyClient: the initialisers and methods of a struct of closures. @DependencyEndpoint: a mark for one of them.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

struct DependencyClientMacro: MemberMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let structure = declaration.as(StructDeclSyntax.self) else {
      context.diagnose(
        Diagnostic("@DependencyClient can only be applied to a struct", id: "clientNotStruct", at: node))
      return []
    }
    let endpoints = structure.endpoints
    for endpoint in endpoints where endpoint.function != nil && !endpoint.canReturn {
      context.diagnose(
        Diagnostic(
          "@DependencyClient needs an initial value for '\(endpoint.name.text)', which returns something and throws nothing: "
            + "= { … }", id: "endpointDefault", at: endpoint.name))
    }
    let emitter = DependencyClientEmitter(
      name: structure.name.text, access: structure.witnessAccess(in: context), endpoints: endpoints)
    return emitter.members.map { "\(raw: $0)" }
  }
}

/// Expands to nothing: @DependencyClient reads the mark.
struct DependencyEndpointMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}
