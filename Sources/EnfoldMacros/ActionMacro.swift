// @Action: the JSON form, the schema, the names and the case paths of an enum.
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

struct ActionMacro {
  static var formatMode: FormatMode { .disabled }
}

extension ActionMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let problems = actionProblems(of: declaration, attribute: node, in: context)
    problems.forEach(context.diagnose)
    guard problems.isEmpty, let enumeration = declaration.as(EnumDeclSyntax.self) else { return [] }
    let cases = enumeration.actionCases
    let emitter = ActionEmitter(
      access: enumeration.witnessAccess(in: context), typeName: enumeration.name.text,
      cases: cases, isRaw: enumeration.isRaw,
      taken: Set(cases.map(\.name).filter { enumeration.declares($0) }))
    return emitter.members.map { "\(raw: $0)" }
  }
}

extension ActionMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let enumeration = declaration.as(EnumDeclSyntax.self),
      actionProblems(of: declaration, attribute: node, in: context).isEmpty
    else { return [] }
    // Of a generic enum the macro cannot know whether its values are Sendable.
    var unwanted: Set<String> = enumeration.genericParameterClause == nil ? [] : ["Sendable"]
    unwanted.formUnion(enumeration.isRaw ? ["TaggedCases"] : ["CaseIterable", "JSONCodable"])
    let inheritance = conformances(protocols, except: unwanted)
    guard !inheritance.isEmpty else { return [] }
    return [try ExtensionDeclSyntax("extension \(type.trimmed)\(raw: inheritance) {}")]
  }
}
