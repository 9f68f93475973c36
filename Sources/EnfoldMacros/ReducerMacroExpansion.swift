// @Reducer: the conformance of a feature, and State, Action and body of an enum of features.
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

struct ReducerMacro {
  static var formatMode: FormatMode { .disabled }
}

extension ReducerMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let problems = reducerProblems(of: declaration, attribute: node, in: context)
    problems.forEach(context.diagnose)
    guard problems.isEmpty else { return [] }
    reducerPartProblems(of: declaration, attribute: node, in: context).forEach(context.diagnose)
    guard let enumeration = declaration.as(EnumDeclSyntax.self) else { return [] }
    let members = enumeration.activeMembers(in: context)
    let emitter = ReducerCasesEmitter(
      access: enumeration.witnessAccess(in: context), typeName: enumeration.name.text,
      cases: members.caseElements.map(ReducerCase.init), isIndirect: enumeration.modifiers.contains(.indirect),
      conformances: ReducerConformances(of: node),
      taken: members.takenByReducer, context: context)
    return emitter.members.map { "\(raw: $0)" }
  }
}

extension ReducerMacro: MemberAttributeMacro {
  /// What a type written by hand needs: `@Action` at its enums, and the builder at the body. The compiler infers the builder
  /// only if the conformance stands at the type itself.
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    let isEnum = declaration.is(EnumDeclSyntax.self)
    guard isEnum || declaration.is(StructDeclSyntax.self) else { return [] }
    if let enumeration = member.as(EnumDeclSyntax.self) {
      let names = isEnum ? ["Action", "State"] : ["Action"]
      let isMarked = enumeration.attributes.contains { $0.mentions("Action") || $0.mentions("CasePathable") }
      return names.contains(enumeration.name.bareName) && !isMarked ? ["@Enfold.Action"] : []
    }
    guard let body = member.as(VariableDeclSyntax.self), body.isBody, body.modifiers.contains(.static) == isEnum,
      body.takesBuilder
    else { return [] }
    return ["@Enfold.ReducerBuilder<Self.State, Self.Action>"]
  }
}

extension ReducerMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard reducerProblems(of: declaration, attribute: node, in: context).isEmpty else { return [] }
    let unwanted: Set<String> = declaration.is(EnumDeclSyntax.self) ? [] : ["CaseReducer"]
    let inheritance = conformances(protocols, except: unwanted)
    guard !inheritance.isEmpty else { return [] }
    return [try ExtensionDeclSyntax("extension \(type.trimmed)\(raw: inheritance) {}")]
  }
}

extension [DeclSyntax] {
  /// The names of what `@Reducer` writes that are declared here.
  fileprivate var takenByReducer: Set<String> {
    let isMade = contains { $0.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters.isEmpty ?? false }
    return Set(["State", "Action", "body"].filter(declare) + (isMade ? ["init"] : []))
  }
}

extension VariableDeclSyntax {
  /// Whether it is a computed property to which `@ReducerBuilder` can be added: one without a builder, and without `return`,
  /// which excludes builders.
  fileprivate var takesBuilder: Bool {
    guard let accessors = bindings.first?.accessorBlock,
      !attributes.contains(where: { $0.mentions("ReducerBuilder") })
    else { return false }
    let search = ReturnSearch(viewMode: .sourceAccurate)
    search.walk(accessors)
    return !search.isFound
  }
}

/// Looks for a `return` outside of closures and functions.
private final class ReturnSearch: SyntaxVisitor {
  private(set) var isFound = false

  override func visit(_: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    isFound = true
    return .skipChildren
  }
  override func visit(_: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
