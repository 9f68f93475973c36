// The warning for a @Derived property whose getter names an @Ignored one: nobody hears of a change of that.
import SwiftDiagnostics
import SwiftSyntax

extension StructDeclSyntax {
  /// A warning for each place where the getter of a derived property names an ignored property.
  var derivedFromIgnoredWarnings: [Diagnostic] {
    let ignored = Set(ignoredProperties)
    if ignored.isEmpty { return [] }
    return memberBlock.members.flatMap { member -> [Diagnostic] in
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.derivation != nil,
        let binding = variable.bindings.first, let getter = binding.getter
      else { return [] }
      let search = IgnoredNames(ignored)
      search.walk(getter)
      let name = binding.pattern.trimmedDescription
      return search.found.map { place in
        let message =
          "'\(name)' is derived from '\(place.baseName.text)', which is @Ignored: its changes are told to nobody, and a "
          + "state that is restored or sent elsewhere does not have it; derive from observed properties"
        return Diagnostic(warning: message, id: "derivedFromIgnored", at: place)
      }
    }
  }
}

extension PatternBindingSyntax {
  /// The code that computes the value.
  fileprivate var getter: Syntax? {
    switch accessorBlock?.accessors {
    case .getter(let code): Syntax(code)
    case .accessors(let list):
      list.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body.map { Syntax($0) }
    case nil: nil
    }
  }
}

/// Finds names of properties of the state itself: `cache` and `self.cache`, not `other.cache`. If the code declares a variable
/// or parameter of that name anywhere, `cache` alone is never reported, and `self.cache` is.
private final class IgnoredNames: SyntaxVisitor {
  private let names: Set<String>
  private var places: [DeclReferenceExprSyntax] = []
  private var hidden: Set<String> = []

  init(_ names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  var found: [DeclReferenceExprSyntax] { places.filter { isOfSelf($0) || !hidden.contains($0.baseName.text) } }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    guard names.contains(node.baseName.text) else { return .visitChildren }
    if member(node) == nil || isOfSelf(node) { places.append(node) }
    return .visitChildren
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    hidden.insert(node.identifier.text)
    return .visitChildren
  }

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    hidden.insert(node.name.text)
    return .visitChildren
  }

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    hidden.insert((node.secondName ?? node.firstName).text)
    return .visitChildren
  }

  /// The expression `base.name`, if the node is its name.
  private func member(_ node: DeclReferenceExprSyntax) -> MemberAccessExprSyntax? {
    node.parent?.as(MemberAccessExprSyntax.self).flatMap { $0.declName.id == node.id ? $0 : nil }
  }

  private func isOfSelf(_ node: DeclReferenceExprSyntax) -> Bool {
    member(node)?.base?.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
  }
}
