// The errors that @ObservableState reports.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The errors for everything in `declaration` that cannot be observed. If there is an error, the macro writes only the
/// change record and the accessors that use it.
func stateProblems(
  of declaration: some DeclGroupSyntax, attribute: AttributeSyntax, in context: some MacroExpansionContext
) -> [Diagnostic] {
  guard let structure = declaration.as(StructDeclSyntax.self) else { return [notAStruct(declaration)] }
  var problems = structure.privateNestingProblems("@ObservableState", in: context)
  for member in structure.memberBlock.members {
    if let condition = member.decl.as(IfConfigDeclSyntax.self), condition.declaresStorage {
      problems.append(
        Diagnostic(
          "@ObservableState cannot see stored and @Derived properties inside #if; declare them outside",
          id: "conditional", at: condition))
    }
    guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isStateStorage else { continue }
    if let problem = problem(of: variable) { problems.append(problem) }
  }
  problems += structure.derivedNameProblems
  let properties = structure.stateProperties
  if problems.isEmpty, !properties.isEmpty, properties.allSatisfy(\.isDerived) {
    problems.append(
      Diagnostic(
        "@ObservableState needs at least one stored property: there is nothing to observe in '\(structure.name.text)'",
        id: "noProperties", at: attribute))
  }
  return problems
}

private func notAStruct(_ declaration: some DeclGroupSyntax) -> Diagnostic {
  let keyword = declaration.introducer
  let canBecomeStruct = declaration.is(ClassDeclSyntax.self) || declaration.is(ActorDeclSyntax.self)
  if declaration.is(EnumDeclSyntax.self) {
    return Diagnostic(
      "@ObservableState can only be applied to a struct; for an enum use @Action", id: "notAStruct", at: keyword)
  }
  let structKeyword = keyword.with(\.tokenKind, .keyword(.struct))
  return Diagnostic(
    "@ObservableState can only be applied to a struct", id: "notAStruct", at: keyword,
    fixIts: canBecomeStruct ? [.replace("Make it a struct", keyword, with: structKeyword)] : [])
}

/// The error for a declaration of stored properties; nil if they can be observed.
private func problem(of variable: VariableDeclSyntax) -> Diagnostic? {
  for binding in variable.bindings where binding.pattern.is(TuplePatternSyntax.self) {
    return Diagnostic(
      "@ObservableState cannot observe a tuple pattern; declare one property for each value", id: "tuplePattern",
      at: binding.pattern)
  }
  if variable.bindingSpecifier.tokenKind == .keyword(.let) { return nil }
  if variable.bindings.count > 1 {
    return Diagnostic(
      "@ObservableState observes one property per declaration; give each its own 'var'", id: "severalBindings",
      at: variable, fixIts: variable.splitFixIt.map { [$0] } ?? [])
  }
  if variable.hasAttribute(pulseAttributes), variable.hasAttribute(markerAttributes) {
    return Diagnostic(
      "@ViewState and @Bindable exclude @Pulse and @Emit: a host may write a property, or hear of each assignment",
      id: "pulseAndMarker", at: variable.attributes)
  }
  guard let binding = variable.bindings.first else { return nil }
  if let accessors = binding.accessorBlock {
    return Diagnostic(
      "@ObservableState cannot observe a property with willSet or didSet; observe the store instead", id: "observers",
      at: accessors)
  }
  if binding.typeAnnotation == nil, binding.initializer == nil, !variable.isSharedByKey {
    return Diagnostic(
      "@ObservableState needs a type or an initial value for '\(binding.pattern.trimmedDescription)'", id: "noType",
      at: binding)
  }
  for case .attribute(let attribute) in variable.attributes
  where attribute.isCustom && !attribute.attributeName.mentions(anyOf: stateAttributes) {
    return Diagnostic(
      "@ObservableState cannot observe a property with '@\(attribute.attributeName.trimmedDescription)': "
        + "property wrappers and other accessors hide what is written",
      id: "wrapper", at: attribute)
  }
  return nil
}

extension DeclGroupSyntax {
  /// The keyword that begins the declaration.
  fileprivate var introducer: TokenSyntax {
    if let declaration = self.as(ClassDeclSyntax.self) { return declaration.classKeyword }
    if let declaration = self.as(ActorDeclSyntax.self) { return declaration.actorKeyword }
    if let declaration = self.as(EnumDeclSyntax.self) { return declaration.enumKeyword }
    if let declaration = self.as(ProtocolDeclSyntax.self) { return declaration.protocolKeyword }
    return firstToken(viewMode: .sourceAccurate) ?? .keyword(.struct)
  }
}

extension AttributeSyntax {
  /// Whether this may be a property wrapper or a macro: its name begins like a type's, and is not `MainActor`.
  fileprivate var isCustom: Bool {
    let name = attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
    return name.first?.isUppercase == true && name != "MainActor"
  }
}

extension IfConfigDeclSyntax {
  fileprivate var declaresStorage: Bool {
    clauses.contains { clause in
      guard case .decls(let members)? = clause.elements else { return false }
      return members.contains { member in
        if let nested = member.decl.as(IfConfigDeclSyntax.self) { return nested.declaresStorage }
        guard let variable = member.decl.as(VariableDeclSyntax.self) else { return false }
        return variable.isStateStorage || variable.hasAttribute([derivedAttribute])
      }
    }
  }
}

extension VariableDeclSyntax {
  /// A fix-it that makes one declaration of each binding. In `var a, b: Int` the type belongs to both names.
  fileprivate var splitFixIt: FixIt? {
    guard let list = parent?.parent?.as(MemberBlockItemListSyntax.self),
      let place = list.firstIndex(where: { $0.decl.id == id })
    else { return nil }
    var items: [MemberBlockItemSyntax] = []
    var type: TypeAnnotationSyntax?
    for binding in bindings.reversed() {
      type = binding.typeAnnotation ?? (binding.initializer == nil ? type : nil)
      var single = binding.trimmed
      single.trailingComma = nil
      single.typeAnnotation = type
      var declaration = self.with(\.bindings, [single])
      declaration.trailingTrivia = binding == bindings.last ? trailingTrivia : []
      if binding != bindings.first { declaration.leadingTrivia = .newline + indentation }
      items.insert(MemberBlockItemSyntax(decl: declaration), at: 0)
    }
    var split = list
    split.replaceSubrange(place..<list.index(after: place), with: items)
    return .replace("Declare each property by itself", list, with: split)
  }

  private var indentation: Trivia {
    Trivia(pieces: leadingTrivia.pieces.reversed().prefix { !$0.isNewline }.reversed())
  }
}
