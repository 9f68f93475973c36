// The errors that @Action and @CasePathable report.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The errors for everything in `declaration` that has no JSON form. If there is an error, there is no expansion.
func actionProblems(
  of declaration: some DeclGroupSyntax, attribute: AttributeSyntax, in context: some MacroExpansionContext
) -> [Diagnostic] {
  let macro = "@\(attribute.attributeName.trimmedDescription)"
  guard let enumeration = declaration.as(EnumDeclSyntax.self) else {
    return [Diagnostic("\(macro) can only be applied to an enum", id: "notAnEnum", at: attribute)]
  }
  let problems = enumeration.privateNestingProblems(macro, in: context)
  let elements = enumeration.activeMembers(in: context).caseElements
  return problems + enumeration.conditionalCaseProblems(macro, in: context)
    + enumeration.sameNameProblems(macro, in: context) + elements.compactMap { labelProblem(of: $0, macro) }
}

extension EnumDeclSyntax {
  /// The errors for cases inside `#if`, if the compiler does not tell macros which clause is compiled.
  func conditionalCaseProblems(_ macro: String, in context: some MacroExpansionContext) -> [Diagnostic] {
    guard context.buildConfiguration == nil else { return [] }
    return memberBlock.members.compactMap { member in
      guard let condition = member.decl.as(IfConfigDeclSyntax.self), condition.declaresCases else { return nil }
      return Diagnostic(
        "\(macro) cannot see cases inside #if with this compiler; declare them outside", id: "conditionalCases",
        at: condition)
    }
  }

  /// The errors for cases with one name.
  func sameNameProblems(_ macro: String, in context: some MacroExpansionContext) -> [Diagnostic] {
    var names: Set<String> = []
    return activeMembers(in: context).caseElements.compactMap { element in
      let name = element.name.bareName
      guard !names.insert(name).inserted else { return nil }
      return Diagnostic(
        "\(macro) needs a different name for every case: '\(name)' names several, which look alike in JSON",
        id: "overloadedCase", at: element.name)
    }
  }
}

/// The error for two values of a case that would have the same key; nil if there are none.
private func labelProblem(of element: EnumCaseElementSyntax, _ macro: String) -> Diagnostic? {
  var keys: Set<String> = []
  let parameters = element.parameterClause.map { Array($0.parameters) } ?? []
  for (index, parameter) in parameters.enumerated() {
    let key = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0.bareName } ?? "_\(index)"
    guard keys.insert(key).inserted else {
      return Diagnostic(
        "\(macro) needs a different label for every value of a case: '\(key)' is used twice", id: "sameLabel",
        at: parameter)
    }
  }
  return nil
}

extension IfConfigDeclSyntax {
  fileprivate var declaresCases: Bool {
    clauses.contains { clause in
      guard case .decls(let members)? = clause.elements else { return false }
      return members.contains { member in
        if let nested = member.decl.as(IfConfigDeclSyntax.self) { return nested.declaresCases }
        return member.decl.is(EnumCaseDeclSyntax.self)
      }
    }
  }
}
