// @Action: the JSON form, the schema, the names and the case paths of an enum. @CasePathable: only the last two.
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

struct ActionMacro: CasesMacro {
  static var formatMode: FormatMode { .disabled }

  // An enum with raw values has its JSON form without code of its own.
  static func writesJSON(for enumeration: EnumDeclSyntax) -> Bool { !enumeration.isRaw }

  static func unwantedConformances(of enumeration: EnumDeclSyntax) -> Set<String> {
    // The macro cannot know whether the values of a generic enum are Sendable.
    let unwanted: Set<String> = enumeration.genericParameterClause == nil ? [] : ["Sendable"]
    return unwanted.union(enumeration.isRaw ? ["TaggedCases"] : ["CaseIterable", "JSONCodable"])
  }
}

struct CasePathableMacro: CasesMacro {
  static var formatMode: FormatMode { .disabled }

  static func writesJSON(for enumeration: EnumDeclSyntax) -> Bool { false }

  static func unwantedConformances(of enumeration: EnumDeclSyntax) -> Set<String> { [] }
}

/// The common part of the macros for enums.
protocol CasesMacro: MemberMacro, ExtensionMacro {
  static func writesJSON(for enumeration: EnumDeclSyntax) -> Bool
  /// The conformances of the macro that this enum does not get.
  static func unwantedConformances(of enumeration: EnumDeclSyntax) -> Set<String>
}

extension CasesMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let problems = actionProblems(of: declaration, attribute: node, in: context)
    problems.forEach(context.diagnose)
    guard problems.isEmpty, let enumeration = declaration.as(EnumDeclSyntax.self) else { return [] }
    let members = enumeration.activeMembers(in: context)
    let cases = members.actionCases
    let emitter = ActionEmitter(
      access: enumeration.witnessAccess(in: context), typeName: enumeration.name.text,
      cases: cases, writesJSON: writesJSON(for: enumeration),
      isIndirect: enumeration.modifiers.contains(.indirect) || members.haveIndirectCase,
      taken: Set(cases.map(\.name).filter { members.declare($0) }), context: context)
    return emitter.members.map { "\(raw: $0)" }
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let enumeration = declaration.as(EnumDeclSyntax.self),
      actionProblems(of: declaration, attribute: node, in: context).isEmpty
    else { return [] }
    let inheritance = conformances(protocols, except: unwantedConformances(of: enumeration))
    guard !inheritance.isEmpty else { return [] }
    return [try ExtensionDeclSyntax("extension \(type.trimmed)\(raw: inheritance) {}")]
  }
}
