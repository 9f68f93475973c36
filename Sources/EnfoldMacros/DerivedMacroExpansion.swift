// @Derived: which properties are derived, and the errors for those that cannot be.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Expands to nothing: `@ObservableState` reads the mark. Reports an error where it has no meaning.
struct DerivedMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let place = context.lexicalContext.first
    let problem: (message: String, id: String)? =
      if place?.as(StructDeclSyntax.self)?.isObservableState != true {
        (message: "@Derived has a meaning only inside \(wanted(instead: place))", id: "derivedAlone")
      } else if let variable = declaration.as(VariableDeclSyntax.self) {
        variable.derivedProblem
      } else {
        (message: "@Derived marks computed properties, which this is not", id: "derivedOther")
      }
    if let problem { context.diagnose(Diagnostic(problem.message, id: problem.id, at: node)) }
    return []
  }

  private static func wanted(instead place: Syntax?) -> String {
    if let structure = place?.as(StructDeclSyntax.self) {
      return "an @ObservableState struct; mark '\(structure.name.text)' with @ObservableState"
    }
    if place?.is(ExtensionDeclSyntax.self) == true {
      return "the body of an @ObservableState struct; move the property there"
    }
    return "an @ObservableState struct"
  }
}

extension VariableDeclSyntax {
  /// Whether it can be written, if it is a derived property; nil if it is not derived.
  var derivation: StateProperty.Derivation? {
    guard hasAttribute([derivedAttribute]), derivedProblem == nil, let binding = bindings.first else { return nil }
    return binding.hasSetter ? .readAndWrite : .read
  }

  /// Why a property that is marked `@Derived` cannot be derived; nil if it can.
  fileprivate var derivedProblem: (message: String, id: String)? {
    if modifiers.contains(.static) || modifiers.contains(.class) {
      return (
        message: "@Derived needs a property of each state: remove '\(modifiers.trimmedDescription)'",
        id: "derivedStatic"
      )
    }
    if hasAttribute(pulseAttributes.union(["Ignored"])) {
      return (
        message: "@Derived excludes @Pulse, @Emit and @Ignored: they are for stored properties", id: "derivedWrapper"
      )
    }
    guard bindings.count == 1, let binding = bindings.first, let accessors = binding.accessorBlock, !binding.isStored
    else {
      return (
        message:
          "@Derived marks computed properties: give this one a getter, as in 'var total: Int { first + second }', or "
          + "remove @Derived to store it",
        id: "derivedStored"
      )
    }
    guard case .accessors(let list) = accessors.accessors else { return nil }
    for getter in list where getter.accessorSpecifier.tokenKind == .keyword(.get) {
      if getter.effectSpecifiers != nil {
        return (
          message: "The getter of a @Derived property must not throw or be async: it gives every state a value",
          id: "derivedEffect"
        )
      }
      if getter.modifier?.name.tokenKind == .keyword(.mutating) {
        return (
          message: "The getter of a @Derived property must not be mutating: it only reads the state",
          id: "derivedMutating"
        )
      }
    }
    return nil
  }
}

extension PatternBindingSyntax {
  fileprivate var hasSetter: Bool {
    guard case .accessors(let accessors)? = accessorBlock?.accessors else { return false }
    return accessors.contains { ["set", "_modify", "modify"].contains($0.accessorSpecifier.text) }
  }
}

extension DeclGroupSyntax {
  private var derivedVariables: [VariableDeclSyntax] {
    memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.filter { $0.derivation != nil }
  }

  /// The derived properties in the order of declaration.
  ///
  /// - Parameter start: the index of the first one.
  func derivedProperties(from start: Int) -> [StateProperty] {
    derivedVariables.enumerated().compactMap { number, variable in
      guard let binding = variable.bindings.first,
        let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
      else { return nil }
      return StateProperty(
        identifier: pattern.identifier, index: start + number, isVariable: false, hasDefault: true,
        type: binding.typeAnnotation?.type.withoutImplicitUnwrapping, attributes: variable.propertyAttributes,
        derivation: variable.derivation)
    }
  }

  /// The errors for derived properties whose name another property has already.
  var derivedNameProblems: [Diagnostic] {
    let properties = stateProperties
    let nodes = derivedVariables
    return properties.filter(\.isDerived).enumerated().compactMap { number, derived in
      let others = properties.filter { $0.index < derived.index }
      if others.contains(where: { $0.name == derived.name }) {
        return Diagnostic(
          "another property is called '\(derived.name)' already; give the @Derived property a name of its own",
          id: "derivedName", at: nodes[number])
      }
      if let stored = others.first(where: { $0.isVariable && $0.storage == derived.name }) {
        return Diagnostic(
          "'\(derived.name)' is where @ObservableState stores '\(stored.name)'; give the @Derived property another name",
          id: "derivedName", at: nodes[number])
      }
      return nil
    }
  }
}
