// ActiveMembers: what of an enum is compiled: its members, and those inside #if whose condition holds.
import SwiftIfConfig
import SwiftSyntax
import SwiftSyntaxMacros

extension EnumDeclSyntax {
  /// The members, in the order of declaration. Of each `#if` those of the clause that is compiled; none if the compiler does not
  /// tell macros which one that is.
  func activeMembers(in context: some MacroExpansionContext) -> [DeclSyntax] {
    memberBlock.members.activeMembers(in: context)
  }
}

extension MemberBlockItemListSyntax {
  fileprivate func activeMembers(in context: some MacroExpansionContext) -> [DeclSyntax] {
    flatMap { member -> [DeclSyntax] in
      guard let condition = member.decl.as(IfConfigDeclSyntax.self) else { return [member.decl] }
      guard let configuration = context.buildConfiguration,
        case .decls(let members)? = condition.activeClause(in: configuration).clause?.elements
      else { return [] }
      return members.activeMembers(in: context)
    }
  }
}

extension [DeclSyntax] {
  /// The cases that are declared.
  var caseElements: [EnumCaseElementSyntax] { compactMap { $0.as(EnumCaseDeclSyntax.self) }.flatMap(\.elements) }

  /// Whether a type, a function or a variable with that name is declared.
  func declare(_ name: String) -> Bool {
    contains { declaration in
      if let type = declaration.asProtocol((any NamedDeclSyntax).self), type.name.bareName == name { return true }
      guard let variable = declaration.as(VariableDeclSyntax.self) else { return false }
      return variable.bindings.contains { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.bareName == name }
    }
  }
}
