// What @Action refuses, and how it says so.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Everything in `declaration` that has no JSON form. If there is anything, there is no expansion.
func actionProblems(
  of declaration: some DeclGroupSyntax, attribute: AttributeSyntax, in context: some MacroExpansionContext
) -> [Diagnostic] {
  guard let enumeration = declaration.as(EnumDeclSyntax.self) else {
    return [Diagnostic("@Action can only be applied to an enum", id: "notAnEnum", at: attribute)]
  }
  var problems = enumeration.privateNestingProblems("@Action", in: context)
  let conditions = enumeration.memberBlock.members.compactMap { $0.decl.as(IfConfigDeclSyntax.self) }
  for condition in conditions where condition.declaresCases {
    problems.append(
      Diagnostic("@Action cannot see cases inside #if; declare them outside", id: "conditionalCases", at: condition))
  }
  var names: Set<String> = []
  for element in enumeration.caseElements {
    let name = element.name.bareName
    if !names.insert(name).inserted {
      problems.append(
        Diagnostic(
          "@Action needs a different name for every case: '\(name)' names several, which look alike in JSON",
          id: "overloadedCase", at: element.name))
    }
    if let problem = labelProblem(of: element) { problems.append(problem) }
  }
  if problems.isEmpty, names.isEmpty {
    problems.append(
      Diagnostic(
        "@Action needs at least one case: '\(enumeration.name.text)' has none", id: "noCases", at: attribute))
  }
  return problems
}

/// Two values that would share a key.
private func labelProblem(of element: EnumCaseElementSyntax) -> Diagnostic? {
  var keys: Set<String> = []
  let parameters = element.parameterClause.map { Array($0.parameters) } ?? []
  for (index, parameter) in parameters.enumerated() {
    let key = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0.bareName } ?? "_\(index)"
    guard keys.insert(key).inserted else {
      return Diagnostic(
        "@Action needs a different label for every value of a case: '\(key)' is used twice", id: "sameLabel",
        at: parameter)
    }
  }
  return nil
}

extension EnumDeclSyntax {
  var caseElements: [EnumCaseElementSyntax] {
    memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap(\.elements)
  }
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
