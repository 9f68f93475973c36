// @Presents: the $property of a child that may be presented. @ObservableState puts its state on the heap.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

struct PresentsMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if context.lexicalContext.first?.as(StructDeclSyntax.self)?.isObservableState != true {
      context.diagnose(
        Diagnostic("@Presents has a meaning only inside an @ObservableState struct", id: "presentsAlone", at: node))
      return []
    }
    guard let variable = declaration.as(VariableDeclSyntax.self), variable.isPresentable,
      let type = variable.presentedType,
      let name = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier
    else {
      context.diagnose(
        Diagnostic(
          "@Presents marks an optional variable, as in '@Presents var detail: Detail.State?'", id: "presentsOther",
          at: node))
      return []
    }
    let modifiers = variable.modifiers.trimmedDescription
    return [
      """
      \(raw: modifiers.isEmpty ? "" : modifiers + " ")var $\(raw: name.bareName): Enfold.PresentationState<\(type)> {
        get { _\(raw: name.bareName) }
        set { \(raw: name.text) = newValue.wrappedValue }
      }
      """
    ]
  }
}

let presentsAttribute = "Presents"

extension VariableDeclSyntax {
  /// Whether it is one stored variable, and no other property wrapper.
  fileprivate var isPresentable: Bool {
    isStateStorage && bindingSpecifier.tokenKind == .keyword(.var) && bindings.count == 1
      && bindings.first?.accessorBlock == nil && !hasAttribute(pulseAttributes.union(sharedAttributes))
  }

  /// The type of the child, if this is a `@Presents` variable of an optional type.
  var presentedType: TypeSyntax? {
    hasAttribute([presentsAttribute]) ? bindings.first?.typeAnnotation?.type.wrapped : nil
  }
}

extension TypeSyntax {
  /// What is in the optional, if the type is written as one.
  fileprivate var wrapped: TypeSyntax? {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.trimmed }
    if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return optional.wrappedType.trimmed }
    guard isOptional else { return nil }
    let arguments =
      self.as(IdentifierTypeSyntax.self)?.genericArgumentClause ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
    return arguments?.arguments.first.flatMap { TypeSyntax("\(raw: $0.argument.trimmedDescription)") }
  }
}
