// @Reactor: links a class to its store, and adapts the forms of reduce that other libraries have.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

struct ReactorMacro: MemberMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let reactor = declaration.as(ClassDeclSyntax.self) else {
      context.diagnose(Diagnostic("@Reactor can only be applied to a class", id: "reactorClass", at: node))
      return []
    }
    guard reactor.inherits(anyOf: ["Reactor", "Reactable"]) else {
      context.diagnose(
        Diagnostic(
          "@Reactor belongs to the class that names the protocol: 'final class \(reactor.name.text): Reactor'. A subclass "
            + "inherits what it adds", id: "reactorProtocol", at: reactor.name))
      return []
    }
    (reactor.reactorProblems + reactor.dependencyProblems).forEach(context.diagnose)
    let access = reactor.witnessAccess(in: context)
    var members = [
      "\(access)let _$link: EnfoldReactor.ReactorLink<State, Action>? = EnfoldReactor.ReactorLink()"
    ]
    if let adapted = reactor.methods.lazy.compactMap(\.adaptedReduce).first {
      members.append(
        """
        \(access)func reduce(state: inout State, mutation: Mutation) {
          \(adapted)
        }
        """)
    }
    return members.map { "\(raw: $0)" }
  }
}

extension ClassDeclSyntax {
  fileprivate var methods: [FunctionDeclSyntax] {
    memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
  }

  /// The errors for a `mutate` or `reduce` that looks like that of a reactor but has another type, if there is no right
  /// one.
  fileprivate var reactorProblems: [Diagnostic] {
    let forms = [
      "mutate": "func mutate(action: Action) -> Effect<Mutation>",
      "reduce": "func reduce(state: inout State, mutation: Mutation)",
    ]
    return forms.sorted { $0.key < $1.key }.flatMap { name, form in
      let named = methods.filter { $0.name.text == name }
      if named.contains(where: \.isOfReactor) { return [Diagnostic]() }
      return named.map { Diagnostic("A reactor's \(name) is '\(form)'", id: "reactorMethod", at: $0.signature) }
    }
  }

  /// The errors for `@Dependency(\.service) var service`: the compiler would name a property that nobody has written.
  fileprivate var dependencyProblems: [Diagnostic] {
    if inheritanceClause?.description.contains("@unchecked Sendable") == true { return [] }
    return memberBlock.members.compactMap { member in
      guard let property = member.decl.as(VariableDeclSyntax.self), property.hasAttribute(["Dependency"]),
        let name = property.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
        let attribute = property.attributes.first?.as(AttributeSyntax.self)
      else { return nil }
      let arguments = attribute.arguments?.trimmedDescription ?? ""
      return Diagnostic(
        "A reactor's properties are constants, because any thread may use it: write 'let \(name) = "
          + "Dependency(\(arguments))', and read '\(name).wrappedValue'", id: "reactorDependency", at: property)
    }
  }
}

extension FunctionDeclSyntax {
  /// The labels of the parameters: `["state", "mutation"]`.
  private var labels: [String] { signature.parameterClause.parameters.map { $0.firstName.text } }

  private var isInout: Bool {
    signature.parameterClause.parameters.first?.type.as(AttributedTypeSyntax.self)?.specifiers.contains {
      $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind == .keyword(.inout)
    } ?? false
  }

  /// Whether it is one of the two methods that a reactor writes.
  fileprivate var isOfReactor: Bool {
    name.text == "mutate" ? labels == ["action"] : labels == ["state", "mutation"] || labels == ["state", "mutate"]
  }

  /// How the protocol's `reduce(state:mutation:)` calls it, if it is another form of it: one that returns the state, as
  /// ReactorKit has it, or `reduce(state:mutate:)`, as ReactableKit writes it.
  fileprivate var adaptedReduce: String? {
    guard name.text == "reduce", isOfReactor else { return nil }
    if !isInout, signature.returnClause != nil { return "state = reduce(state: state, \(labels[1]): mutation)" }
    return labels[1] == "mutate" ? "reduce(state: &state, mutate: mutation)" : nil
  }
}
