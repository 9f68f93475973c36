// The errors that @Reducer reports.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The errors after which the macro writes nothing.
func reducerProblems(
  of declaration: some DeclGroupSyntax, attribute: AttributeSyntax, in context: some MacroExpansionContext
) -> [Diagnostic] {
  guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self) else {
    return [otherType(declaration, attribute)]
  }
  let problems = declaration.privateNestingProblems("@Reducer", in: context)
  guard let enumeration = declaration.as(EnumDeclSyntax.self) else { return problems }
  return problems + enumeration.conditionalCaseProblems("@Reducer", in: context)
    + enumeration.sameNameProblems("@Reducer", in: context)
}

/// The errors of single members and arguments. What has an error is left out, and a case is data: so the compiler says no more of
/// it.
func reducerPartProblems(
  of declaration: some DeclGroupSyntax, attribute: AttributeSyntax, in context: some MacroExpansionContext
) -> [Diagnostic] {
  let conformances = ReducerConformances(of: attribute)
  guard let enumeration = declaration.as(EnumDeclSyntax.self) else {
    guard let argument = conformances.labels.values.first else { return [] }
    return [
      Diagnostic(
        "@Reducer takes no conformances at a struct, whose types are written by hand: 'struct State: Equatable'",
        id: "reducerConformance", at: argument)
    ]
  }
  let members = enumeration.activeMembers(in: context)
  var problems = conformances.problems
  for (label, type) in [("state", "State"), ("action", "Action")] where members.declare(type) {
    guard let argument = conformances.labels[label] else { continue }
    problems.append(
      Diagnostic(
        "the \(type) of '\(enumeration.name.text)' is written by hand: add the conformances there, and remove "
          + "'\(label):'", id: "reducerConformance", at: argument))
  }
  return problems + members.caseElements.compactMap(\.reducerProblem) + members.compactMap(\.reducerProblem)
}

private func otherType(_ declaration: some DeclGroupSyntax, _ attribute: AttributeSyntax) -> Diagnostic {
  let advice = declaration.is(ClassDeclSyntax.self) ? "; for a class use @Reactor" : ""
  return Diagnostic("@Reducer can only be applied to a struct or an enum\(advice)", id: "reducerType", at: attribute)
}

extension EnumCaseElementSyntax {
  fileprivate var reducerProblem: Diagnostic? {
    let name = self.name.bareName
    let isIgnored = isMarked(ignoredCaseAttribute)
    if isMarked(ephemeralCaseAttribute) {
      if isIgnored {
        return Diagnostic(
          "'\(name)' is ignored, so it has no actions after which it could go: remove @\(ephemeralCaseAttribute) or "
            + "@\(ignoredCaseAttribute)", id: "reducerCaseBoth", at: self.name)
      }
      guard onlyValue == nil else { return nil }
      return Diagnostic(
        "'\(name)' goes after an action of its value: it has one value without a label, whose type has a type Action, "
          + "as in 'case \(name)(Menu)'", id: "reducerCaseValue", at: self)
    }
    guard !isIgnored, let parameters = parameterClause?.parameters else { return nil }
    let instead = "write one feature, as in 'case \(name)(Feature)', or mark data with @\(ignoredCaseAttribute)"
    guard let value = onlyValue else {
      let what = parameters.count == 1 ? "a value with a label" : "several values"
      return Diagnostic("'\(name)' has \(what), which is no feature: \(instead)", id: "reducerCaseValue", at: self)
    }
    guard !value.type.mayBeFeature else { return nil }
    return Diagnostic(
      "'\(name)' has a value of the type \(value.type.trimmedDescription), which is no feature: \(instead)",
      id: "reducerCaseValue", at: value.type)
  }
}

extension DeclSyntax {
  /// The error for logic of instances, which nobody would call.
  fileprivate var reducerProblem: Diagnostic? {
    let place: Syntax
    if let variable = self.as(VariableDeclSyntax.self), variable.isBody, !variable.modifiers.contains(.static) {
      place = Syntax(variable)
    } else if let function = self.as(FunctionDeclSyntax.self), function.name.text == "reduce",
      !function.modifiers.contains(.static)
    {
      place = Syntax(function)
    } else {
      return nil
    }
    return Diagnostic(
      "an @Reducer enum has no instances that reduce: write 'static var body: some Reducer<State, Action>'",
      id: "reducerEnumBody", at: place)
  }
}

extension VariableDeclSyntax {
  /// Whether it is called `body`.
  var isBody: Bool {
    bindings.count == 1 && bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "body"
  }
}
